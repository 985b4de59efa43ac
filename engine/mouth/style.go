package mouth

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style describes how the people of a chat write.
type Style struct {
	// Lines is the number of lines that were measured.
	Lines int `json:"lines"`
	// Words is the median number of words per line.
	Words float64 `json:"words"`
	// Chars is the median number of characters per line.
	Chars float64 `json:"chars"`
	// LowerStart is the share of lines that begin with a small letter.
	LowerStart float64 `json:"lower_start"`
	// Lower is the share of lines without any capital.
	Lower float64 `json:"lower"`
	// Period is the share of lines that end with a full stop.
	Period float64 `json:"period"`
	// Final is the share of lines that end with any of the marks . ! ? or …
	Final float64 `json:"final"`
	// Commas is the average number of commas per line.
	Commas float64 `json:"commas"`
	// Emoji is the average number of emoji per line.
	Emoji float64 `json:"emoji"`
	// Typos is the share of words that are written carelessly. These are chat forms and missing
	// apostrophes from a list in each language (dont, u, thx, nich). Words with a letter three
	// times in a row (soooo) count, too. Other misspellings are not recognised.
	Typos float64 `json:"typos"`

	// long is the length that one line in ten exceeds, in characters.
	long      int
	longWords int
	// questions counts the questions, and marked those that end with a question mark.
	questions, marked int
	// pronouns counts the lines with the English word I, and smallPronouns those that write it
	// small.
	pronouns, smallPronouns int
}

const (
	// styleLines is how many of the newest lines a style is measured on. The style of a chat
	// changes within a game.
	styleLines = 60
	// minStyleLines is the number of lines of others from which a style is known. With fewer, one
	// line counts too much.
	minStyleLines  = 5
	minLengthLines = 3
	minTraitLines  = 3
	usualShare     = 0.7
	rareShare      = 0.1
)

// Known reports whether enough was said to judge a text by this style.
func (s *Style) Known() bool { return s.Lines >= minStyleLines }

// StyleOf returns the style of the last lines of a chat.
func StyleOf(lines []string) Style {
	s := writtenStyle(lines)
	var wordCounts []int
	var all, typos int
	for _, line := range lines[max(0, len(lines)-styleLines):] {
		if line = strings.TrimSpace(line); line != "" {
			n, sloppy := countCareless(line)
			all, typos = all+n, typos+sloppy
			wordCounts = append(wordCounts, n)
			s.countQuestion(line)
		}
	}
	if s.Lines > 0 {
		s.Typos, s.Words = float64(typos)/float64(max(all, 1)), median(wordCounts)
		s.longWords = wordCounts[(len(wordCounts)*9)/10] // median has sorted them
	}
	return s
}

func (s *Style) countQuestion(line string) {
	if end := strings.TrimRight(line, " )!"); strings.HasSuffix(end, "?") {
		s.questions++
		s.marked++
	} else if Ask(line).Asks {
		s.questions++
	}
	small, capital := false, false
	for _, word := range strings.Fields(line) {
		switch strings.Trim(word, ".,!?") {
		case "i", "im", "i'm", "i'll", "ive", "i've":
			small = true
		case "I", "Im", "I'm", "I'll", "Ive", "I've":
			capital = true
		}
	}
	if small || capital {
		s.pronouns++
	}
	if small {
		s.smallPronouns++
	}
}

// writtenStyle leaves out the traits of words, which take time and only a prompt tells.
func writtenStyle(lines []string) (s Style) {
	chars := make([]int, 0, styleLines)
	for _, line := range lines[max(0, len(lines)-styleLines):] {
		if line = strings.TrimSpace(line); line != "" {
			chars = append(chars, utf8.RuneCountInString(line))
			s.count(line)
		}
	}
	s.Lines = len(chars)
	if s.Lines == 0 {
		return s
	}
	for _, share := range []*float64{&s.LowerStart, &s.Lower, &s.Period, &s.Final, &s.Commas, &s.Emoji} {
		*share /= float64(s.Lines)
	}
	s.Chars = median(chars)
	s.long = chars[(len(chars)*9)/10] // median has sorted chars
	return s
}

func (s *Style) count(line string) {
	letter, capital := false, false
	for _, r := range line {
		switch {
		case r >= 'a' && r <= 'z' && letter, r == ' ': // nearly always
		case unicode.IsLetter(r):
			if !letter && unicode.IsLower(r) {
				s.LowerStart++
			}
			letter, capital = true, capital || unicode.IsUpper(r)
		case r == ',':
			s.Commas++
		}
	}
	if !capital {
		s.Lower++
	}
	if endsWithFullStop(line) {
		s.Period++
	}
	if last, _ := utf8.DecodeLastRuneInString(line); strings.ContainsRune(".!?…", last) {
		s.Final++
	}
	s.Emoji += float64(countEmoji(line))
}

