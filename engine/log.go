package engine

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Listen subscribes to a session's log. The listener's channel is signalled after each commit.
// Subscribe first, then read.
func (e *Engine) Listen(id string) *Listener {
	l := e.hub.subscribe(id)
	l.log, l.fresh = e.store, e.peers != nil
	return l
}

// ListenFunc subscribes as Listen does. It calls grown after each commit, in place of a signal.
// Publishers wait for grown, so it must return at once. It may be called before ListenFunc returns.
func (e *Engine) ListenFunc(id string, grown func()) *Listener {
	return e.hub.add(&Listener{grown: grown, hub: e.hub, session: id, log: e.store})
}

// ownLog is a session's log as its owner uses it. It reads as a stream does. It publishes the
// events that it appends. It also publishes the events that it reads: some may be facts whose
// commit was not published.
//
// The posts of a group are published in any order, so the tail of a busy session often has a gap
// for a moment. Then the first read of a step takes the events before the gap, and the owner comes
// back for the rest. To read them from the store would cost as much as storing them. Other reads
// need all events: the owner must know its own acts, and why an append was refused.
type ownLog struct {
	engine   *Engine
	home     string
	listener *Listener
	// heard is called when other sessions of the home got events.
	heard func()
}

// Append implements step.Log.
func (l ownLog) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	l.listener.later = nil
	done, err := l.engine.store.Append(ctx, a)
	l.engine.announce(a.Session, l.home, done.Events, "")
	return done, err
}

// AppendAll implements step.Log.
func (l ownLog) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	l.listener.later = nil
	done, err := l.engine.store.AppendAll(ctx, appends)
	for i, a := range appends {
		var events []session.Event
		if err == nil {
			events = done[i].Events
		}
		l.engine.announce(a.Session, l.home, events, "")
	}
	l.heard()
	return done, err
}

// Events implements step.Log.
func (l ownLog) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	events, err := l.listener.Events(ctx, after, limit)
	if err == nil {
		l.listener.hub.publish(session, events)
	}
	return events, err
}
