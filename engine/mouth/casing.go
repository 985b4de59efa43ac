package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// emoticon matches an emoticon. Its letters keep their case.
var emoticon = regexp.MustCompile(`^(?:[:;=8xX][-']?[DPOSXpdosx3()\[\]/\\|*]+|[xX]+D+|D[:;=]|[oO0][_.][oO0]|T[_.]T|<3)[.,!?]*$`)

// minShoutedCapitals is how many capitals make a word emphasised. A shorter one may be an
// abbreviation.
const minShoutedCapitals = 3

// apply writes a text with the capitals and full stops that are usual in this room. A full stop is
// added only if the text is shorter than limit characters.
func (s *Style) apply(text string, names []string, limit int) string {
	if !s.Known() {
		return text
	}
	switch {
	case s.Lower >= usualShare:
		text = lower(text)
	case s.LowerStart >= usualShare:
		text = lowerStart(text, names)
	case s.LowerStart <= rareShare:
		text = upperStart(text)
	}
	if s.Period >= usualShare && endsInWord(text) && utf8.RuneCountInString(text) < limit {
		return text + "."
	}
	for s.Period <= rareShare && endsWithFullStop(text) {
		shorter := strings.TrimSpace(strings.TrimSuffix(text, "."))
		if shorter == "" {
			break
		}
		text = shorter
	}
	return text
}

// upperStart makes the first letter of a text a capital.
func upperStart(text string) string {
	first, _, _ := strings.Cut(text, " ")
	c, size := utf8.DecodeRuneInString(text)
	if emoticon.MatchString(first) {
		return text
	}
	return string(unicode.ToUpper(c)) + text[size:]
}

// endsInWord reports whether a text ends with a word.
func endsInWord(text string) bool {
	c, _ := utf8.DecodeLastRuneInString(text)
	return isWordRune(c) && !emoticon.MatchString(text[strings.LastIndexByte(text, ' ')+1:])
}

// lower writes a text without capitals, except for emoticons and a single emphasised word.
func lower(text string) string {
	if strings.ToLower(text) == text {
		return text
	}
	list := strings.Split(text, " ")
	shouts := 0
	for _, w := range list {
		if isShouted(w) {
			shouts++
		}
	}
	for i, w := range list {
		if !emoticon.MatchString(w) && !(shouts == 1 && len(list) > 1 && isShouted(w)) {
			list[i] = strings.ToLower(w)
		}
	}
	return strings.Join(list, " ")
}

// isShouted reports whether a word is written in capitals throughout.
func isShouted(word string) bool {
	n := 0
	for _, r := range word {
		switch {
		case unicode.IsUpper(r):
			n++
		case unicode.IsLetter(r):
			return false
		}
	}
	return n >= minShoutedCapitals
}

// lowerStart makes the first letter of a text small, unless the first word is a name or has more
// capitals.
func lowerStart(text string, names []string) string {
	first, _, _ := strings.Cut(text, " ")
	bare := strings.TrimRightFunc(first, func(r rune) bool { return !isWordRune(r) })
	c, size := utf8.DecodeRuneInString(text)
	if slices.Contains(names, bare) || strings.ContainsFunc(bare[min(size, len(bare)):], unicode.IsUpper) || emoticon.MatchString(first) {
		return text
	}
	return string(unicode.ToLower(c)) + text[size:]
}
