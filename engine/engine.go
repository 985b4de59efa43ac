package engine

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/replica"
	"ringer/engine/session"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// Parts are what an engine is made of.
type Parts struct {
	Store      journal.Store
	Strategies *strategy.Registry
	Models     step.Models
	Terms      desk.Terms
	Log        *slog.Logger
	// Owner names this process among the owners of homes. It must be new at each start.
	Owner string
	// Now reads the wall clock, which may be set at any time. With Peers, the database's clock is
	// used in its place.
	Now func() time.Time
	// Peers makes the engine one of several on its database. With nil it is the only one.
	Peers *Peering
	// QuestionLimit is the longest time limit of a question to a model.
	QuestionLimit time.Duration
	// ReadsOnly is why the engine only reads: then it answers questions, drives no home, asks no
	// model and stores nothing. With nil it drives homes.
	ReadsOnly error
}

// Engine drives the sessions of one process. All its methods may be called at any time from any
// goroutine.
type Engine struct {
	// Desk takes facts and answers questions about sessions.
	Desk *desk.Desk

	store      journal.Store
	strategies *strategy.Registry
	models     step.Models
	log        *slog.Logger
	owner      string
	// questionLimit is the longest time limit of a question to a model.
	questionLimit time.Duration
	clock         step.Clock
	hub           *hub
	// peers are the other engines on the database; nil if there can be none.
	peers *peers
	// trust says whether this engine may act.
	trust *replica.Trust
	// readsOnly is why the engine only reads; nil if it drives homes.
	readsOnly error
	// shunned are homes that are left to newer replicas, and since when.
	shunned *lru.Cache[string, time.Time]
	// broken are the logs that NoteBroken has logged.
	broken *lru.Cache[string, bool]
	// loading bounds how many homes are claimed and loaded at the same time.
	loading *queue
	// hasty makes the next sweep look for unsettled homes.
	hasty   atomic.Bool
	health  *health
	trouble trouble

	mu     sync.Mutex // protects live and closed
	live   map[string]*actor
	closed bool

	stop    context.CancelFunc
	ctx     context.Context
	workers sync.WaitGroup
}

// loaders bounds how many homes are claimed and loaded at the same time. After a crash of another
// replica there are thousands, and requests need the database, too.
const loaders = 8

// Start returns a running engine. It resumes every session that was left unfinished. Close ends it.
// Start fails when the database does not say how far the wall clock has been set: the games would
// jump by that much.
func Start(p Parts) (*Engine, error) {
	if p.ReadsOnly != nil {
		p.Store = readStore{p.Store, p.ReadsOnly}
	}
	health := newHealth(p.Store, p.Log)
	p.Store = notedStore{p.Store, health}
	e := &Engine{
		store: p.Store, strategies: p.Strategies, models: p.Models, log: p.Log, owner: p.Owner, questionLimit: p.QuestionLimit, readsOnly: p.ReadsOnly,
		hub: newHub(), health: health, trouble: trouble{p.Log, health}, live: map[string]*actor{}, loading: &queue{free: loaders},
	}
	e.shunned, _ = lru.New[string, time.Time](knownShunned) // it only refuses sizes below one
	e.broken, _ = lru.New[string, bool](knownShunned)
	e.Desk = desk.New(p.Store, p.Strategies, p.Terms, e.Now, driver{e})
	e.ctx, e.stop = context.WithCancel(context.Background())
	start := e.startAlone
	switch {
	case p.ReadsOnly != nil:
		start = e.startInspecting
	case p.Peers != nil:
		start = e.startAmongPeers
	}
	if err := start(p); err != nil {
		e.stop()
		return nil, err
	}
	e.workers.Go(func() { health.run(e.ctx) })
	return e, nil
}

// startAlone begins to drive the homes of a database that no other engine uses.
func (e *Engine) startAlone(p Parts) error {
	clock := newClock(p.Now)
	e.clock, e.trust = clock, replica.Full(e.ctx)
	if err := e.store.Enter(e.ctx, journal.Replica{ID: e.owner}); err != nil {
		return fmt.Errorf("engine: enter as the owner of homes: %w", err)
	}
	time := timekeeper{engine: e, clock: clock}
	if err := time.resume(); err != nil {
		return fmt.Errorf("engine: read the clock of the games: %w", err)
	}
	if err := time.keep(); err != nil { // the sweeper tries again
		e.trouble.retry("", err, 0)
	}
	s := &sweeper{engine: e, stepped: clock.stepped, keep: time.keep}
	e.workers.Go(s.run)
	return nil
}

