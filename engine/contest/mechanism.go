package contest

import (
	"fmt"

	"ringer/engine/referee/gameshow"
	"ringer/engine/session"
)

// Floors counts how it was decided which bot may speak, where they speak one at a time.
type Floors struct {
	Chosen int `json:"chosen"` // the moderator has named a bot
	Nobody int `json:"nobody"` // the moderator has named none
	Drawn  int `json:"drawn"`  // the seed has, for want of a usable answer in time
	Rule   int `json:"rule"`   // one bot alone could speak, or none
	// Bid counts the turns of the highest bid, Contested those with other bids below it, and Tied
	// those with as high a bid of another bot. Unbid counts how often nobody had a bid.
	Bid       int `json:"bid,omitempty"`
	Contested int `json:"contested,omitempty"`
	Tied      int `json:"tied,omitempty"`
	Unbid     int `json:"unbid,omitempty"`
}

func (f *Floors) add(p *session.FloorGiven) {
	switch {
	case p.By == session.GivenByBid:
		f.bid(p)
	case p.By == session.GivenByDraw:
		f.Drawn++
	case p.By == session.GivenByRule:
		f.Rule++
	case p.Seat == "":
		f.Nobody++
	default:
		f.Chosen++
	}
}

func (f *Floors) bid(p *session.FloorGiven) {
	if p.Seat == "" {
		f.Unbid++
		return
	}
	tied := 0
	for _, bid := range p.Bids {
		if bid == p.Bids[p.Seat] {
			tied++
		}
	}
	switch f.Bid++; {
	case tied > 1:
		f.Tied++
	case len(p.Bids) > 1:
		f.Contested++
	}
}

// Mechanism is how often something has happened in the games of a show.
type Mechanism struct{ Name, Figure string }

// mechanisms returns what became of the moderator's choices and of the labels; nothing in games
// without either.
func mechanisms(games []*Game) (rows []Mechanism) {
	var f Floors
	for _, g := range games {
		if g.Floors != nil {
			o := g.Floors
			f = Floors{f.Chosen + o.Chosen, f.Nobody + o.Nobody, f.Drawn + o.Drawn, f.Rule + o.Rule, f.Bid + o.Bid, f.Contested + o.Contested, f.Tied + o.Tied, f.Unbid + o.Unbid}
		}
	}
	row := func(name string, n, of int) {
		rows = append(rows, Mechanism{name, fmt.Sprintf("%d of %d (%.0f %%)", n, of, 100*float64(n)/float64(max(of, 1)))})
	}
	if all := f.Chosen + f.Nobody + f.Drawn + f.Rule; all > 0 {
		row("floor: the moderator chose a bot", f.Chosen, all)
		row("floor: the moderator chose nobody", f.Nobody, all)
		row("floor: drawn, without a usable answer", f.Drawn, all)
		row("floor: one bot could speak, or none", f.Rule, all)
	}
	if f.Bid > 0 {
		row("floor: taken by a higher bid than others", f.Contested, f.Bid)
		row("floor: taken by one of several equal bids", f.Tied, f.Bid)
	}
	rows = append(rows, flows(games)...)
	l := labelsOf(games)
	if of := l.right + l.wrong + l.unsure + l.none; of > 0 {
		row("labels: right", l.right, of)
		row("labels: wrong", l.wrong, of)
		row("labels: unsure", l.unsure, of)
		row("labels: none", l.none, of)
		row("labels of oneself", l.self, l.contestants)
		rows = append(rows, Mechanism{"points of a contestant, by labels of others", fmt.Sprintf("%.2f", l.points[0]/float64(l.contestants))},
			Mechanism{"points with labels of oneself", fmt.Sprintf("%.2f", l.points[1]/float64(l.contestants))})
	}
	return rows
}

type labelTally struct {
	// right, wrong and unsure are labels of others, and none those that nobody has given.
	right, wrong, unsure, none int
	self, contestants          int
	// points are sums over the contestants, without and with labels of themselves.
	points [2]float64
}

func labelsOf(games []*Game) (l labelTally) {
	for _, g := range games {
		for _, ballot := range g.Ballots {
			kinds, given := map[string]string{}, map[string]map[string]string{}
			for i := range g.Seats {
				s := &g.Seats[i]
				if s.Score != nil {
					kinds[s.ID], given[s.ID] = s.Role, ballot.Answers[s.ID].Labels
				}
			}
			l.contestants += len(kinds)
			l.read(kinds, given)
		}
	}
	return l
}

func (l *labelTally) read(kinds map[string]string, given map[string]map[string]string) {
	for by := range kinds {
		for of, kind := range kinds {
			switch label := given[by][of]; {
			case by == of && label != "":
				l.self++
			case by == of:
			case label == "":
				l.none++
			case label == kind:
				l.right++
			case label == "human" || label == "ai":
				l.wrong++
			default:
				l.unsure++
			}
		}
	}
	for i, self := range []bool{false, true} {
		for _, points := range gameshow.Score(kinds, given, self) {
			l.points[i] += float64(points)
		}
	}
}
