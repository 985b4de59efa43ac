package thought

import (
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// Limits of the offline model's rewrite.
const (
	maxTries = 8 // how many lines it draws before it gives up
	// minLongWord is the length of a long word, in characters. Shorter words occur in every line.
	minLongWord = 4
)

// rewriteOffline returns another line that suits the moment and shares no long word with the
// refused text: it does not understand the reason. If the text was only said or asked before, half
// of the words may be the same: an answer about one's town has its name in it.
func rewriteOffline(p prompt.Parsed, rng *rand.Rand) any {
	var refused []string
	for _, text := range p.List(sectionRefused) {
		refused = append(refused, strings.Fields(mouth.Normalise(text))...)
	}
	reason := p.Text(sectionReason)
	tooLong := reason == reasons[mouth.RuleLong]
	said := reason == reasons[mouth.RuleRepeat] || reason == reasons[mouth.RuleAsked]
	near := ""
	for range maxTries {
		text := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForWriting}, rng).Say()
		words := strings.Fields(mouth.Normalise(text))
		common := func(word string) bool { return len([]rune(word)) >= minLongWord && slices.Contains(refused, word) }
		if len(words) > 0 && !slices.ContainsFunc(words, common) && !slices.Equal(words, refused) {
			return prompt.Written{Text: text}
		}
		if tooLong && len(words) > 0 && 2*len(words) <= len(refused) {
			return prompt.Written{Text: text}
		}
		if said && len(words) > 0 && 2*countOf(refused, words) <= len(words) {
			near = text
		}
	}
	return prompt.Written{Text: near}
}

func countOf(list, words []string) (n int) {
	for _, w := range words {
		if slices.Contains(list, w) {
			n++
		}
	}
	return n
}
