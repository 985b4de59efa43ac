package thought

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// rereadOffline returns the first sentence of the line, in small letters and without a full stop.
// If the line is that already, it is another line that suits the moment.
func rereadOffline(p prompt.Parsed, rng *rand.Rand) any {
	unsent, _ := p.Pending()
	if text := plain(unsent); text != strings.TrimSpace(unsent) && text != "" {
		return prompt.Written{Unsent: session.LookReplace, Text: text}
	}
	for range maxTries {
		text := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForWriting}, rng).Again()
		if mouth.Normalise(text) != mouth.Normalise(unsent) {
			return prompt.Written{Unsent: session.LookReplace, Text: text}
		}
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
