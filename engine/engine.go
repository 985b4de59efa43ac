package engine

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
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
	// Now reads the wall clock, which may be set at any time.
	Now func() time.Time
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
	clock      *clock
	hub        *hub
	health     *health
	trouble    trouble

	mu     sync.Mutex // protects live and closed
	live   map[string]*actor
	closed bool

	stop    context.CancelFunc
	ctx     context.Context
	workers sync.WaitGroup
}

// Start returns a running engine. It resumes every session that was left unfinished. Close ends it.
// Start fails when the database does not say how far the wall clock has been set: the games would
// jump by that much.
func Start(p Parts) (*Engine, error) {
	health := newHealth(p.Store, p.Log)
	p.Store = notedStore{p.Store, health}
	e := &Engine{
		store: p.Store, strategies: p.Strategies, models: p.Models, log: p.Log, owner: p.Owner, clock: newClock(p.Now),
		hub: newHub(), health: health, trouble: trouble{p.Log, health}, live: map[string]*actor{},
	}
	e.Desk = desk.New(p.Store, p.Strategies, p.Terms, e.Now, driver{e})
	e.ctx, e.stop = context.WithCancel(context.Background())
	s := &sweeper{engine: e, time: timekeeper{engine: e}}
	if err := s.time.resume(); err != nil {
		e.stop()
		return nil, fmt.Errorf("engine: read the clock of the games: %w", err)
	}
	if err := s.time.keep(); err != nil { // the sweeper tries again
		e.trouble.retry("", err, 0)
	}
	e.workers.Go(s.run)
	e.workers.Go(func() { health.run(e.ctx) })
	return e, nil
}

// Now returns the present.
func (e *Engine) Now() game.Moment { return e.clock.Now() }

// driver is the engine as its desk sees it.
type driver struct{ engine *Engine }

// Delivered implements desk.Driver. It tells streams and owner about facts.
func (d driver) Delivered(row journal.Session, events []game.Event) {
	if len(events) == 0 {
		d.engine.hub.doubt(row.ID)
	} else {
		d.engine.hub.publish(row.ID, events)
	}
	d.engine.wake(row.Home)
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

// Close stops all actors and waits for them. The next start resumes unfinished sessions.
func (e *Engine) Close() {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.stop()
	e.workers.Wait()
}

// Live returns how many homes are in memory.
func (e *Engine) Live() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.live)
}

// wake rings the bell of a home's actor. If the home is not in memory, it starts an actor.
func (e *Engine) wake(home string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	a := e.live[home]
	if a == nil {
		a = &actor{engine: e, home: home, bell: make(chan struct{}, 1)}
		e.live[home] = a
		e.workers.Go(func() { a.run(e.ctx) })
		return
	}
	a.ring()
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
