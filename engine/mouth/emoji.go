package mouth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isEmoji reports whether a character is an emoji.
func isEmoji(r rune) bool {
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r >= 0x2B00 && r <= 0x2BFF, r >= 0x231A && r <= 0x23FF, r >= 0xE0020 && r <= 0xE007F:
		return true
	}
	return false
}

// countEmoji counts the emoji of a text. Joined or coloured ones count as one.
func countEmoji(text string) (n int) {
	var before rune
	for _, r := range text {
		if r >= utf8.RuneSelf && isEmoji(r) && !continuesEmoji(before, r) {
			n++
		}
		if r != '\ufe0f' {
			before = r
		}
	}
	return n
}

// continuesEmoji reports whether a character is part of the emoji before it.
func continuesEmoji(before, r rune) bool {
	flag := func(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
	return before == '\u200d' || isJoiner(r) || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0020 && r <= 0xE007F || flag(before) && flag(r)
}

// limitEmoji removes emoji from a text: all of them if the others use none, else all but the first
// one. One is allowed as long as the room's style is unknown. The result onlyEmoji reports that the
// text consists of emoji alone, in a room that uses none.
func limitEmoji(text string, style *Style) (clean string, onlyEmoji bool) {
	n := countEmoji(text)
	if n == 0 {
		return text, false
	}
	keep := 1
	if style.Known() && style.Emoji == 0 {
		keep = 0
	}
	var b strings.Builder
	var before rune
	picture, seen := false, 0
	for _, r := range text {
		switch {
		case isEmoji(r) && !continuesEmoji(before, r):
			picture = true
			seen++
		case !picture || !isEmoji(r) && !isJoiner(r):
			picture = false
		}
		if !picture || seen <= keep {
			b.WriteRune(r)
		}
		before = r
	}
	clean = strings.Join(strings.Fields(b.String()), " ")
	return clean, keep == 0 && strings.TrimFunc(clean, func(r rune) bool { return isJoiner(r) || unicode.IsSpace(r) }) == ""
}
