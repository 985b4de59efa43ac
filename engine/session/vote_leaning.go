package session

import "slices"

// leaning returns what the mind would answer in a vote: what its strategy says, else what follows
// from whom it suspects in a quest game. It is empty if neither says anything.
func (s *State) leaning(v *Vote, b Brief) Leaning {
	if own, ok := b.Leanings[v.ID]; ok {
		return own
	}
	options := map[string]float64{}
	switch {
	case s.Config.Side() == Evil, len(b.Suspicion) == 0:
	case v.Step == StepTeam: // a good leader takes whom it suspects least, and itself
		for _, o := range v.Options {
			if options[o.ID] = -bounded(b.Suspicion[o.Player]); o.Player == s.Roster.Seat {
				options[o.ID] = maxSuspicion
			}
		}
	case v.Step == StepApproval: // a good player approves a team that it suspects less than the others
		if team := Proposed(s.Rulings); team != nil {
			options[Yes] = s.trust(team, b.Suspicion)
			options[No] = -options[Yes]
		}
	}
	return Leaning{Options: options}
}

// trust returns how much less the bot suspects a team than the others, as log-odds.
func (s *State) trust(team []string, suspicion map[string]float64) float64 {
	var sum [2]float64
	var n [2]int
	for _, p := range s.Roster.Players {
		if p.ID == s.Roster.Seat || p.Presence != Active {
			continue
		}
		in := 0
		if slices.Contains(team, p.ID) {
			in = 1
		}
		sum[in], n[in] = sum[in]+bounded(suspicion[p.ID]), n[in]+1
	}
	if n[0] == 0 || n[1] == 0 {
		return 0
	}
	return sum[0]/float64(n[0]) - sum[1]/float64(n[1])
}
