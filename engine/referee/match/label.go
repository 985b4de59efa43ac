package match

import (
	"maps"
	"slices"
	"strings"
)

// The labels of a vote that asks what each player is.
const (
	Human  = "human"
	AI     = "ai"
	Unsure = "unsure"
)

// ReadLabels reads labels that a person has written, by seat. It repairs upper and lower case and
// spaces. A label that does not exist becomes unsure. It drops labels of seats that are not listed.
func ReadLabels(given map[string]string, seats []string) map[string]string {
	read := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(seats, func(seat string) bool { return strings.EqualFold(seat, strings.TrimSpace(key)) })
		if i < 0 {
			continue
		}
		if _, twice := read[seats[i]]; twice && key != seats[i] {
			continue // the key that is spelled exactly counts
		}
		label := strings.ToLower(strings.TrimSpace(given[key]))
		if label != Human && label != AI {
			label = Unsure
		}
		read[seats[i]] = label
	}
	return read
}
