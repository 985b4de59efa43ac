package llm

import "strings"

// realJSON returns what the object at the start of a text is as real JSON, and the length of the
// object in the text. It removes commas before } and ], and puts double quotes around texts in
// single quotes, as small models write them. It changes no text inside the quotes. If the result is
// not JSON, the object had another fault.
func realJSON(text string) (tidy string, n int, ok bool) {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			end := quoteEnd(text, i)
			if end < 0 {
				return "", 0, false
			}
			b.WriteString(requoted(text[i+1 : end]))
			i = end
			continue
		case ',':
			if next := nextSign(text[i+1:]); next == '}' || next == ']' {
				continue
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				b.WriteByte(c)
				return b.String(), i + 1, depth == 0
			}
		}
		b.WriteByte(text[i])
	}
	return "", 0, false
}

// quoteEnd returns where the text ends whose opening quote stands at start, or -1. A single quote
// between two letters is an apostrophe, and ends nothing.
func quoteEnd(text string, start int) int {
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] != quote:
		case quote == '"' || !letter(text[i-1]) || i+1 == len(text) || !letter(text[i+1]):
			return i
		}
	}
	return -1
}

// letter reports whether a byte is a letter or a part of one.
func letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80 }

// nextSign returns the first byte of a text other than space, or 0.
func nextSign(text string) byte {
	for i := range len(text) {
		if strings.IndexByte(" \t\r\n", text[i]) < 0 {
			return text[i]
		}
	}
	return 0
}

// requoted returns what stands between quotes of either kind as a text in double quotes. There, a
// double quote has a backslash before it, and a single quote has none.
func requoted(inner string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(inner); i++ {
		switch c := inner[i]; {
		case c == '"':
			b.WriteString(`\"`)
		case c == '\\' && i+1 < len(inner):
			if i++; inner[i] != '\'' {
				b.WriteByte(c)
			}
			b.WriteByte(inner[i])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
