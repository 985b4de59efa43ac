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

// isIdeograph reports whether a letter is Chinese: such letters have no case and no lookalikes.
func isIdeograph(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }

// Normalise reduces a text so that two texts are equal if people would call them the same line:
// lower case, letters and digits, single spaces.
func Normalise(text string) string {
	out := make([]byte, 0, len(text))
	gap := false
	for _, r := range text {
		switch {
		case isInvisible(r): // a joiner inside a word does not make it another word
		case !isWordRune(unicode.ToLower(r)):
			gap = len(out) > 0
		default:
			if gap {
				out = append(out, ' ')
			}
			gap, out = false, utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return string(out)
}
