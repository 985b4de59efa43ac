package deduction

import "ringer/engine/deduction"

func view(g *deduction.Game, me string, w *deduction.Weights) deduction.Setup {
	s := deduction.Setup{Seats: g.Seats, RoleList: g.RoleList(), Me: me, Role: g.Roles[me], Known: map[string][]string{}, Weights: w}
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