// endsWithFullStop reports whether a line ends with one full stop that ends no abbreviation.
func endsWithFullStop(line string) bool {
	bare, ok := strings.CutSuffix(line, ".")
	n := len(bare)
	return ok && !strings.HasSuffix(bare, ".") && (n < 3 || bare[n-2] != '.' || !unicode.IsLetter(rune(bare[n-1])))
}

// countCareless counts the words of a line, and those that are written carelessly.
func countCareless(line string) (all, sloppy int) {
	for w := range strings.FieldsFuncSeq(line, func(r rune) bool { return !isWordRune(r) && r != '\'' && r != '’' }) {
		all++
		if allLanguages().sloppy[strings.ToLower(w)] || hasTripleLetter(w) {
			sloppy++
		}
	}
	return all, sloppy
}

func hasTripleLetter(word string) bool {
	n, before := 0, rune(0)
	for _, r := range word {
		if n++; r != before {
			n = 1
		}
		if before = r; n == 3 && unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

func median(values []int) float64 {
	slices.Sort(values)
	n := len(values)
	return float64(values[(n-1)/2]+values[n/2]) / 2
}

// The words of a line before a chat shows its own: in published games one line in ten has more.
const (
	usualLong = 10
	// minLimitWords keeps a terse room from leaving no place for a sentence.
	minLimitWords = 5
)

// Limit returns the most words of nine lines in ten.
func (s *Style) Limit() int {
	if s.Lines < minLengthLines {
		return usualLong
	}
	return max(minLimitWords, s.longWords)
}

// Sentences tells a writer in sentences how people write in this chat, once enough was said.
// english adds what holds for English only.
func (s *Style) Sentences(english bool) (out []string) {
	if !s.Known() {
		return out
	}
	switch {
	case s.Lower >= usualShare:
		out = append(out, "Use small letters only.")
	case s.LowerStart >= usualShare:
		out = append(out, "Begin with a small letter.")
	case s.LowerStart <= rareShare:
		out = append(out, "Begin with a capital.")
	}
	if english && s.pronouns >= minTraitLines && s.Lower < usualShare {
		if s.smallPronouns*2 > s.pronouns {
			out = append(out, "Write the word i small.")
		} else {
			out = append(out, "Write the word I as a capital.")
		}
	}
	switch {
	case s.Period <= rareShare:
		out = append(out, "No full stop at the end.")
	case s.Period >= usualShare:
		out = append(out, "End with a full stop.")
	}
	if s.questions >= minTraitLines {
		switch { // between the two nothing is said, so that one question more turns no rule round
		case s.marked*3 >= s.questions*2:
			out = append(out, "End a question with a question mark.")
		case s.marked*3 <= s.questions:
			out = append(out, "Write questions without a question mark.")
		}
	}
	if s.Typos >= 0.1 { // one word in ten: a reader notices it in every second line
		out = append(out, "Short forms and missing apostrophes are usual.")
	}
	if s.Emoji == 0 {
		out = append(out, "No emoji.")
	}
	return out
}

// Distance measures how differently two chats are written, from 0 (alike) to 1. It is the mean of
// nine differences, each from 0 to 1:
//
//   - the lengths in words and characters, by their ratio (four times as long is 1);
//   - the four shares, by their difference;
//   - commas and emoji, by their difference, up to one per line;
//   - careless words, by their difference, up to one in four.
//
// If one side has no lines, the distance is 0.
func Distance(a, b Style) float64 {
	if a.Lines == 0 || b.Lines == 0 {
		return 0
	}
	ratio := func(x, y float64) float64 { return min(1, math.Abs(math.Log((x+1)/(y+1)))/math.Log(4)) }
	gap := func(x, y, full float64) float64 { return min(1, math.Abs(x-y)/full) }
	sum := ratio(a.Words, b.Words) + ratio(a.Chars, b.Chars) + gap(a.LowerStart, b.LowerStart, 1) + gap(a.Lower, b.Lower, 1) + gap(a.Period, b.Period, 1) +
		gap(a.Final, b.Final, 1) + gap(a.Commas, b.Commas, 1) + gap(a.Emoji, b.Emoji, 1) + gap(a.Typos, b.Typos, 0.25)
	return sum / 9
}
