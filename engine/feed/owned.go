package feed

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Owned is a log as its owner uses it. It reads as a stream does. It publishes the events that it
// appends. It also publishes the events that it reads: some may be facts whose commit was not
// published. Only the goroutine of the owner uses an Owned.
//
// The posts of a group are published in any order, so the tail of a busy session often has a gap
// for a moment. Then the first read of a step takes the events before the gap, and the owner comes
// back for the rest. To read them from the store would cost as much as storing them. Other reads
// need all events: the owner must know its own acts, and why an append was refused.
type Owned struct {
	listener *Listener
	announce func(session string, events []session.Event)
	again    func()
	// maySkip says that the next read may end before a gap.
	maySkip bool
	// gap is the last seq before a gap that this step has met.
	gap int64
}

// Own returns a log for its owner. announce tells all readers of a log that it has grown, or that
// it may have if there are no events. again is called when the owner must read again.
func (h *Hub) Own(session string, announce func(session string, events []session.Event), again func()) *Owned {
	l := &Listener{grown: func() {}, hub: h, session: session, fresh: h.shared, owner: true} // facts wake the owner
	return &Owned{listener: h.add(l), announce: announce, again: again}
}

// Close ends the subscription.
func (o *Owned) Close() { o.listener.Close() }

// MaySkip lets the next read end before a gap. The owner calls it after a step.
func (o *Owned) MaySkip() { o.maySkip, o.gap = true, 0 }

// ReadAll makes the next read return all events, such as the acts of the last owner.
func (o *Owned) ReadAll() { o.maySkip = false }

// Append implements step.Log.
func (o *Owned) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	o.ReadAll()
	done, err := o.listener.hub.store.Append(ctx, a)
	o.announce(a.Session, done.Events)
	return done, err
}

// AppendAll implements step.Log.
func (o *Owned) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	o.ReadAll()
	done, err := o.listener.hub.store.AppendAll(ctx, appends)
	for i, a := range appends {
		var events []session.Event
		if err == nil {
			events = done[i].Events
		}
		o.announce(a.Session, events)
	}
	o.again() // other logs of the home got events
	return done, err
}

// Erase implements step.Log.
func (o *Owned) Erase(ctx context.Context, e journal.Erasure) error {
	return o.listener.hub.store.Erase(ctx, e)
}

// Events implements step.Log.
func (o *Owned) Events(ctx context.Context, id string, after int64, limit int) (events []session.Event, err error) {
	events, vouched := o.Tail(after, limit)
	if !vouched {
		events, err = o.listener.readLog(ctx, after, limit)
	}
	if err == nil {
		o.listener.hub.mu.Lock()
		o.listener.hub.keep(id, events)
		o.listener.hub.mu.Unlock()
	}
	return events, err
}

// Tail is Listener.Tail for the owner. It may end before a gap.
func (o *Owned) Tail(after int64, limit int) (events []session.Event, vouched bool) {
	l := o.listener
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	if events, vouched = l.tail(after, limit); vouched || !o.maySkip || l.fresh {
		return events, vouched
	}
	events = l.topic.upToGap(after, limit)
	if len(events) == 0 && (o.gap == 0 || o.gap != after || !l.topic.begun) {
		return nil, false
	}
	// A step asks once more after a large page. It comes back for the rest, too. If the gap is
	// still there, it reads the log then.
	o.again()
	o.gap = 0
	if n := len(events); n > 0 {
		o.gap = events[n-1].Seq
	}
	return events, true
}
