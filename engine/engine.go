package engine

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/game"
	"ringer/engine/strategy"
)

// Parts are what an engine is made of.
type Parts struct {
	Store      Store
	Strategies *strategy.Registry
	Models     Models
	Terms      Terms
	Log        *slog.Logger
	// Owner names this process among the owners of homes. It must be new at each start.
	Owner string
	// Now is the wall clock.
	Now func() time.Time
}

// Engine drives the sessions of one process. All its methods may be called at any time from any goroutine.
type Engine struct {
	*Desk
	models  Models
	log     *slog.Logger
	owner   string
	hub     *hub
	trouble trouble

	mu     sync.Mutex // protects live and closed
	live   map[string]*actor
	closed bool

	stop    context.CancelFunc
	ctx     context.Context
	workers sync.WaitGroup
}

// Start returns a running engine. It takes up every session that was left unfinished. Close ends it.
func Start(p Parts) *Engine {
	e := &Engine{models: p.Models, log: p.Log, owner: p.Owner, hub: newHub(), trouble: trouble{log: p.Log}, live: map[string]*actor{}}
	e.Desk = NewDesk(p.Store, p.Strategies, p.Terms, p.Now, e.delivered)
	e.ctx, e.stop = context.WithCancel(context.Background())
	e.workers.Go((&sweeper{Engine: e}).run)
	return e
}

// delivered tells streams and owner that facts have been committed; without events, that perhaps some have been.
func (e *Engine) delivered(row Session, events []game.Event) {
	if len(events) == 0 {
		e.hub.doubt(row.ID)
	} else {
		e.hub.publish(row.ID, events)
	}
	e.wake(row.Home)
}

// Close stops all actors and waits for them. What is unfinished is taken up at the next start.
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

// wake rings the actor of a home, and makes one if the home is not in memory.
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

// forget takes a home out of memory, unless its bell has been rung meanwhile and it is not forced.
func (e *Engine) forget(a *actor, force bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(a.bell) > 0 && !force {
		return false
	}
	delete(e.live, a.home)
	return true
}
