package suspicion

import "ringer/engine/session"

const reverseTuring = "reverse_turing"

// accusation is what the running sums say in a bot's seat of a reverse Turing game.
type accusation struct {
	game *recording
	seat string
	// accused is empty if the sums never differ by more than the threshold.
	accused string
	lines   int
}

func (a *accusation) right(name string) bool {
	p := a.game.player(name)
	return p != nil && p.bot() && name != a.seat
}

// accuse returns the accusation of each bot (paper on the theory of mind, §3.4 eq. 3 to 5).
func accuse(games []*recording, all []scored) (made []accusation) {
	lines := map[int][]scored{}
	for _, s := range all {
		lines[s.game] = append(lines[s.game], s)
	}
	for at, g := range games {
		if g.Rules != reverseTuring || len(g.Players) != 3 || lines[at] == nil {
			continue
		}
		for i := range g.Players {
			if g.Players[i].bot() {
				made = append(made, g.accuse(i, lines[at]))
			}
		}
	}
	return made
}

func (g *recording) accuse(seat int, lines []scored) accusation {
	a := accusation{game: g, seat: g.Players[seat].Name}
	sums := map[string]float64{g.Players[(seat+1)%3].Name: 0, g.Players[(seat+2)%3].Name: 0}
	for i := range lines {
		a.lines++
		name := lines[i].sender.Name
		if _, other := sums[name]; !other {
			continue
		}
		if !lines[i].apart {
			sums[name] += lines[i].score
		}
		if a.accused = session.Suspect(sums, session.AccuseLead); a.accused != "" {
			break
		}
	}
	return a
}