// startAmongPeers begins to drive homes of a database that other engines use, too.
func (e *Engine) startAmongPeers(p Parts) error {
	clock := newSharedClock()
	e.clock, e.trust = clock, replica.NewTrust(e.ctx, func(trusted bool) { e.peers.trustChanged(trusted) })
	if err := clock.start(e.ctx, e.store, e.log); err != nil {
		return fmt.Errorf("engine: read the clock of the games: %w", err)
	}
	var err error
	if e.peers, err = newPeers(e, p.Peers, clock); err != nil {
		return err
	}
	s := &sweeper{engine: e, stepped: clock.stepped, keep: func() error { return nil }}
	e.workers.Go(e.peers.run)
	e.workers.Go(e.peers.act)
	e.workers.Go(e.peers.watch)
	e.workers.Go(s.run)
	return nil
}

// Now returns the present.
func (e *Engine) Now() session.Moment { return e.clock.Now() }

// steady returns the present without the steps of the clock.
func (e *Engine) steady() time.Time { return e.Now().Steady() }

// driver is the engine as its desk sees it.
type driver struct{ engine *Engine }

// Delivered implements desk.Driver. It tells streams and owner about facts. The owner is here, or
// at another replica, or there is none.
func (d driver) Delivered(row journal.Session, events []session.Event) {
	e, owner := d.engine, ""
	if !e.isLive(row.Home) {
		owner = e.peers.holder(row.Home)
	}
	if owner == "" && e.shuns(row.Home) {
		owner = e.peers.other() // perhaps it is newer; else the sweeper of a newer one finds the fact
	}
	e.announce(row.ID, row.Home, events, owner)
	if owner == "" {
		e.wake(row.Home)
	}
}

// Deleted implements desk.Driver. It tells the readers to find that the log is gone.
func (d driver) Deleted(session string) { d.engine.announce(session, "", nil, "") }

// announce tells all readers of a log that it has grown, or that it may have if there are no
// events. to is the replica that must wake the home; empty if none must.
func (e *Engine) announce(session, home string, events []session.Event, to string) {
	if len(events) == 0 {
		e.hub.doubt(session)
	} else {
		e.hub.publish(session, events)
	}
	e.peers.tell(replica.Ring{Home: home, Session: session, Events: events, To: to})
}

// readersLimit bounds how long a deletion waits for readers. Usually they close within a
// millisecond. A slower reader finds at its next read that the session is gone.
const readersLimit = time.Second

// AwaitReaders implements desk.Driver.
func (d driver) AwaitReaders(session string) {
	select {
	case <-d.engine.hub.noReaders(session):
	case <-time.After(readersLimit):
	}
}

// Close stops all actors and waits for them. It hands the homes to the other replicas. Without
// others, the next start resumes unfinished sessions.
func (e *Engine) Close() {
	e.mu.Lock()
	closed := e.closed
	e.closed = true
	e.mu.Unlock()
	e.stop()
	e.workers.Wait()
	if e.peers != nil && !closed {
		e.peers.leave()
	}
}

// Owner returns the name of this engine among the owners of homes.
func (e *Engine) Owner() string { return e.owner }

// Live returns how many homes are in memory.
func (e *Engine) Live() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.live)
}

// wake rings the bell of a home's actor. If the home is not in memory, it starts an actor.
func (e *Engine) wake(home string) { e.wakeWith(home, journal.Lease{}, e.steady()) }

// wakeWith is wake for a home that was just taken, with its lease. Among those that load, its place
// is by due.
func (e *Engine) wakeWith(home string, l journal.Lease, due time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || e.readsOnly != nil || e.shuns(home) {
		return
	}
	a := e.live[home]
	if a == nil {
		a = &actor{engine: e, home: home, lease: l, due: due, bell: make(chan struct{}, 1)}
		e.live[home] = a
		e.workers.Go(func() { a.run(e.ctx) })
		return
	}
	a.ring()
}

// isLive reports whether a home is in memory.
func (e *Engine) isLive(home string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.live[home] != nil
}

// ring rings the bell of a home's actor, if the home is in memory.
func (e *Engine) ring(home string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if a := e.live[home]; a != nil {
		a.ring()
	}
}

// forget removes a home from memory. If the bell has been rung meanwhile, it does nothing and
// returns false. force skips this check.
func (e *Engine) forget(a *actor, force bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(a.bell) > 0 && !force {
		return false
	}
	delete(e.live, a.home)
	return true
}
