package prompt

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// The words of people's lines, at twenty even steps of their distribution. They count as lines of
// the room, the fewer the more it has: a few lines of one player do not decide. The first are of
// FourMind's and Time to Talk's games; the second of games of quests, where people hold speeches.
var (
	usualWords  = []int{1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 10, 13}
	speechWords = []int{1, 1, 2, 3, 5, 6, 6, 7, 8, 8, 9, 10, 11, 13, 14, 15, 16, 20, 23, 33}
)

const (
	// speechChars is the limit of a message from which people hold speeches, in characters.
	speechChars = 1000
	charsAWord  = 6 // with the blank
	// leastAlone is the least words of a line with an aim, and of one into a silence after an own
	// line: it must be understood alone.
	leastAlone  = 4
	leastAnswer = 3 // words of an answer to a question to the bot: one word answers few
	silent      = 5000
	targetLines = 100
	// So many lines say the bare thing. A model is witty in each line, and people are not.
	plainChance = 0.85
	// A fragment is wanted in so many of the lines in which it could stand.
	fragmentChance = 0.3
	maxFragment    = 6
	maxHints       = 2
)

// lengthHead begins the sentence with the length of the line.
const lengthHead = "Length: "

var numerals = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// target returns how many words the next line has: a draw from the people of the room, within the
// bounds, and so few that the mouth takes a line a quarter longer. The draws of a session's lines
// are spread evenly.
func target(v session.View, style *mouth.Style, bounds Bounds) int {
	lines, usual := v.People(), usualWords
	if v.Config.Limits.MaxChars >= speechChars {
		usual = speechWords
	}
	var counts []int
	for _, n := range mouth.Lengths(lines[max(0, len(lines)-targetLines):]) {
		counts = append(counts, int(n))
	}
	step := 1 + len(counts)/len(usual)
	for i := step / 2; i < len(usual); i += step {
		counts = append(counts, usual[i])
	}
	slices.Sort(counts)
	_, at := math.Modf(draw(v, 0, "length") + float64(v.Turns())*(math.Sqrt(5)-1)/2)
	n := max(1, counts[int(at*float64(len(counts)))])
	if last, ok := v.Newest(func(m *session.Message) bool { return m.Channel == v.Channel }); bounds.Aim || ok && last.Own && v.Now-last.At > silent {
		n = max(n, leastAlone)
	}
	if _, asked := v.Asked(); asked {
		n = max(n, leastAnswer)
	}
	if chars := v.Config.Limits.MaxChars; chars > 0 {
		n = min(n, max(1, chars/charsAWord))
	}
	if limit := style.TooLong(); limit > 0 && !unspaced(v.Config.Language) {
		n = min(n, limit*4/5/charsAWord)
	}
	if bounds.Most > 0 {
		n = min(n, bounds.Most)
	}
	return n
}

func draw(v session.View, turn int, purpose string) float64 {
	return session.Draw(v.Seed, int64(turn), purpose, 0).Float64()
}

// drawn says in sentences what was drawn for the next line: its length, and perhaps a laugh.
func drawn(v session.View, style *mouth.Style, bounds Bounds) string {
	if v.Config.Pace == session.PacePaper {
		n := style.Limit()
		if bounds.Most > 0 {
			n = min(n, bounds.Most)
		}
		return fmt.Sprintf("%sat most %d words.", lengthHead, n)
	}
	n := target(v, style, bounds)
	return strings.Join(append([]string{lengthHead + lengthOf(n, v.Config.Language) + "."}, hints(v, n, !bounds.Own && bounds.Most == 0)...), " ")
}

// unspaced reports whether a language is written without blanks.
func unspaced(language string) bool {
	base, _, _ := strings.Cut(language, "-")
	return base == "ja" || base == "zh"
}

func lengthOf(words int, language string) string {
	switch {
	case unspaced(language):
		return fmt.Sprintf("about %d characters", mouth.UnspacedWord*words)
	case words == 1:
		return "one word"
	case words == 2:
		return "one or two words"
	case words < len(numerals):
		return "about " + numerals[words] + " words"
	}
	return fmt.Sprintf("about %d words", words)
}

func hints(v session.View, words int, plain bool) (all []string) {
	room, turn := v.Texture(), v.Turns()
	hint := func(chance float64, text string) {
		if len(all) < maxHints && draw(v, turn, text) < chance {
			all = append(all, text)
		}
	}
	if hint(room.Laugh, "A laugh fits."); plain && len(all) == 0 && draw(v, turn, "plain") < plainChance {
		all = append(all, "No wit, no unasked fact.")
	}
	hint(room.Smiley, `A typed ":)" fits.`)
	_, asked := v.Asked()
	switch {
	case words <= 2 && !asked:
		hint(1, "A reaction alone is enough.")
	case words > 2 && words <= maxFragment:
		hint(fragmentChance, "A fragment, not a sentence.")
	}
	return all
}

// Words returns how many words the next line has, as a prompt says it, or 0.
func (p Parsed) Words() int {
	_, text, _ := strings.Cut(p.Text(SectionStyle), lengthHead)
	said, ok := strings.CutPrefix(text, "about ")
	word, _, _ := strings.Cut(said, " ")
	if n, err := strconv.Atoi(word); ok && err == nil {
		return n
	}
	if strings.HasPrefix(text, "one or two") {
		return 2
	}
	return max(0, slices.Index(numerals, word))
}
