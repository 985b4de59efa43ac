package gametest

import (
	"slices"
	"time"

	"ringer/engine/session"
)

// The times of a moderated floor, in game time.
const (
	moderatorLimit = 5 * time.Second
	turnLimit      = 20 * time.Second
	floorGap       = time.Second
)

// FloorReport is what Floor finds in the log of a moderated game, and Bids in one with bids.
type FloorReport struct {
	Report
	// Given counts how often the floor was given, by the reason.
	Given map[session.GivenBy]int
	// Longest is the longest time that the game waited for its moderator, or that a bid waited
	// while nobody had the floor.
	Longest time.Duration
	// Contested and Tied count the turns with lower bids of others, and those with equal ones.
	Contested, Tied int
}

type floorGame struct {
	*FloorReport
	session.GameCreated
	phase       session.Phase
	gone, muted map[string]bool
	// seat has the floor since a time. spoken is when it has said its message since then, with all
	// parts of it; 0 until it has.
	seat          string
	since, spoken time.Duration
	// newAt is when the first line was said that was not considered; 0 for none.
	newAt time.Duration
	line  int64
}

// Floor judges the log of a moderated game: only the bot that has the floor speaks, only bots that
// can speak get it, and nobody waits for a moderator for more than five seconds.
func Floor(log []session.Event) *FloorReport {
	g := newFloorGame(log)
	for _, e := range log {
		at := time.Duration(float64(steady(e).Sub(steady(log[0]))) * g.Config.Speed)
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			g.hear(e, at)
		case *session.MessageSent:
			g.speaks(e, p.Sender)
			if g.spoken == 0 || p.Kind == session.Rest {
				g.spoken = at
			}
			g.hear(e, at)
		case *session.TypingStarted:
			g.speaks(e, p.Seat)
		case *session.ObservationReceived:
			g.observe(p)
		case *session.FloorGiven:
			g.give(e, p, at)
		}
	}
	return g.FloorReport
}

func newFloorGame(log []session.Event) *floorGame {
	g := &floorGame{FloorReport: &FloorReport{Given: map[session.GivenBy]int{}}, gone: map[string]bool{}, muted: map[string]bool{}}
	g.GameCreated = *log[0].Data.(*session.GameCreated)
	if g.Deal != nil {
		g.Config.Game.Phases, g.Config.Game.Channels, g.Config.Game.Phase = g.Deal.Phases, g.Deal.Channels, g.Deal.Phase
	}
	g.turn(g.Config.Game.Phase)
	return g
}

func (g *floorGame) hear(e session.Event, at time.Duration) {
	if g.line = e.Seq; g.newAt == 0 {
		g.newAt = max(at, 1)
	}
}

func (g *floorGame) speaks(e session.Event, seat string) {
	if seat != g.seat {
		g.blame(e, "%s speaks, and %q has the floor", seat, g.seat)
	}
}

func (g *floorGame) observe(p *session.ObservationReceived) {
	switch p.Kind {
	case session.PhaseChanged:
		g.turn(p.Phase)
	case session.PlayerOut, session.PlayerLeft:
		g.gone[p.Player.ID] = true
	case session.PlayerJoined:
		delete(g.gone, p.Player.ID)
	case session.BotMuted, session.BotUnmuted:
		for _, b := range g.Bots {
			if p.Seat == "" || p.Seat == b.Seat {
				g.muted[b.Seat] = p.Kind == session.BotMuted
			}
		}
	}
}

func (g *floorGame) turn(phase string) {
	for _, p := range g.Config.Game.Phases {
		if p.ID == phase {
			g.phase = p
		}
	}
}

func (g *floorGame) able() (seats []string) {
	for _, b := range g.Bots {
		if !g.gone[b.Seat] && !g.muted[b.Seat] && (len(g.phase.Speakers) == 0 || slices.Contains(g.phase.Speakers, b.Seat)) {
			seats = append(seats, b.Seat)
		}
	}
	return seats
}

func (g *floorGame) give(e session.Event, p *session.FloorGiven, at time.Duration) {
	g.Given[p.By]++
	able := g.able()
	switch {
	case p.Seat != "" && !slices.Contains(able, p.Seat):
		g.blame(e, "%s cannot speak; %v can", p.Seat, able)
	case (p.By == session.GivenByRule) != (len(able) < 2):
		g.blame(e, "it is given by %s, and %v can speak", p.By, able)
	case p.By == session.GivenByDraw && p.Seat == "":
		g.blame(e, "the draw is nobody")
	}
	if g.newAt > 0 {
		from := max(g.newAt, g.spoken, g.since+floorGap)
		if g.seat != "" && g.spoken == 0 {
			from = max(from, g.since+turnLimit)
		}
		if g.Longest = max(g.Longest, at-from); at-from > moderatorLimit+rounding {
			g.blame(e, "the game has waited for %s", at-from)
		}
	}
	if g.seat, g.since, g.spoken = p.Seat, at, 0; p.BasedOn >= g.line {
		g.newAt = 0
	}
}
