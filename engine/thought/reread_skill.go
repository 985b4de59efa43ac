package thought

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// rereadOffline returns the first sentence of the line, in small letters and without a full stop.
func rereadOffline(p prompt.Parsed, _ *rand.Rand) any {
	unsent, _ := p.Pending()
	if text := plain(unsent); text != strings.TrimSpace(unsent) && text != "" {
		return prompt.Written{Unsent: session.LookReplace, Text: text}
	}
	return prompt.Written{Unsent: session.LookKeep}
}

func plain(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, ".!?"); i >= 0 {
		text = strings.TrimRight(text[:i+1], ".!")
	}
	first, size := utf8.DecodeRuneInString(text)
	if second, _ := utf8.DecodeRuneInString(text[size:]); unicode.IsUpper(first) && !unicode.IsUpper(second) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return text
}
