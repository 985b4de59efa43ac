package step

import (
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// Batch returns the appends of events that happen at a game: the game's own, and then those of
// each bot that gets something of them. They are stored together. r is the roster of the game
// before the events. The caller sets the guard of the first append.
func Batch(id string, r session.Roster, events []session.Event) []journal.Append {
	b := batch{index: map[string]int{}}
	for _, e := range events {
		b.add(id, e, game.Barrier(e.Data))
		deliveries := game.Deliver(&r, e.Data)
		r = game.After(r, e.Data)
		for _, d := range deliveries {
			heard := session.Event{At: e.At, Shift: e.Shift, Data: d.Data}
			if _, deleted := d.Data.(*session.MessageDeleted); deleted {
				heard.Key = e.Key // the store and the desk find it by its key
			}
			b.add(d.Session, heard, session.Barrier(d.Data))
		}
	}
	for i := range b.appends {
		if a := &b.appends[i]; a.Barrier {
			a.Roster = rosterOf(a.Session, r)
		}
	}
	return b.appends
}

func rosterOf(log string, r session.Roster) *session.Roster {
	bots := r.AllBots()
	if i := slices.IndexFunc(bots, func(b session.BotSeat) bool { return b.Session == log }); i >= 0 {
		r = r.Of(bots[i])
	}
	return &r
}

type batch struct {
	appends []journal.Append
	index   map[string]int
}

func (b *batch) add(log string, e session.Event, barrier bool) {
	i, known := b.index[log]
	if !known {
		i = len(b.appends)
		b.index[log] = i
		b.appends = append(b.appends, journal.Append{Session: log})
	}
	a := &b.appends[i]
	a.Events = append(a.Events, e)
	a.End = a.End || session.Ends(e.Data)
	switch {
	case barrier:
		a.Barrier, a.Trailing = true, 0
	case a.Barrier:
		a.Trailing++
	}
}

// Key returns the key of a fact; empty if a key must be made for it.
func Key(p session.Payload) string {
	switch p := p.(type) {
	case *session.MessageReceived:
		if p.ID != "" {
			return journal.MessageKey(p.ID)
		}
	case *session.ObservationReceived:
		if p.ID != "" {
			return journal.ObservationKey(p.ID)
		}
	case *session.PlayerCalled:
		if p.ID != "" {
			return journal.ObservationKey(p.ID)
		}
	case *session.PlayerAway:
		if p.ID != "" {
			return journal.ObservationKey(p.ID)
		}
	case *session.PlayerReturned:
		if p.ID != "" {
			return journal.ObservationKey(p.ID)
		}
	case *session.PlayerWaits:
		if p.ID != "" {
			return journal.ObservationKey(p.ID)
		}
	case *session.VoteRequested:
		return journal.VoteKey(p.ID)
	case *session.VoteReceived:
		return journal.GameCastKey(p.VoteID, p.Seat)
	case *session.VoteCancelled:
		return journal.CancelKey(p.VoteID)
	case *session.VoteReceipt:
		return journal.VoteReceiptKey(p.VoteID)
	case *session.MessageEdited:
		return journal.EditKey(p.Edit)
	case *session.MessageDeleted:
		return journal.DeletionKey(p.MessageID)
	case *session.MessageReceipt:
		return journal.ReceiptKey(p.MessageID, p.Status)
	}
	return ""
}
