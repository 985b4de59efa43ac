package llm

import "strings"

// realJSON returns the object at the start of a text as real JSON, and its length. It removes
// commas before } and ], and puts double quotes around texts in single quotes, as small models
// write them, but changes no text inside quotes. If the result is not JSON, the object had another
// fault.
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

// quoteEnd returns where a quoted text ends, or -1. A single quote between two letters is an
// apostrophe.
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

// requoted puts a text in double quotes: a double quote in it gets a backslash, a single one loses
// it.
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
