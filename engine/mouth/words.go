package mouth

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mentions reports whether text contains name as a whole word: "Lee" is not in "Leeann". Case,
// accents, width and look-alike letters do not matter, as in [Skeleton].
func Mentions(text, name string) bool {
	return holdsName(Skeleton(text), Skeleton(name))
}

// MentionsAny reports whether text contains one of the names.
func MentionsAny(text string, names []string) bool {
	text = Skeleton(text)
	return slices.ContainsFunc(names, func(name string) bool { return holdsName(text, Skeleton(name)) })
}

func holdsName(text, name string) bool {
	for at := 0; name != ""; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		if isWhole(text, i, i+len(name)) {
			return true
		}
		at = i + len(name)
	}
	return false
}

// isWhole reports whether no letters beside a part of a text belong to the same word.
func isWhole(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !joinsWord(before, first) && !joinsWord(last, after)
}

// joinsWord reports whether two letters in a row belong to one word. In scripts without blanks
// nobody knows, except for katakana, which writes foreign words.
func joinsWord(a, b rune) bool {
	if a < utf8.RuneSelf && b < utf8.RuneSelf { // nearly always
		return isWordRune(a) && isWordRune(b)
	}
	return unicode.Is(unicode.Mn, b) || isWordRune(a) && isWordRune(b) && (!writesNoBlanks(a) && !writesNoBlanks(b) || isKatakana(a) && isKatakana(b))
}

func isKatakana(r rune) bool { return r >= 0x30A1 && r <= 0x30FF }

func writesNoBlanks(r rune) bool {
	return isUnspaced(r) || r >= 0x0E00 && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
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
