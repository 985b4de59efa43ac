package deduction

import (
	"strings"

	"ringer/engine/deduction"
	"ringer/engine/recording"
	"ringer/engine/session"
)

func load(files []string) (all []recording.Game, err error) {
	for _, name := range files {
		games, err := recording.Load(name)
		if err != nil {
			return nil, err
		}
		all = append(all, games...)
	}
	return all, nil
}

// course returns a game with its rulings. Nobody recorded how many players voted for a quest's
// failure, or whom the assassin named.
func course(g *recording.Game) deduction.Game {
	c := deduction.Game{Roles: map[string]string{}, Words: map[string]int{}}
	for _, p := range g.Players {
		if p.Role != "" {
			c.Seats, c.Roles[p.Name] = append(c.Seats, p.Name), p.Role
		}
	}
	for _, m := range g.Messages {
		if m.Kind == session.FromPlayer {
			c.Words[m.Sender] += len(strings.Fields(m.Text))
		}
	}
	for _, r := range g.VotedRulings() {
		if r.Fails = 0; r.Step != session.StepAssassination {
			c.Rulings = append(c.Rulings, r.Ruling)
		}
	}
	return c
}

func view(g *deduction.Game, me string, w *deduction.Weights) deduction.Setup {
	s := deduction.Setup{Seats: g.Seats, RoleList: g.RoleList(), Me: me, Role: g.Roles[me], Known: map[string][]string{}, Words: g.Words, Weights: w}
	for seat, role := range g.Roles {
		switch evil := !deduction.Good(role); {
		case seat == me:
		case s.Role == "merlin" && evil:
			s.Known[seat] = []string{"morgana", "assassin", "minion"}
		case s.Role == "percival" && (role == "merlin" || role == "morgana"):
			s.Known[seat] = []string{"merlin", "morgana"}
		case !deduction.Good(s.Role) && evil:
			s.Known[seat] = []string{role}
		}
	}
	return s
}

func informed(role string) bool { return role == "merlin" || !deduction.Good(role) }
