package gameshow

import (
	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// labels returns the labels of the vote, and what each says about a bot's suspicion.
func labels() []session.Label {
	return []session.Label{
		{ID: match.Human, Label: match.Human, About: session.Trust}, {ID: match.AI, Label: "AI", About: session.Suspicion}, {ID: match.Unsure, Label: match.Unsure, About: session.Other},
	}
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
			case label == match.Human || label == match.AI:
				points[by]--
			}
			if by != of && label != kind {
				points[of]++
			}
		}
	}
	return points
}
