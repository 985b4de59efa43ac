package thought

import (
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// Limits of the offline model's second try.
const (
	tries    = 8 // lines drawn before it keeps silent: most moments have more lines than that
	longWord = 4 // characters; shorter words stand in every line
)

// anew is the offline model's rewrite: another line that suits the moment, and has no long word in common with the refused text. It does not
// understand the reason, so it stays away from all that may have been it.
func anew(p prompt.Parsed, rng *rand.Rand) any {
	var refused []string
	for _, text := range p.List(sectionRefused) {
		refused = append(refused, strings.Fields(mouth.Normalise(text))...)
	}
	for range tries {
		text := smalltalk.Read(p, smalltalk.Look{Lines: smalltalk.AllLines}, rng).Say()
		words := strings.Fields(mouth.Normalise(text))
		common := func(word string) bool { return len([]rune(word)) >= longWord && slices.Contains(refused, word) }
		if len(words) > 0 && !slices.ContainsFunc(words, common) && !slices.Equal(words, refused) {
			return rewriteAnswer{Text: text}
		}
	}
	return rewriteAnswer{}
}
