// Package feed brings what was appended to a log to its readers: streams, long polls and the owner
// of the log.
package feed

import (
	"context"
	"maps"
	"slices"
	"sync"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Hub brings the events of this process to the streams of their session. A session with listeners
// has a tail: its last events, in memory. When the tail may have gaps, a listener reads the log. So
// live delivery, catching up and resuming are one code path.
//
// The rule is: persist, then publish; subscribe, then read. A listener reads to the end of the log
// and then waits for its bell. So it misses nothing, in whatever order events are published. Nobody
// waits for a reader.
type Hub struct {
	mu     sync.Mutex // protects everything below, and the fields of tails and listeners
	topics map[string]*topic
}

// topic is a session with at least one listener.
type topic struct {
	tail
	listeners []*Listener
	// doubts counts the calls of doubt.
	doubts int
	// noReaders is closed when nobody except the owner listens. It is nil until somebody waits for
	// that.
	noReaders chan struct{}
}

// fewListeners is the largest number of listeners for which a tail drops what all of them have
// read. With more listeners it would cost more to compare them at each read than to keep the
// events.
const fewListeners = 4

// Listener is one subscription. C holds a token when the log has grown since the last receive from
// C. A listener of ListenFunc has no C.
type Listener struct {
	C chan struct{}

	// grown is called when the log has grown, in place of C.
	grown   func()
	hub     *Hub
	topic   *topic
	session string
	log     journal.Log
	// owner says that the listener belongs to the log's owner, who reads as Owned says. Only then
	// later and gap are used.
	owner bool
	// later makes the tail return the events before a gap. It is then called, so that the listener
	// comes back for the rest. nil means that the listener needs all events. Only the goroutine
	// that reads uses it.
	later func()
	// fresh makes reads go to the log until one has reached its end: another replica may just have
	// answered a request.
	// Only the goroutine that reads uses it.
	fresh bool
	// gap is the last seq before a gap that this step has met, 0 if none.
	gap int64
	// read is the seq up to which the listener has read.
	read int64
	// asked is the topic's count of doubts when the listener last asked the tail.
	asked int
}

// NewHub returns a hub without listeners.
func NewHub() *Hub { return &Hub{topics: map[string]*topic{}} }

// Listen subscribes to a log. The listener's channel is signalled after each commit. Subscribe
// first, then read. shared says that other processes append to the log, too.
func (h *Hub) Listen(session string, log journal.Log, shared bool) *Listener {
	return h.add(&Listener{C: make(chan struct{}, 1), hub: h, session: session, log: log, fresh: shared})
}

// ListenFunc subscribes as Listen does. It calls grown after each commit, in place of a signal.
// Publishers wait for grown, so it must return at once. It may be called before ListenFunc returns.
func (h *Hub) ListenFunc(session string, log journal.Log, grown func()) *Listener {
	return h.add(&Listener{grown: grown, hub: h, session: session, log: log})
}

// add adds a listener to its topic, and returns it.
func (h *Hub) add(l *Listener) *Listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	if l.topic = h.topics[l.session]; l.topic == nil {
		l.topic = &topic{}
		h.topics[l.session] = l.topic
	}
	l.topic.listeners = append(l.topic.listeners, l)
	return l
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

// NoReaders returns a channel that is closed when nobody except its owner listens to a session.
func (h *Hub) NoReaders(session string) <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[session]
	if t == nil || !t.hasReaders() {
		done := make(chan struct{})
		close(done)
		return done
	}
	if t.noReaders == nil {
		t.noReaders = make(chan struct{})
	}
	return t.noReaders
}

// hasReaders reports whether anybody except the owner listens. The caller holds the hub's lock.
func (t *topic) hasReaders() bool {
	return slices.ContainsFunc(t.listeners, func(l *Listener) bool { return !l.owner })
}

