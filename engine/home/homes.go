// Package home drives homes in real time. A home is a group of sessions with one owner; see package
// journal. One actor owns a live home and all its sessions. It sleeps until news, a deadline or a
// finding. A home with nothing to do leaves memory. It comes back on the next fact, or when the
// sweeper finds it shortly before it is due.
package home

import (
	"context"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/clock"
	"ringer/engine/feed"
	"ringer/engine/fleet"
	"ringer/engine/health"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// Store is the part of a journal.Store that homes need.
type Store interface {
	journal.Homes
	Record(ctx context.Context, session string, calls []journal.RecordedCall) error
	Give(ctx context.Context, l journal.Lease, to string) error
}

// Fleet is what homes need of the other replicas.
type Fleet interface {
	// Acting returns a context that ends when this process may not act any more.
	Acting() context.Context
	// Tell tells the others that a log has grown.
	Tell(r fleet.Ring)
	// BelongsTo notes that a home belongs to another replica, and has it woken there.
	BelongsTo(h *journal.Held)
	// Has reports whether a replica lives.
	Has(id string) bool
	// GiveAway gives a home to another replica, which then wakes it.
	GiveAway(ctx context.Context, l journal.Lease, to string) error
}

// Parts are what homes are made of.
type Parts struct {
	// Context ends all actors.
	Context    context.Context
	Store      Store
	Strategies *strategy.Registry
	Models     step.Models
	Log        *slog.Logger
	Health     *health.Monitor
	Clock      clock.Clock
	Hub        *feed.Hub
	Fleet      Fleet
	// Traces follows messages; nil for nobody.
	Traces Traces
	// Owner names this process among the owners of homes.
	Owner string
	// QuestionLimit is the longest time limit of a question to a model.
	QuestionLimit time.Duration
	// GameEvents is how many events the log of a game takes.
	GameEvents int64
	// Idle says that no home is driven.
	Idle bool
}

// Homes are the homes that a process has in memory.
type Homes struct {
	Parts
	// shunned are homes that are left to newer replicas, and since when.
	shunned *lru.Cache[string, time.Time]
	broken  *lru.Cache[string, bool]
	// loading bounds how many homes are claimed and loaded at the same time.
	loading *queue

	mu     sync.Mutex // protects live and closed
	live   map[string]*actor
	closed bool
	actors sync.WaitGroup
}

// loaders bounds how many homes are claimed and loaded at the same time. After a crash of another
// replica there are thousands, and requests need the database, too.
const loaders = 8

// New returns no homes yet. Wake and Open bring them into memory, and Close ends them.
func New(p Parts) *Homes {
	h := &Homes{Parts: p, live: map[string]*actor{}, loading: &queue{free: loaders}}
	h.shunned, _ = lru.New[string, time.Time](knownShunned) // it only refuses sizes below one
	h.broken, _ = lru.New[string, bool](knownShunned)
	return h
}

// Close lets no more homes into memory. The actors end with the context; Wait waits for them.
func (h *Homes) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}

// Wait waits until all actors have ended.
func (h *Homes) Wait() { h.actors.Wait() }

func (h *Homes) steady() time.Time { return h.Clock.Now().Steady() }

// Announce tells all readers of a log that it has grown, or that it may have if there are no
// events. to is the replica that must wake the home; empty if none must.
func (h *Homes) Announce(id, home string, events []session.Event, to string) {
	if len(events) == 0 {
		h.Hub.Doubt(id)
	} else {
		h.Hub.Publish(id, events)
	}
	h.Fleet.Tell(fleet.Ring{Home: home, Session: id, Events: events, To: to})
}

// Live returns how many homes are in memory.
func (h *Homes) Live() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.live)
}

// IsLive reports whether a home is in memory.
func (h *Homes) IsLive(home string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.live[home] != nil
}

// Wake signals a home's actor. If the home is not in memory, it starts an actor.
func (h *Homes) Wake(home string) { h.wake(home, journal.Lease{}, h.steady()) }

// wake is Wake for a home that was just taken, with its lease. due is its place among those that
// load.
func (h *Homes) wake(home string, l journal.Lease, due time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.Idle || h.Shuns(home) {
		return
	}
	a := h.live[home]
	if a == nil {
		a = &actor{Homes: h, home: home, lease: l, due: due, news: make(chan struct{}, 1)}
		h.live[home] = a
		h.actors.Go(func() { a.run(h.Context) })
		return
	}
	a.signal()
}

// Signal tells a home's actor that something is new, if the home is in memory.
func (h *Homes) Signal(home string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if a := h.live[home]; a != nil {
		a.signal()
	}
}

// SignalAll signals all actors.
func (h *Homes) SignalAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.live {
		a.signal()
	}
}

// forget removes a home from memory. Without force it returns false if news has come meanwhile.
func (h *Homes) forget(a *actor, force bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(a.news) > 0 && !force {
		return false
	}
	delete(h.live, a.home)
	return true
}

// Move makes n homes go to another replica. It does nothing while homes are on their way: the
// counts of all must show a move before the next one.
func (h *Homes) Move(n int, to string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.live {
		if a.leaveTo.Load() != nil {
			return
		}
	}
	for _, a := range h.live {
		if n--; n < 0 {
			return
		}
		a.leaveTo.Store(&to)
		a.signal()
	}
}

// Doubt makes the homes that are not owned claim themselves again, which shows whose they are.
func (h *Homes) Doubt(owned map[string]bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for home, a := range h.live {
		if !owned[home] {
			a.doubtful.Store(true)
			a.signal()
		}
	}
}

// Open wakes homes that were taken.
func (h *Homes) Open(homes []journal.Taken) {
	for _, t := range homes {
		if h.Shuns(t.Home) {
			h.giveUp(h.Context, t.Lease)
			continue
		}
		h.wake(t.Home, t.Lease, dueOf(t, h.steady()))
	}
}

// afterDue puts the homes whose log is not settled behind those that are due soon, and those that
// have nothing to do behind them. Most logs of living homes are not settled, and have nothing new.
const afterDue = time.Hour

func dueOf(t journal.Taken, now time.Time) time.Time {
	latest := now.Add(afterDue)
	if !t.Unsettled {
		latest = latest.Add(afterDue)
	}
	if t.Due.IsZero() || t.Due.After(latest) {
		return latest
	}
	return t.Due
}
