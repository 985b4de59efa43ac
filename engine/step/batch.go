package step

import (
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/table"
)

// Batch returns the appends of events that happen at a table: the table's own, and then those of
// each bot that gets something of them. They are stored together. r is the roster of the table
// before the events. The caller sets the guard of the first append.
func Batch(id string, r game.Roster, events []game.Event) []journal.Append {
	b := batch{index: map[string]int{}}
	for _, e := range events {
		b.add(id, e, table.Barrier(e.Data))
		deliveries := table.Deliver(&r, e.Data)
		r = table.After(r, e.Data)
		for _, d := range deliveries {
			b.add(d.Session, game.Event{At: e.At, Shift: e.Shift, Data: d.Data}, game.Barrier(d.Data))
		}
	}
	for i := range b.appends {
		if a := &b.appends[i]; a.Barrier {
			a.Roster = rosterOf(a.Session, r)
		}
	}
	return b.appends
}

// rosterOf returns the roster of one log of a table.
func rosterOf(log string, r game.Roster) *game.Roster {
	if i := slices.IndexFunc(r.Bots, func(b game.BotSeat) bool { return b.Session == log }); i >= 0 {
		r = r.Of(r.Bots[i])
	}
	return &r
}

// batch collects one append for each log.
type batch struct {
	appends []journal.Append
	index   map[string]int
}

func (b *batch) add(log string, e game.Event, barrier bool) {
	i, known := b.index[log]
	if !known {
		i = len(b.appends)
		b.index[log] = i
		b.appends = append(b.appends, journal.Append{Session: log})
	}
	a := &b.appends[i]
	a.Events = append(a.Events, e)
	a.End = a.End || game.Ends(e.Data)
	switch {
	case barrier:
		a.Barrier, a.Trailing = true, 0
	case a.Barrier:
		a.Trailing++
	}
}

// TableKey returns the key of a fact of a table; empty if a key must be made for it.
func TableKey(p game.Payload) string {
	switch p := p.(type) {
	case *game.MessageReceived:
		if p.ID != "" {
			return journal.MessageKey(p.ID)
		}
	case *game.ObservationReceived:
		if p.ID != "" {
			return journal.ObservationKey(p.ID)
		}
	case *game.VoteRequested:
		return journal.VoteKey(p.ID)
	case *game.VoteReceived:
		return journal.TableCastKey(p.VoteID, p.Seat)
	case *game.VoteCancelled:
		return journal.CancelKey(p.VoteID)
	}
	return ""
}