// Publish hands committed events to the listeners of their session. Events may come more than once
// and in any order.
func (h *Hub) Publish(session string, events []session.Event) {
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

// Doubt notes that events may have been committed and not published. The tail vouches for nothing
// until the log has been read.
func (h *Hub) Doubt(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.topics[session]; t != nil {
		t.doubt()
	}
}

// doubt notes that the tail may lack events. The caller holds the hub's lock.
func (t *topic) doubt() {
	t.begun = false
	t.doubts++
	t.ring()
}

// Follows reports whether anybody listens to a session.
func (h *Hub) Follows(session string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.topics[session] != nil
}

// Heads is the part of a store that says where logs end.
type Heads interface {
	Heads(ctx context.Context, sessions []string) ([]journal.Head, error)
}

// Compare doubts the followed logs that have grown in the database, and calls grown with their
// homes.
func (h *Hub) Compare(ctx context.Context, store Heads, grown func(home string)) error {
	sessions := h.sessions()
	if len(sessions) == 0 {
		return nil
	}
	heads, err := store.Heads(ctx, sessions)
	if err != nil {
		return err
	}
	for _, home := range h.compare(sessions, heads) {
		grown(home)
	}
	return nil
}

// sessions returns the sessions that somebody listens to.
func (h *Hub) sessions() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.topics))
}

// compare doubts the topics that lack events, by the heads of their logs, and those whose log is
// gone. It returns the homes of the former.
func (h *Hub) compare(sessions []string, heads []journal.Head) (homes []string) {
	ends := map[string]journal.Head{}
	for _, head := range heads {
		ends[head.Session] = head
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range sessions {
		t, head := h.topics[id], ends[id]
		if t == nil || t.begun && t.last() >= head.LastSeq && head.Session != "" {
			continue
		}
		t.doubt()
		if head.Home != "" {
			homes = append(homes, head.Home)
		}
	}
	return homes
}

// ring tells the listeners to read. The caller holds the hub's lock.
func (t *topic) ring() {
	for _, l := range t.listeners {
		l.ring()
	}
}

// ring tells the listener to read. The caller holds the hub's lock.
func (l *Listener) ring() {
	if l.grown != nil {
		l.grown()
		return
	}
	select {
	case l.C <- struct{}{}:
	default: // it has not read since the last ring, and will see this too
	}
}

// Events returns the events of the log after a seq, at most limit. New events come from memory,
// older ones from the store. It returns journal.ErrNotFound for an unknown session.
func (l *Listener) Events(ctx context.Context, after int64, limit int) ([]session.Event, error) {
	if events, vouched := l.tail(after, limit); vouched {
		return events, nil
	}
	events, err := l.log.Events(ctx, l.session, after, limit)
	if err == nil && journal.AtEnd(events, limit) {
		end := after
		if n := len(events); n > 0 {
			end = events[n-1].Seq
		}
		l.reached(end)
		// Events of other replicas may not be in the tail yet. A second read must not show less.
		l.hub.Publish(l.session, events)
	}
	return events, err
}

// Tail returns what Events would return if that is in memory, and reports whether it is.
func (l *Listener) Tail(after int64, limit int) ([]session.Event, bool) { return l.tail(after, limit) }

// tail returns the events after a seq from the session's tail, at most limit. If the tail does not
// vouch for them, the caller must read the log and then call reached. It drops what all listeners
// have read.
func (l *Listener) tail(after int64, limit int) (events []session.Event, vouched bool) {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
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
	if events, vouched = l.topic.after(after, limit); vouched || l.later == nil {
		return events, vouched
	}
	events = l.topic.upToGap(after, limit)
	if len(events) == 0 && (l.gap == 0 || l.gap != after || !l.topic.begun) {
		return nil, false
	}
	// A step asks once more after a large page. It comes back for the rest, too. If the gap is
	// still there, it reads the log then.
	l.later()
	l.gap = 0
	if n := len(events); n > 0 {
		l.gap = events[n-1].Seq
	}
	return events, true
}

// reached notes that the log ended at a seq when it was read, after the tail had been asked. A read
// that began before a doubt does not count. When the tail begins, another listener may have read
// the log a moment earlier, and miss its last events. It is told, since their publication brings
// the tail nothing new.
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
			other.ring()
		}
	}
}
