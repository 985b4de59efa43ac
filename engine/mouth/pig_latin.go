package mouth

import "strings"

// unpig returns what a text in pig latin says, such as iway amway. It returns "" if more than half
// of its words are none.
func unpig(text string) string {
	words, pigs := strings.Fields(text), 0
	for i, w := range words {
		w, ok := strings.CutSuffix(strings.TrimRight(w, ".,!?"), "ay")
		if !ok || w == "" {
			continue
		}
		pigs++
		words[i] = strings.TrimSuffix(w, "w")
		for n := 1; n < min(len(w), 4) && !allLanguages().knows(words[i]); n++ {
			if word := w[len(w)-n:] + w[:len(w)-n]; n == 1 || allLanguages().knows(word) {
				words[i] = word
			}
		}
	}
	if pigs*2 < len(words) {
		return ""
	}
	return strings.Join(words, " ")
}
