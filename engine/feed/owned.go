package feed

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Log is the part of a store that the owner of a log uses.
type Log interface {
	journal.Log
	Append(ctx context.Context, a journal.Append) (journal.Appended, error)
	AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error)
}

// Owned is a log as its owner uses it. It reads as a stream does. It publishes the events that it
// appends. It also publishes the events that it reads: some may be facts whose commit was not
// published.
//
// The posts of a group are published in any order, so the tail of a busy session often has a gap
// for a moment. Then the first read of a step takes the events before the gap, and the owner comes
// back for the rest. To read them from the store would cost as much as storing them. Other reads
// need all events: the owner must know its own acts, and why an append was refused.
type Owned struct {
	listener *Listener
	log      Log
	announce func(session string, events []session.Event)
	ring     func()
}

// Own returns a log for its owner. announce tells all readers of a log that it has grown, or that
// it may have if there are no events. ring is called when the owner must read again.
func (h *Hub) Own(id string, log Log, shared bool, announce func(session string, events []session.Event), ring func()) *Owned {
	l := h.add(&Listener{C: make(chan struct{}, 1), hub: h, session: id, log: log, fresh: shared, owner: true})
	return &Owned{listener: l, log: log, announce: announce, ring: ring}
}

// Close ends the subscription.
func (o *Owned) Close() { o.listener.Close() }

// MaySkip lets the next read end before a gap. The owner calls it after a step.
func (o *Owned) MaySkip() { o.listener.later, o.listener.gap = o.ring, 0 }

// ReadAll makes the next read return all events, such as the acts of the last owner.
func (o *Owned) ReadAll() { o.listener.later = nil }

// Append implements step.Log.
func (o *Owned) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	o.ReadAll()
	done, err := o.log.Append(ctx, a)
	o.announce(a.Session, done.Events)
	return done, err
}

// AppendAll implements step.Log.
func (o *Owned) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	o.ReadAll()
	done, err := o.log.AppendAll(ctx, appends)
	for i, a := range appends {
		var events []session.Event
		if err == nil {
			events = done[i].Events
		}
		o.announce(a.Session, events)
	}
	o.ring() // other logs of the home got events
	return done, err
}

// Events implements step.Log.
func (o *Owned) Events(ctx context.Context, id string, after int64, limit int) ([]session.Event, error) {
	events, err := o.listener.Events(ctx, after, limit)
	if err == nil {
		o.listener.hub.Publish(id, events)
	}
	return events, err
}
