package thought

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/prompt"
)

// rereadOffline is the offline model's rewriting of a line that reads like a machine's: the first
// sentence, in small letters, without its last full stop.
func rereadOffline(p prompt.Parsed, _ *rand.Rand) any {
	unsent, _ := p.Pending()
	text := strings.TrimSpace(unsent)
	if i := strings.IndexAny(text, ".!?"); i >= 0 {
		if text = strings.TrimRight(text[:i+1], ".!"); i == 0 {
			return rereadAnswer{}
		}
	}
	first, size := utf8.DecodeRuneInString(text)
	if second, _ := utf8.DecodeRuneInString(text[size:]); unicode.IsUpper(first) && !unicode.IsUpper(second) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return rereadAnswer{Text: text}
}
