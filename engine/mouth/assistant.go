package mouth

import (
	"regexp"
	"strings"
)

// amount matches a quantity in a recipe.
var amount = regexp.MustCompile(`(?i)(?:\d+(?:[.,/]\d+)?|[½¼¾⅓])\s?(?:g|kg|ml|cl|dl|l|cups?|tbsp|tsp|tablespoons?|teaspoons?|oz|el|tl|esslöffel|teelöffel|tassen?|prisen?|gram\w*|gramm|cuill\S+|tasses?|tazas?|cucharad\S+|cucchiai\S*|tazz\S+|gramos|grammi)\b`)

const (
	// minAmounts is how many quantities make a text a recipe. People who talk of food name one or
	// two.
	minAmounts = 3
	// minCookingWords is how many different cooking words make a text a recipe. People who talk of
	// food use one or two.
	minCookingWords = 5
)

// isAssistantWork reports whether a text does what assistants are asked for: a recipe, a poem,
// steps to follow.
func isAssistantWork(s *parsedText, clean string) bool {
	l, cooking := allLanguages(), map[string]bool{}
	for _, w := range s.words {
		if l.cooking[w] {
			cooking[w] = true
		}
	}
	n := 0
	if strings.ContainsAny(clean, "123456789½¼¾⅓") {
		n = len(amount.FindAllString(clean, minAmounts))
	}
	return n >= minAmounts || len(cooking) >= minCookingWords || n > 0 && len(cooking) > 2 || l.assistantWork.find(s, names{}, always)
}
