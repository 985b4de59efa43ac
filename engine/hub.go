package engine

import (
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
}

// Listener is one subscription. C holds a token when the log has grown since it was last received from.
type Listener struct {
	C       chan struct{}
	hub     *hub
	session string
}

func newHub() *hub { return &hub{topics: map[string]*topic{}} }

func (h *hub) subscribe(session string) *Listener {
	l := &Listener{C: make(chan struct{}, 1), hub: h, session: session}
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[session]
	if t == nil {
		t = &topic{}
		h.topics[session] = t
	}
	t.listeners = append(t.listeners, l)
	return l
}

// Close ends the subscription. The tail goes with the last one.
func (l *Listener) Close() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	t := l.hub.topics[l.session]
	if t == nil {
		return
	}
	t.listeners = slices.DeleteFunc(t.listeners, func(x *Listener) bool { return x == l })
	if len(t.listeners) == 0 {
		delete(l.hub.topics, l.session)
	}
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

// ring tells the listeners that there is something to read. The hub's lock is held.
func (t *topic) ring() {
	for _, l := range t.listeners {
		select {
		case l.C <- struct{}{}:
		default: // it has not looked yet, and will see this too
		}
	}
}

// read returns the events after a seq from the session's tail, at most limit. When it does not vouch for them they are to
// be read from the log, and where that ended is to be told with reached. There is no topic when nobody listens.
func (h *hub) read(session string, after int64, limit int) (events []game.Event, t *topic, vouched bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t = h.topics[session]
	if t == nil {
		return nil, nil, false
	}
	if len(t.listeners) == 1 {
		t.release(after) // its only reader has these
	}
	events, vouched = t.after(after, limit)
	return events, t, vouched
}

// reached says that the log ended at a seq when it was read, after read had returned the topic.
func (h *hub) reached(t *topic, end int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t.begin(end)
}
