package mouth

import (
	"html"
	"regexp"
	"strconv"
	"strings"
)

// escape matches a character that is written as its number, as programs do it: %62, \x62, \u0062,
// U+0062, \142, =62. HTML's forms are not among them.
var escape = regexp.MustCompile(`(?i)(?:\\u\{?|%u|U\+)([0-9a-f]{2,6})\}?|(?:\\x\{?|%)([0-9a-f]{2})\}?|\\([0-7]{3})|(?:\\|=)([0-9a-f]{2})`)

// bases are the bases of the numbers that escape matches.
var bases = [...]int{0, 16, 16, 8, 16}

// maxEscapes is how many times a text is unescaped: an escape may be escaped itself.
const maxEscapes = 3

// unescape writes characters in place of their escapes.
func unescape(text string) string {
	for range maxEscapes {
		before := text
		if strings.ContainsRune(text, '&') {
			text = html.UnescapeString(text)
		}
		if mayHaveEscape(text) {
			text = unescapeNumbers(text)
		}
		if text == before {
			break
		}
	}
	return text
}

// mayHaveEscape reports whether a text has a sign of an escape with what may follow it.
func mayHaveEscape(text string) bool {
	for i := range len(text) - 2 {
		switch c := text[i+1] | 0x20; text[i] {
		case '\\', '%', '=':
			if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c == 'u' || c == 'x' {
				return true
			}
		case 'u', 'U':
			if text[i+1] == '+' {
				return true
			}
		}
	}
	return false
}

func unescapeNumbers(text string) string {
	var b strings.Builder
	last := 0
	for _, at := range escape.FindAllStringSubmatchIndex(text, -1) {
		for i := 1; i < len(bases); i++ {
			if from := at[2*i]; from >= 0 {
				n, err := strconv.ParseUint(text[from:at[2*i+1]], bases[i], 21)
				if err == nil {
					b.WriteString(text[last:at[0]])
					b.WriteRune(rune(n))
					last = at[1]
				}
			}
		}
	}
	return b.String() + text[last:]
}
