package gametest

import (
	"maps"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

const (
	bidPause = 2 * time.Second        // how long a game waits for bids after a line
	partGap  = 600 * time.Millisecond // how long it waits for the next part of a message
)

// bidGame is a game with bids, folded without the code that runs it.
type bidGame struct {
	floorGame
	bids map[string]int
	// last holds the newest line of each channel.
	last map[string]session.Post
	// used says that the bot that has the floor has begun to type or to speak.
	used bool
	// openAt is since when a bot bids and nobody has the floor; 0 while that is not so.
	openAt time.Duration
}

// Bids judges the log of a game with bids: only the bot that has the floor types and speaks, the
// highest bid of those who can speak gets it, a bot that the last line names before others, and no
// bid waits while the floor is free.
func Bids(log []session.Event) *FloorReport {
	g := &bidGame{floorGame: *newFloorGame(log), bids: map[string]int{}, last: map[string]session.Post{}}
	for _, e := range log {
		at := time.Duration(float64(steady(e).Sub(steady(log[0]))) * g.Config.Speed)
		if g.openAt > 0 {
			if g.Longest = max(g.Longest, at-g.openAt); at-g.openAt > bidPause+floorGap+partGap+rounding {
				g.blame(e, "the bids %v wait for %s", g.bids, at-g.openAt)
			}
		}
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			g.heard(p.Post)
		case *session.MessageSent:
			g.use(e, p.Sender)
			g.spoken = max(at, 1)
			g.heard(session.Post{Sender: p.Sender, Text: p.Text, Channel: p.Channel})
		case *session.TypingStarted:
			g.use(e, p.Seat)
		case *session.TypingStopped:
			if p.Seat == g.seat && g.spoken == 0 {
				g.used = false
			}
		case *session.ObservationReceived:
			g.observe(p)
		case *session.BidMade:
			if g.bids[p.Seat] = p.Bid; p.Bid < 0 || p.Bid > 4 {
				g.blame(e, "%s bids %d", p.Seat, p.Bid)
			}
		case *session.FloorGiven:
			g.take(e, p, at)
		}
		if open := g.seat == "" && len(g.bidding()) > 0; !open {
			g.openAt = 0
		} else if g.openAt == 0 {
			g.openAt = max(at, 1)
		}
	}
	return g.FloorReport
}

func (g *bidGame) heard(p session.Post) {
	if !strings.HasPrefix(p.Text, "*") { // it corrects the line before
		g.last[p.Channel] = p
	}
}

func (g *bidGame) use(e session.Event, seat string) {
	g.used = true
	g.speaks(e, seat)
}

// bidding returns what those bid who can speak.
func (g *bidGame) bidding() map[string]int {
	bids := map[string]int{}
	for _, seat := range g.able() {
		if g.bids[seat] > 0 {
			bids[seat] = g.bids[seat]
		}
	}
	return bids
}

func (g *bidGame) take(e session.Event, p *session.FloorGiven, at time.Duration) {
	if !g.used && g.seat != "" && at >= g.since+turnLimit {
		g.bids[g.seat] = 0 // who lets a turn pass bids again first
	}
	bids := g.bidding()
	if g.Given[p.By]++; p.By != session.GivenByBid {
		g.blame(e, "it is given by %s", p.By)
	}
	if len(bids)+len(p.Bids) > 0 && !maps.Equal(bids, p.Bids) {
		g.blame(e, "it compares %v, and the bids are %v", p.Bids, bids)
	}
	g.judge(e, p.Seat, bids)
	g.seat, g.since, g.spoken, g.used = p.Seat, at, 0, false
}

func (g *bidGame) judge(e session.Event, seat string, bids map[string]int) {
	best := slices.DeleteFunc(slices.Sorted(maps.Keys(bids)), func(other string) bool { return bids[other] < slices.Max(slices.Collect(maps.Values(bids))) })
	last := g.last[g.phase.Channel]
	named := slices.DeleteFunc(slices.Clone(best), func(other string) bool { return other == last.Sender || !names(last.Text, g.name(other)) })
	switch {
	case seat == "" && len(bids) == 0:
	case !slices.Contains(best, seat):
		g.blame(e, "%q gets it, with the bids %v", seat, bids)
	case len(named) > 0 && !slices.Contains(named, seat):
		g.blame(e, "%s gets it, and the last line names %v: %q", seat, named, last.Text)
	case len(best) > 1:
		g.Tied++
	case len(bids) > 1:
		g.Contested++
	}
}

func (g *bidGame) name(seat string) string {
	players := g.Config.Game.Players
	if g.Deal != nil {
		players = g.Deal.Players
	}
	for _, p := range players {
		if p.ID == seat {
			return p.Name
		}
	}
	return seat
}
