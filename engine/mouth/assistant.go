package mouth

import (
	"slices"
	"strings"
)

var units = strings.Fields("g kg ml cl dl l cup cups tbsp tsp tablespoon tablespoons teaspoon teaspoons oz el tl esslöffel teelöffel tasse tassen prise prisen tasses taza tazas gramos grammi")

func isUnit(word string) bool {
	stems := []string{"gram", "cuill", "cucharad", "cucchiai", "tazz"}
	return slices.Contains(units, word) || slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// countAmounts counts the quantities in a text, such as 200 g or ½ cup.
func countAmounts(text string) (n int) {
	if !strings.ContainsAny(text, "0123456789½¼¾⅓") { // nearly always
		return 0
	}
	afterNumber := false
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		unit := strings.TrimLeft(word, "0123456789.,/½¼¾⅓(")
		number := len(unit) < len(word)
		unit = strings.TrimRight(unit, ".,;:!?)")
		if (number || afterNumber) && unit != "" && isUnit(unit) {
			n++
		}
		afterNumber = number && unit == ""
	}
	return n
}

const (
	// minAmounts is how many quantities make a text a recipe. People who talk of food name one or
	// two.
	minAmounts = 3
	// minCookingWords is how many different cooking words make a text a recipe. People who talk of
	// food use one or two.
	minCookingWords = 5
)

// isAssistantWork reports whether a text is a recipe, a poem, steps to follow.
func isAssistantWork(s *parsedText, clean string) bool {
	l, cooking := allLanguages(), map[string]bool{}
	for _, w := range s.words {
		if l.cooking[w] {
			cooking[w] = true
		}
	}
	n := countAmounts(clean)
	return n >= minAmounts || len(cooking) >= minCookingWords || n > 0 && len(cooking) > 2 || l.assistantWork.find(s, names{}, always)
}
