package mouth

import (
	"slices"
	"strings"
)

const (
	// recitedFacts is how many facts of a biography one message must not hold. People tell one or
	// two facts about themselves in a line, and three sound read out.
	recitedFacts = 3
	// quotedFact is how many words in a row of a fact a message has to hold for telling it. Shorter
	// facts have to stand there whole.
	quotedFact = 4
)

// leadWords are words at the start of a fact that people exchange or leave out.
var leadWords = []string{"a", "an", "the", "as", "at", "in", "on", "for"}

// listsFacts reports whether a normalised text reads out the biography: it tells at least three of
// its facts.
func (r *Room) listsFacts(flat string) bool {
	told := 0
	for _, forms := range r.Facts {
		if slices.ContainsFunc(forms, func(form string) bool { return tells(flat, form) }) {
			told++
		}
	}
	return told >= recitedFacts
}

// tells reports whether a normalised text tells a fact in its own words.
func tells(flat, fact string) bool {
	words := strings.Fields(Normalise(fact))
	for len(words) > 1 && slices.Contains(leadWords, words[0]) {
		words = words[1:]
	}
	if len(words) > quotedFact {
		return recites(flat, quotedFact, strings.Join(words, " "))
	}
	return len(words) > 0 && strings.Contains(" "+flat+" ", " "+strings.Join(words, " ")+" ")
}
