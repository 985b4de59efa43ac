package feed

import (
	"context"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// fewListeners is up to how many listeners a tail drops what all have read. To compare more of them
// at each read would cost more than to keep the events.
const fewListeners = 4

// Listener is one subscription. C holds a token when the log has grown since the last receive from
// C. A listener of ListenFunc has no C.
type Listener struct {
	C chan struct{}

	grown   func()
	hub     *Hub
	topic   *topic
	session string
	// owner says that the listener belongs to the session's owner.
	owner bool
	// fresh makes reads go to the log until one has reached its end: another replica may just have
	// answered a request. Only the goroutine that reads uses it.
	fresh bool
	read  int64
	// asked is the topic's count of doubts when the listener last asked the tail.
	asked int
}

// Close ends the subscription. The tail goes with the last listener.
func (l *Listener) Close() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.topic.listeners = slices.DeleteFunc(l.topic.listeners, func(x *Listener) bool { return x == l })
	if t := l.topic; t.noReaders != nil && !t.hasReaders() {
		close(t.noReaders)
		t.noReaders = nil
	}
	if len(l.topic.listeners) == 0 && l.hub.topics[l.session] == l.topic {
		delete(l.hub.topics, l.session)
	}
}

// signal tells the listener to read. The caller holds the hub's lock.
func (l *Listener) signal() {
	if l.grown != nil {
		l.grown()
		return
	}
	select {
	case l.C <- struct{}{}:
	default: // it has not read since the last signal, and will see this too
	}
}

// Events returns the events of the log after a seq, at most limit. New events come from memory,
// older ones from the store. It returns journal.ErrNotFound for an unknown session.
func (l *Listener) Events(ctx context.Context, after int64, limit int) ([]session.Event, error) {
	if events, vouched := l.Tail(after, limit); vouched {
		return events, nil
	}
	return l.readLog(ctx, after, limit)
}

func (l *Listener) readLog(ctx context.Context, after int64, limit int) ([]session.Event, error) {
	events, err := l.hub.store.Events(ctx, l.session, after, limit)
	if err == nil && journal.AtEnd(events, limit) {
		end := after
		if n := len(events); n > 0 {
			end = events[n-1].Seq
		}
		l.reached(end)
		// Events of other replicas may not be in the tail yet. A second read must not show less.
		l.hub.mu.Lock()
		l.hub.keep(l.session, events)
		l.hub.mu.Unlock()
	}
	return events, err
}

// Tail returns the events after a seq from the session's tail, at most limit. If the tail does not
// vouch for them, the caller must read the log and then call reached. Tail drops what all
// listeners have read.
func (l *Listener) Tail(after int64, limit int) (events []session.Event, vouched bool) {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	return l.tail(after, limit)
}

// tail is Tail for a caller that holds the hub's lock.
func (l *Listener) tail(after int64, limit int) (events []session.Event, vouched bool) {
	l.read, l.asked = after, l.topic.doubts
	if l.fresh {
		return nil, false
	}
	if len(l.topic.listeners) <= fewListeners {
		all := after
		for _, other := range l.topic.listeners {
			all = min(all, other.read)
		}
		l.topic.release(all)
	}
	return l.topic.after(after, limit)
}

// reached notes that the log ended at a seq when it was read, after the tail had been asked. A read
// from before a doubt does not count. When the tail begins, another listener may have read a moment
// earlier and miss the last events. It is told: their publication brings the tail nothing new.
func (l *Listener) reached(end int64) {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.fresh = false
	if l.asked != l.topic.doubts || l.topic.begun {
		return
	}
	l.topic.begin(end)
	for _, other := range l.topic.listeners {
		if other != l && other.read < end {
			other.signal()
		}
	}
}
