package engine

import (
	"context"
	"slices"
	"sync"

	"ringer/engine/game"
)

// hub brings the events of this process to the streams of their session. A session with listeners has a tail: its last
// events, in memory. What the tail cannot vouch for is read from the log, so that live delivery, catching up and resuming
// are one code path.
//
// The promise: persist, then publish; subscribe, then read. A listener that reads to the end of the log and then waits for
// its bell misses nothing, whoever publishes when. Nobody waits for a reader.
type hub struct {
	mu     sync.Mutex // protects everything below, tails and listeners too
	topics map[string]*topic
}

// topic is a session with at least one listener.
type topic struct {
	tail
	listeners []*Listener
	doubts    int // how often it was doubted
}

// fewListeners is up to how many listeners a tail lets go what all have read. Many share one bounded tail, and to ask all of them
// at every read of each would cost more than it holds.
const fewListeners = 4

// Listener is one subscription. C holds a token when the log has grown since it was last received from.
type Listener struct {
	C chan struct{}

	hub     *hub
	topic   *topic
	session string
	owner   bool // it is the listener of the session's seat; the hub's lock protects it
	log     func(ctx context.Context, session string, after int64, limit int) ([]game.Event, error)
	// read is up to where it has read, asked the topic's doubts when it last asked the tail; the hub's lock protects both.
	read  int64
	asked int
}

func newHub() *hub { return &hub{topics: map[string]*topic{}} }

func (h *hub) subscribe(session string) *Listener {
	l := &Listener{C: make(chan struct{}, 1), hub: h, session: session}
	h.mu.Lock()
	defer h.mu.Unlock()
	if l.topic = h.topics[session]; l.topic == nil {
		l.topic = &topic{}
		h.topics[session] = l.topic
	}
	l.topic.listeners = append(l.topic.listeners, l)
	return l
}

// Close ends the subscription. The tail goes with the last one.
func (l *Listener) Close() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.topic.listeners = slices.DeleteFunc(l.topic.listeners, func(x *Listener) bool { return x == l })
	if len(l.topic.listeners) == 0 && l.hub.topics[l.session] == l.topic {
		delete(l.hub.topics, l.session)
	}
}

// heard tells whether anybody but its owner listens to a session.
func (h *hub) heard(session string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[session]
	return t != nil && slices.ContainsFunc(t.listeners, func(l *Listener) bool { return !l.owner })
}

// own notes that the listener is the session's owner.
func (l *Listener) own() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.owner = true
}

// publish hands committed events to the listeners of their session. Events may come more than once and in any order.
func (h *hub) publish(session string, events []game.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[session]
	if t == nil {
		return
	}
	if t.add(events) {
		t.ring()
	}
}

// doubt says that something may have been committed that nobody was told of: until the log has been read the tail vouches for
// nothing.
func (h *hub) doubt(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.topics[session]; t != nil {
		t.begun = false
		t.doubts++
		t.ring()
	}
}

// ring tells the listeners that there is something to read. The hub's lock is held.
func (t *topic) ring() {
	for _, l := range t.listeners {
		select {
		case l.C <- struct{}{}:
		default: // it has not looked yet, and will see this too
		}
	}
}

// Events returns the events after a seq of the log, at most limit: from memory what has just been committed, from the store what
// is older. It returns ErrNotFound for an unknown session.
func (l *Listener) Events(ctx context.Context, after int64, limit int) ([]game.Event, error) {
	if events, vouched := l.tail(after, limit); vouched {
		return events, nil
	}
	events, err := l.log(ctx, l.session, after, limit)
	if err == nil && len(events) < limit {
		end := after
		if n := len(events); n > 0 {
			end = events[n-1].Seq
		}
		l.reached(end)
	}
	return events, err
}

// tail returns the events after a seq from the session's tail, at most limit. When it does not vouch for them they are to be
// read from the log, and where that ended is to be told with reached. What all listeners have read is let go.
func (l *Listener) tail(after int64, limit int) (events []game.Event, vouched bool) {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.read, l.asked = after, l.topic.doubts
	if len(l.topic.listeners) <= fewListeners {
		all := after
		for _, other := range l.topic.listeners {
			all = min(all, other.read)
		}
		l.topic.release(all)
	}
	return l.topic.after(after, limit)
}

// reached says that the log ended at a seq when it was read, after tail had been asked. A read from before a doubt says nothing of it.
func (l *Listener) reached(end int64) {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	if l.asked == l.topic.doubts {
		l.topic.begin(end)
	}
}
