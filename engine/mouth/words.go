package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mentions reports whether text contains name as a whole word, in any case: "Lee" is not in
// "Leeann".
func Mentions(text, name string) bool {
	return holdsName(strings.ToLower(text), strings.ToLower(name))
}

// holdsName reports whether a text has a name as a whole word, if both are in lower case.
func holdsName(text, name string) bool {
	for at := 0; name != ""; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		if standsApart(text, i, i+len(name)) {
			return true
		}
		at = i + len(name)
	}
	return false
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf { // nearly always
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return isIdeograph(r) || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// isIdeograph reports whether a letter is one of nearly all that Chinese writes. They have no case
// and look like no other letters.
func isIdeograph(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }

// plainWord maps the letters and digits of ASCII to lower case, and all else to 0.
var plainWord = func() (m [utf8.RuneSelf]byte) {
	for r := range rune(utf8.RuneSelf) {
		if isWordRune(r) {
			m[r] = byte(unicode.ToLower(r))
		}
	}
	return m
}()

// Normalise reduces a text so that two texts are equal if people would call them the same line:
// lower case, letters and digits, single spaces.
func Normalise(text string) string {
	out := make([]byte, 0, len(text))
	gap := false
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r < utf8.RuneSelf {
			r = rune(plainWord[r])
		} else if r, size = utf8.DecodeRuneInString(text[i:]); isInvisible(r) {
			i += size // a joiner inside a word does not make it another word
			continue
		} else if r = unicode.ToLower(r); !isWordRune(r) {
			r = 0
		}
		i += size
		if r == 0 {
			gap = true
			continue
		}
		if gap && len(out) > 0 {
			out = append(out, ' ')
		}
		gap = false
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}
