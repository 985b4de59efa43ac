package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mentions tells whether text holds name as a whole word, in any case: "Lee" is not in "Leeann".
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
		if !wordRune(before) && !wordRune(after) {
			return true
		}
		at = i + len(name)
	}
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf { // nearly always
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Normalise reduces a text to what two people would call the same line: lower case, letters and digits, single spaces.
func Normalise(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for _, r := range text {
		if r >= utf8.RuneSelf && invisible(r) { // a joiner inside a word makes it no other word
			continue
		}
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		} else if r >= utf8.RuneSelf {
			r = unicode.ToLower(r)
		}
		if !wordRune(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}
