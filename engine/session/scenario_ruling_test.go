package session

import "strings"

// parseRuling parses a ruling of a scenario, such as: team blue green.
func parseRuling(arg string) *Ruling {
	words := strings.Fields(arg)
	u := &Ruling{Step: Step(words[0]), Players: words[1:]}
	if u.Step == StepTeam || u.Step == StepAssassination {
		u.By = u.Players[0]
	}
	return u
}
