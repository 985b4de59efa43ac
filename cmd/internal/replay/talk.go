package replay

import (
	"math"
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
	"ringer/engine/session"
	"ringer/engine/stats"
)

type talk struct {
	Name string `json:"name"`
	// Kind is ringer for the bot. It is recorded for the lines that the player of its seat said in
	// the recorded game. For all others it is human or bot.
	Kind     string `json:"kind"`
	Messages int    `json:"messages"`
	// Share is the player's share of all players' messages.
	Share float64 `json:"share"`
	// CharShare is the player's share of the characters of all players' messages.
	CharShare float64 `json:"share_of_characters"`
	Words     float64 `json:"median_words"`
	Chars     float64 `json:"median_chars"`
	// Lengths are the words of each message, in order.
	Lengths []float64     `json:"lengths"`
	Texture mouth.Texture `json:"texture"`
	gaps
	// Style is the distance between the player's lines and the lines of the other people in the
	// game, from 0 (alike) to 1. It is nil if there are too few lines.
	Style *float64 `json:"style_distance,omitempty"`
	// likeness compares with the other people of the game, too.
	likeness
	again
	questions
}

func talkOf(name, kind string, d *dialogue) talk {
	t := talk{Name: name, Kind: kind, gaps: gapsOf(name, d.lines), again: againOf(name, d.lines), questions: questionsOf(name, d)}
	var lines []string
	var chars []float64
	messages, all, own := 0, 0.0, 0.0
	for i := range d.lines {
		m := &d.lines[i]
		if m.Gamemaster {
			continue
		}
		messages++
		n := float64(utf8.RuneCountInString(m.Text))
		all += n
		if m.Name == name {
			own += n
			lines, chars = append(lines, m.Text), append(chars, n)
		}
	}
	t.Messages, t.Lengths, t.Texture = len(lines), mouth.Lengths(lines), mouth.TextureOf(lines)
	if messages > 0 {
		t.Share, t.CharShare = float64(t.Messages)/float64(messages), own/max(all, 1)
	}
	t.Words, t.Chars = stats.Median(t.Lengths), stats.Median(chars)
	return t
}

func (t *talk) sample() sample { return sample{t.Replies, t.Lengths, t.Texture} }

// mouthTraits is how many traits the distance of the mouth is the mean of.
const mouthTraits = 9

// styleDistance returns how differently a player and others write, from 0 (alike) to 1: the mean of
// the traits that a session compares, and of two more, the shares of lines with a question mark and
// with the word I. It returns nil if a side has too few lines.
func styleDistance(own, others []string) *float64 {
	d := session.CompareStyles(own, others).StyleDistance
	if d == nil {
		return nil
	}
	sum := mouthTraits * *d
	for _, trait := range []func(string) bool{hasQuestionMark, namesItself} {
		sum += math.Abs(share(own, trait) - share(others, trait))
	}
	sum /= mouthTraits + 2
	return &sum
}

func share(lines []string, has func(string) bool) float64 {
	n := 0
	for _, line := range lines {
		if has(line) {
			n++
		}
	}
	return float64(n) / float64(max(len(lines), 1))
}

func hasQuestionMark(line string) bool { return strings.ContainsAny(line, "?？") }

// namesItself reports whether a line has the word I, in English or German.
func namesItself(line string) bool {
	for w := range strings.FieldsSeq(mouth.Normalise(line)) {
		switch w {
		case "i", "im", "ive", "ill", "id", "ich", "ichs":
			return true
		}
	}
	return false
}
