package deduction

import (
	"regexp"
	"strings"

	"ringer/engine/deduction"
	"ringer/engine/session"
)

// Lines of the game masters of Avalon-NLU and Bayesian-Avalon.
var (
	proposed = regexp.MustCompile(`^(\S+) proposed a party: (.+)$`)
	approved = regexp.MustCompile(`(?i)^party vote (?:outcome|summary): `)
	ballot   = regexp.MustCompile(`(\S+): (yes|no)`)
	finished = regexp.MustCompile(`(?i)^(?:the )?quest (?:has )?(succeeded|failed)!$`)
)

// course returns a game with its rulings. A leader could propose again before the vote; the last
// team counts. Nobody recorded how many players voted for a quest's failure.
func (r *recording) course() deduction.Game {
	g := deduction.Game{Roles: map[string]string{}}
	for _, p := range r.Players {
		g.Seats = append(g.Seats, p.Name)
		g.Roles[p.Name] = p.Role
	}
	team := session.Ruling{Step: session.StepTeam}
	for _, m := range r.Messages {
		if m.Kind == string(session.FromPlayer) {
			continue
		}
		if f := proposed.FindStringSubmatch(m.Text); f != nil && g.Roles[f[1]] != "" {
			team.By, team.Players = f[1], strings.Split(f[2], ", ")
		}
		if approved.MatchString(m.Text) {
			g.Rulings = append(g.Rulings, team, vote(team.Players, m.Text))
		}
		if f := finished.FindStringSubmatch(m.Text); f != nil {
			g.Rulings = append(g.Rulings, session.Ruling{Step: session.StepQuest, Players: team.Players, Passed: f[1] == "succeeded"})
		}
	}
	return g
}

// vote returns the ruling of a line such as "party vote outcome: Sam: yes, Mia: no".
func vote(team []string, text string) session.Ruling {
	r := session.Ruling{Step: session.StepApproval, Players: team, Answers: map[string]string{}}
	yes := 0
	for _, b := range ballot.FindAllStringSubmatch(text, -1) {
		r.Answers[b[1]] = b[2]
		if b[2] == session.Yes {
			yes++
		}
	}
	r.Passed = 2*yes > len(r.Answers)
	return r
}
