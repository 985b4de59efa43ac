package mouth

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is how the people of a chat write.
type Style struct {
	// Lines is of how many lines it is taken.
	Lines int `json:"lines"`
	// Words and Chars are the medians of a line.
	Words float64 `json:"words"`
	Chars float64 `json:"chars"`
	// LowerStart, Lower, Period and Final are shares of the lines: that begin with a small letter, that have no capital at all, that end with a full
	// stop, and with any mark of . ! ? or …
	LowerStart float64 `json:"lower_start"`
	Lower      float64 `json:"lower"`
	Period     float64 `json:"period"`
	Final      float64 `json:"final"`
	// Commas and Emoji are a line.
	Commas float64 `json:"commas"`
	Emoji  float64 `json:"emoji"`
	// Typos is the share of words that are written carelessly: chat forms and missing apostrophes of a list in each language (dont, u, thx, nich),
	// and letters held longer (soooo). It does not know misspellings in general.
	Typos float64 `json:"typos"`

	// long is the length that one line in ten exceeds, in characters.
	long int
}

const (
	// styleLines is of how many lines a style is taken: a chat changes its tone within a game.
	styleLines = 60
	// heard is from how many lines of others a style is one that a text is held to: of fewer, each is half of the picture.
	heard = 5
	// usual is from which share of the lines a habit is the room's, rare up to which it is nobody's.
	usual = 0.7
	rare  = 0.1
)

// known tells whether enough was said to hold a text to it.
func (s *Style) known() bool { return s.Lines >= heard }

// StyleOf returns the style of the last lines of a chat.
func StyleOf(lines []string) Style {
	lines = lines[max(0, len(lines)-styleLines):]
	var s Style
	var wordCounts, chars []int
	var all, typos int
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		n, sloppy := carelessness(line)
		all, typos = all+n, typos+sloppy
		wordCounts, chars = append(wordCounts, n), append(chars, utf8.RuneCountInString(line))
		s.count(line)
	}
	s.Lines = len(chars)
	if s.Lines == 0 {
		return s
	}
	for _, share := range []*float64{&s.LowerStart, &s.Lower, &s.Period, &s.Final, &s.Commas, &s.Emoji} {
		*share /= float64(s.Lines)
	}
	s.Typos = float64(typos) / float64(max(all, 1))
	s.Words, s.Chars = median(wordCounts), median(chars)
	s.long = chars[(len(chars)*9)/10] // median has sorted them
	return s
}

// count adds the marks and capitals of a line.
func (s *Style) count(line string) {
	letter, capital := false, false
	for _, r := range line {
		switch {
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
	if stopped(line) {
		s.Period++
	}
	if last, _ := utf8.DecodeLastRuneInString(line); strings.ContainsRune(".!?…", last) {
		s.Final++
	}
	s.Emoji += float64(emojis(line))
}

// stopped tells whether a line ends with one full stop, which is not that of an abbreviation: p.m.
func stopped(line string) bool {
	bare, ok := strings.CutSuffix(line, ".")
	n := len(bare)
	return ok && !strings.HasSuffix(bare, ".") && (n < 3 || bare[n-2] != '.' || !unicode.IsLetter(rune(bare[n-1])))
}

// carelessness counts the words of a line, and those that are written as people do who type fast.
func carelessness(line string) (all, sloppy int) {
	for w := range strings.FieldsFuncSeq(line, func(r rune) bool { return !wordRune(r) && r != '\'' && r != '’' }) {
		all++
		if words().sloppy[strings.ToLower(w)] || held(w) {
			sloppy++
		}
	}
	return all, sloppy
}

// held tells whether a letter comes three times in a row.
func held(word string) bool {
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

// Sentences tells how people write here, for a prompt; it is empty as long as too little was said.
func (s *Style) Sentences() []string {
	if !s.known() {
		return nil
	}
	out := []string{fmt.Sprintf("A line has about %.0f words; few have more than %d characters.", max(1, s.Words), s.long)}
	switch {
	case s.Lower >= usual:
		out = append(out, "Hardly anybody uses capitals.")
	case s.LowerStart >= usual:
		out = append(out, "Lines begin with a small letter.")
	case s.LowerStart <= rare:
		out = append(out, "Lines begin with a capital.")
	}
	switch {
	case s.Period <= rare:
		out = append(out, "Lines end without a full stop.")
	case s.Period >= usual:
		out = append(out, "Lines end with a full stop.")
	}
	switch {
	case s.Typos >= 0.1: // one word in ten: a reader notices it in every second line
		out = append(out, "People type carelessly: short forms, missing apostrophes, letters held longer.")
	case s.Typos <= 0.01 && s.Lower < usual:
		out = append(out, "Words are written out and spelled with care.")
	}
	if s.Emoji == 0 {
		return append(out, "Nobody uses emoji.")
	}
	return out
}

// Distance tells how differently two chats are written, from 0, alike, to 1. It is the mean of nine differences, each from 0 to 1: the lengths in words and
// characters by their ratio (four times as long is 1), the four shares as they are, commas and emoji up to one a line, and careless words up to one in
// four. With nothing said on one side there is no difference.
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
