package referee

import (
	"maps"
	"slices"
	"strings"

	"ringer/engine/session"
)

// The labels of a game show. The first two are also what a contestant may be.
const (
	human  = "human"
	ai     = "ai"
	unsure = "unsure"
)

// labels returns the labels of the vote, and what each says about a bot's suspicion.
func labels() []session.Label {
	return []session.Label{
		{ID: human, Label: human, About: session.Trust}, {ID: ai, Label: "AI", About: session.Suspicion}, {ID: unsure, Label: unsure, About: session.Other},
	}
}

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
		if label != human && label != ai {
			label = unsure
		}
		read[seats[i]] = label
	}
	return read
}

// Score returns the points of each contestant. kinds says who is human and who is ai. given holds
// the labels that each contestant has given, by contestant and by whom they label. A right label
// gains a point, a wrong one costs a point, unsure or none does neither. A contestant also gains a
// point for each other one who has not labelled them rightly. self also counts labels of oneself.
func Score(kinds map[string]string, given map[string]map[string]string, self bool) map[string]int {
	points := map[string]int{}
	for of, kind := range kinds {
		points[of] += 0 // everybody has a score
		for by := range kinds {
			label := given[by][of]
			switch {
			case by == of && !self:
			case label == kind:
				points[by]++
			case label == human || label == ai:
				points[by]--
			}
			if by != of && label != kind {
				points[of]++
			}
		}
	}
	return points
}
