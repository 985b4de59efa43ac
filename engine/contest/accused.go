package contest

import "ringer/engine/stats"

// Accused says how often the guest has accused a variant.
type Accused struct {
	Variant string `json:"variant"`
	// Games counts the games with a guest who has accused somebody, and Times those in which it
	// accused this variant.
	Games int     `json:"games"`
	Times int     `json:"times"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// P is the two-sided p-value of the binomial test: would a guest who draws a bot accuse the
	// variant as often?
	P float64 `json:"p"`
}

func (c *Contest) accused(games []*Game) (rows []Accused) {
	if !c.Guest {
		return nil
	}
	bots, seats := len(c.Names)-1, map[string]int{}
	for _, name := range c.rotated(0) {
		seats[name]++
	}
	for _, v := range c.Variants {
		a := Accused{Variant: v.Name}
		for _, g := range games {
			if suspect := g.suspected(); suspect != nil {
				if a.Games++; suspect.Variant == v.Name {
					a.Times++
				}
			}
		}
		a.Low, a.High = stats.Wilson(a.Times, a.Games)
		a.P = stats.Binomial(a.Times, a.Games, float64(seats[v.Name])/float64(bots))
		rows = append(rows, a)
	}
	return rows
}

func (g *Game) suspected() *Seat {
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Variant == guestName && len(g.Ballots) > 0 {
			return g.Seat(g.Ballots[len(g.Ballots)-1].Answers[s.ID].Option)
		}
	}
	return nil
}
