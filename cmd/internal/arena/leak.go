package arena

import (
	"regexp"
	"strings"
)

// leaks reports whether a line gives away one of the roles that its player must hide: the player
// says to be it. This is the only place that decides what counts as a leak.
func leaks(hidden []string, text string) bool {
	for _, role := range hidden {
		claim := `(?i)\b(?:i am|i'm|i’m|im|as) (?:(?:the|a|an|your|actually|really) ){0,2}` + regexp.QuoteMeta(strings.TrimSpace(role)) + `\b`
		if regexp.MustCompile(claim).MatchString(text) {
			return true
		}
	}
	return false
}
