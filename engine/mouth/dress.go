package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// face is an emoticon, whose letters keep their case.
var face = regexp.MustCompile(`^(?:[:;=8xX][-']?[DPOSXpdosx3()\[\]/\\|*]+|[xX]+D+|D[:;=]|[oO0][_.][oO0]|T[_.]T|<3)[.,!?]*$`)

// shouted is from how many capitals a word is emphasised, not an abbreviation.
const shouted = 3

// dress writes a text of at most so many characters as this room writes: its case, its full stops.
func (s *Style) dress(text string, names []string, limit int) string {
	if !s.known() {
		return text
	}
	switch {
	case s.Lower >= usual:
		text = lower(text)
	case s.LowerStart >= usual:
		text = lowerStart(text, names)
	case s.LowerStart <= rare:
		text = upperStart(text)
	}
	if s.Period >= usual && unfinished(text) && utf8.RuneCountInString(text) < limit {
		return text + "."
	}
	for s.Period <= rare && stopped(text) {
		shorter := strings.TrimSpace(strings.TrimSuffix(text, "."))
		if shorter == "" {
			break
		}
		text = shorter
	}
	return text
}

// upperStart writes the first letter of a text large.
func upperStart(text string) string {
	first, _, _ := strings.Cut(text, " ")
	c, size := utf8.DecodeRuneInString(text)
	if face.MatchString(first) {
		return text
	}
	return string(unicode.ToUpper(c)) + text[size:]
}

// unfinished tells whether a text ends with a word.
func unfinished(text string) bool {
	c, _ := utf8.DecodeLastRuneInString(text)
	return wordRune(c) && !face.MatchString(text[strings.LastIndexByte(text, ' ')+1:])
}

// lower writes a text without capitals, but for faces and one word that is shouted.
func lower(text string) string {
	list := strings.Split(text, " ")
	shouts := 0
	for _, w := range list {
		if shout(w) {
			shouts++
		}
	}
	for i, w := range list {
		if !face.MatchString(w) && !(shouts == 1 && len(list) > 1 && shout(w)) {
			list[i] = strings.ToLower(w)
		}
	}
	return strings.Join(list, " ")
}

// shout tells whether a word is written in capitals throughout.
func shout(word string) bool {
	n := 0
	for _, r := range word {
		switch {
		case unicode.IsUpper(r):
			n++
		case unicode.IsLetter(r):
			return false
		}
	}
	return n >= shouted
}

// lowerStart writes the first letter of a text small, unless it begins a name or a word with more capitals.
func lowerStart(text string, names []string) string {
	first, _, _ := strings.Cut(text, " ")
	bare := strings.TrimRightFunc(first, func(r rune) bool { return !wordRune(r) })
	c, size := utf8.DecodeRuneInString(text)
	if slices.Contains(names, bare) || strings.ContainsFunc(bare[min(size, len(bare)):], unicode.IsUpper) || face.MatchString(first) {
		return text
	}
	return string(unicode.ToLower(c)) + text[size:]
}
