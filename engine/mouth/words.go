package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mentions reports whether text contains name as a whole word, in any case: "Lee" is not in
// "Leeann".
func Mentions(text, name string) bool {
	if name == "" {
		return false
	}
	text, name = strings.ToLower(text), strings.ToLower(name)
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(name):])
		if !isWordRune(before) && !isWordRune(after) {
			return true
		}
		at = i + len(name)
	}
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf { // nearly always
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Normalise reduces a text so that two texts are equal if people would call them the same line:
// lower case, letters and digits, single spaces.
func Normalise(text string) string {
	out := make([]byte, 0, len(text))
	gap := false
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		switch {
		case r >= utf8.RuneSelf:
			r, size = utf8.DecodeRuneInString(text[i:])
			if isInvisible(r) { // a joiner inside a word does not make it another word
				i += size
				continue
			}
			r = unicode.ToLower(r)
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		}
		i += size
		if !isWordRune(r) {
			gap = true
			continue
		}
		if gap && len(out) > 0 {
			out = append(out, ' ')
		}
		gap = false
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out)
}
