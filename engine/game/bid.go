package game

import (
	"maps"

	"ringer/engine/session"
)

const (
	// bidPause is how long after a line the bids are compared: a bot that thinks of it may bid yet.
	// Nobody begins to type sooner in a chat of many.
	bidPause = 2000
	// typingLimit is how long a bot keeps the floor from its first key on: more than any delay.
	typingLimit = 2 * turnLimit
)

func (f *Floor) bid(seat string, bid int) {
	bids := map[string]int{}
	maps.Copy(bids, f.Bids)
	if bids[seat] = bid; bid == 0 {
		delete(bids, seat)
	}
	f.Bids = bids
}

// idle reports whether the bot that has the floor has let its turn pass.
func (f *Floor) idle(now session.Millis) bool {
	return f.Seat != "" && f.SpokenAt == 0 && f.BegunAt == 0 && now >= f.Since+turnLimit
}

// freeAt returns when the bot that has the floor loses it to another one.
func (f *Floor) freeAt() session.Millis {
	switch {
	case f.Seat == "":
		return 0
	case f.LostAt > 0:
		return f.LostAt
	case f.SpokenAt > 0:
		return f.rest()
	case f.BegunAt > 0:
		return f.BegunAt + typingLimit
	case f.Bids[f.Seat] == 0: // it has changed its mind
		return 0
	}
	return f.Since + turnLimit
}

// auction gives the floor to the highest bid, once the bot that has it has spoken. A higher bid
// also takes the floor from a bot that has not begun to type.
func (d *decider) auction() {
	if d.s.Config.Floor != session.FloorBid || d.s.End != nil {
		return
	}
	f := &d.s.Floor
	at, bids := f.freeAt(), map[string]int{}
	best := d.highest(bids)
	switch own := bids[f.Seat]; {
	case best == "" && f.Seat == "":
		return
	case best != "" && best != f.Seat && bids[best] > own && f.SpokenAt == 0 && f.BegunAt == 0:
		at = 0
	}
	if at = max(at, f.Since+floorGap); f.Line > f.Considered {
		at = max(at, f.NewAt+bidPause) // not LineAt: a chat that goes on must not put it off
	}
	if d.now < at {
		d.wakeAt(at)
		return
	}
	d.emit(&session.FloorGiven{Seat: best, By: session.GivenByBid, BasedOn: f.Line, Bids: bids})
}

// highest returns the bot that bids most, empty if none bids, and fills in what the others bid. Of
// equal bids that of a bot counts that the last line names, else the seed chooses.
func (d *decider) highest(bids map[string]int) string {
	var best, named []string
	view := d.s.View(d.now)
	last, _ := view.Last()
	for _, seat := range d.s.candidates() {
		bid := d.s.Floor.Bids[seat]
		if bid == 0 || seat == d.s.Floor.Seat && d.s.Floor.idle(d.now) {
			continue
		}
		if bids[seat] = bid; len(best) == 0 || bid > bids[best[0]] {
			best, named = nil, nil
		} else if bid < bids[best[0]] {
			continue
		}
		if best = append(best, seat); last.Sender != seat && view.Mentions(last.Text, seat) {
			named = append(named, seat)
		}
	}
	switch {
	case len(best) == 0:
		return ""
	case len(named) > 0:
		return d.drawn(named)
	}
	return d.drawn(best)
}
