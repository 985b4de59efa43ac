// Package feed brings what was appended to a log to its readers: streams, long polls and the owner
// of the log.
package feed

import (
	"context"
	"maps"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Hub brings the events of this process to the streams of their session. A session with listeners
// has a tail: its last events, in memory. When the tail may have gaps, a listener reads the log. So
// live delivery, catching up and resuming are one code path.
//
// The rule is: persist, then publish; subscribe, then read. A listener reads to the end of the log
// and then waits for its signal. So it misses nothing, in whatever order events are published.
// Nobody waits for a reader.
type Hub struct {
	store Store
	// shared says that other replicas append to the logs, too.
	shared bool

	mu     sync.Mutex // protects everything below, and the fields of tails and listeners
	topics map[string]*topic
	// tenants are the readers of whole tenants.
	tenants []*Tenant
	// logs remembers whose logs are.
	logs *lru.Cache[string, Log]
}

type topic struct {
	tail
	listeners []*Listener
	doubts    int
	// noReaders is closed when only the owner listens; nil until somebody waits for that.
	noReaders chan struct{}
}

// Store is the part of a store that a hub and the owners of logs use.
type Store interface {
	journal.Log
	Append(ctx context.Context, a journal.Append) (journal.Appended, error)
	AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error)
	Erase(ctx context.Context, e journal.Erasure) error
	// Heads returns the ends of those logs that exist.
	Heads(ctx context.Context, sessions []string) ([]journal.Head, error)
	journal.Feeds
}

// NewHub returns a hub without listeners. shared says that other replicas append to the logs, too.
func NewHub(store Store, shared bool) *Hub {
	h := &Hub{store: store, shared: shared, topics: map[string]*topic{}}
	h.logs, _ = lru.New[string, Log](knownLogs) // it only refuses sizes below one
	return h
}

// Listen subscribes to a session's log. The listener's channel is signalled after each commit.
// Subscribe first, then read.
func (h *Hub) Listen(session string) *Listener {
	return h.add(&Listener{C: make(chan struct{}, 1), hub: h, session: session, fresh: h.shared})
}

// ListenFunc subscribes as Listen does. It calls grown after each commit, in place of a signal.
// Publishers wait for grown, so it must return at once. It may be called before ListenFunc returns.
func (h *Hub) ListenFunc(session string, grown func()) *Listener {
	return h.add(&Listener{grown: grown, hub: h, session: session})
}

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
	h.signalTenants(session)
	h.keep(session, events)
}

// keep gives committed events to the tail of their log. The caller holds the lock.
func (h *Hub) keep(session string, events []session.Event) {
	t := h.topics[session]
	if t == nil {
		return
	}
	if t.add(events) {
		t.signal()
	}
}

// Doubt notes that events may have been committed and not published. The tail vouches for nothing
// until the log has been read.
func (h *Hub) Doubt(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.signalTenants(session)
	if t := h.topics[session]; t != nil {
		t.doubt()
	}
}

// doubt notes that the tail may lack events. The caller holds the hub's lock.
func (t *topic) doubt() {
	t.begun = false
	t.doubts++
	t.signal()
}

// Follows reports whether anybody listens to a session.
func (h *Hub) Follows(session string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.topics[session] != nil
}

// Poll doubts the followed logs that have grown in the database, and calls grown with their homes.
// Readers of tenants read.
func (h *Hub) Poll(ctx context.Context, grown func(home string)) error {
	h.mu.Lock()
	for _, t := range h.tenants {
		t.signal()
	}
	sessions := slices.Collect(maps.Keys(h.topics))
	h.mu.Unlock()
	if len(sessions) == 0 {
		return nil
	}
	heads, err := h.store.Heads(ctx, sessions)
	if err != nil {
		return err
	}
	for _, home := range h.compare(sessions, heads) {
		grown(home)
	}
	return nil
}

// compare doubts the topics that lack events or whose log is gone. It returns the homes of the
// former.
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

// signal tells the listeners to read. The caller holds the hub's lock.
func (t *topic) signal() {
	for _, l := range t.listeners {
		l.signal()
	}
}
