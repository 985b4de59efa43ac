package contest

import (
	"cmp"
	"slices"

	"ringer/engine/deceit"
	"ringer/engine/referee"
	"ringer/engine/session"
)

// judgeByRule notes what the bot of a session knew and believed at each of its lines, by the id of
// the message, and how the lines deceive.
func (x *Logs) judgeByRule(log []session.Event, game *session.GameCreated, said map[string]deceit.Said) {
	one, _ := referee.OddOne(game.Config.Game.Rules)
	roles := deceit.Roles{Of: map[string]int{}, Known: one != "" || len(game.Deal.Allies) > 0}
	for _, role := range game.Deal.Roles {
		roles.Of[role]++
	}
	var believing session.Strategy
	if created, ok := log[0].Data.(*session.SessionCreated); ok && x.Strategies != nil {
		of := &created.Config
		if s, err := x.Strategies.New(of.Strategy, of.Fidelity, of.Options); err == nil { // a server may have others
			believing = s
		}
	}
	for _, line := range deceit.Read(log, roles, believing) {
		said[line.Message] = line
	}
}

// Deceit counts how the lines of a variant on a side deceive.
type Deceit struct {
	Side    string `json:"side"`
	Variant string `json:"variant"`
	// By is rule, or the name of the judge.
	By string `json:"by"`
	deceit.Count
}

// deceits returns a row for each side and variant whose lines were judged by rule.
func (c *Contest) deceits(games []*Game) (rows []Deceit) {
	for _, g := range games {
		for _, d := range g.deceits() {
			deceitRow(&rows, d).Join(&d.Count)
		}
	}
	c.sortDeceits(rows)
	return rows
}

// deceits returns the rows of one game, also when its lines were dropped.
func (g *Game) deceits() (rows []Deceit) {
	if g.counted != nil {
		return g.counted
	}
	for i := range g.Lines {
		l := &g.Lines[i]
		if seat := g.Seat(l.Sender); seat != nil && l.Mind != nil && l.Channel == "" {
			deceitRow(&rows, Deceit{Side: seat.Side, Variant: seat.Variant, By: deceit.ByRule}).Add(l.Marks)
		}
	}
	return rows
}

func (c *Contest) sortDeceits(rows []Deceit) {
	slices.SortStableFunc(rows, func(a, b Deceit) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), c.Variant(a.Variant)-c.Variant(b.Variant))
	})
}

func deceitRow(rows *[]Deceit, of Deceit) *Deceit {
	for i := range *rows {
		if d := &(*rows)[i]; d.Side == of.Side && d.Variant == of.Variant && d.By == of.By {
			return d
		}
	}
	of.Count = deceit.Count{}
	*rows = append(*rows, of)
	return &(*rows)[len(*rows)-1]
}
