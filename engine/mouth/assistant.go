package mouth

import (
	"regexp"
	"strings"
)

// amount is a quantity as recipes give them.
var amount = regexp.MustCompile(`(?i)(?:\d+(?:[.,/]\d+)?|[½¼¾⅓])\s?(?:g|kg|ml|cl|dl|l|cups?|tbsp|tsp|tablespoons?|teaspoons?|oz|el|tl|esslöffel|teelöffel|tassen?|prisen?|gram\w*|gramm|cuill\S+|tasses?|tazas?|cucharad\S+|cucchiai\S*|tazz\S+|gramos|grammi)\b`)

// amounts is from how many quantities a text is a recipe, cooked from how many words of cooking: people who talk of food use one or two.
const (
	amounts = 3
	cooked  = 5
)

// works tells whether a text does what assistants are asked for: a recipe, a poem, steps to follow.
func works(s *speech, clean string) bool {
	l, cooking := words(), map[string]bool{}
	for _, w := range s.words {
		if l.cooking[w] {
			cooking[w] = true
		}
	}
	n := 0
	if strings.ContainsAny(clean, "123456789½¼¾⅓") {
		n = len(amount.FindAllString(clean, amounts))
	}
	return n >= amounts || len(cooking) >= cooked || n > 0 && len(cooking) > 2 || l.work.find(s, nil, always)
}
