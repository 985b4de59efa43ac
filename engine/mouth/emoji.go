package mouth

import (
	"strings"
	"unicode"
)

// emoji tells the pictures among the characters.
func emoji(r rune) bool {
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF, r >= 0x2B00 && r <= 0x2BFF, r >= 0x231A && r <= 0x23FF, r >= 0xE0020 && r <= 0xE007F:
		return true
	}
	return false
}

// emojis counts the pictures of a text; what is joined or coloured is one.
func emojis(text string) (n int) {
	var before rune
	for _, r := range text {
		if emoji(r) && !continues(before, r) {
			n++
		}
		if r != '\ufe0f' {
			before = r
		}
	}
	return n
}

// continues tells whether a character is part of the picture before it.
func continues(before, r rune) bool {
	flag := func(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }
	return before == '\u200d' || joiner(r) || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0xE0020 && r <= 0xE007F || flag(before) && flag(r)
}

// settle takes pictures out of a text: all of them where the others use none, else all but the first one. Before enough lines were said one is
// let by. alone says that the text is nothing else, in a room without any.
func settle(text string, room *Style) (clean string, alone bool) {
	n := emojis(text)
	if n == 0 {
		return text, false
	}
	keep := 1
	if room.known() && room.Emoji == 0 {
		keep = 0
	}
	var b strings.Builder
	var before rune
	picture, seen := false, 0
	for _, r := range text {
		switch {
		case emoji(r) && !continues(before, r):
			picture = true
			seen++
		case !picture || !emoji(r) && !joiner(r):
			picture = false
		}
		if !picture || seen <= keep {
			b.WriteRune(r)
		}
		before = r
	}
	clean = strings.Join(strings.Fields(b.String()), " ")
	return clean, keep == 0 && strings.TrimFunc(clean, func(r rune) bool { return joiner(r) || unicode.IsSpace(r) }) == ""
}
