package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/clock"
	"ringer/engine/desk"
	"ringer/engine/feed"
	"ringer/engine/fleet"
	"ringer/engine/health"
	"ringer/engine/home"
	"ringer/engine/journal"
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
	// Name is the name of this replica's place. It stays the same over restarts, and no other
	// replica has it.
	Name string
	// Now reads the wall clock, which may be set at any time. With Peers, the database's clock is
	// used in its place.
	Now func() time.Time
	// Peers makes the engine one of several on its database. With nil it is the only one.
	Peers *fleet.Peering
	// Traces follows messages through thoughts to answers; nil for nobody.
	Traces home.Traces
	// QuestionLimit is the longest time limit of a question to a model.
	QuestionLimit time.Duration
	// FeedAge is how long the feed keeps what it says; 0 means for ever.
	FeedAge time.Duration
	// ReadsOnly is why the engine only reads: then it answers questions, drives no home, asks no
	// model and stores nothing. With nil it drives homes.
	ReadsOnly error
}

// Engine drives the sessions of one process. All its methods may be called at any time from any
// goroutine.
type Engine struct {
	// Desk takes facts and answers questions about sessions.
	Desk *desk.Desk

	owner  string
	store  journal.Store
	clock  clock.Clock
	hub    *feed.Hub
	fleet  members
	homes  *home.Homes
	health *health.Monitor
	// readsOnly is why the engine only reads; nil if it drives homes.
	readsOnly error

	stop    context.CancelFunc
	ctx     context.Context
	workers sync.WaitGroup
	closing sync.Once
}

// members are the replicas on a database: fleet.Peers, or fleet.Alone.
type members interface {
	home.Fleet
	Start(homes fleet.Homes) error
	Close()
	// Holder returns the other replica that owns a home, as far as is known; empty if none is
	// known.
	Holder(home string) string
	// Other returns another living replica, each after the other; empty if there is none.
	Other() string
	Replicas() fleet.Replicas
	Warnings() []string
}

// Start returns a running engine. It resumes every session that was left unfinished. Close ends it.
// Start fails when the database does not say how far the wall clock has been set: the games would
// jump by that much.
func Start(p Parts) (*Engine, error) {
	if p.ReadsOnly != nil {
		p.Store = readStore{p.Store, p.ReadsOnly}
	}
	monitor := health.New(p.Store, p.Log)
	p.Store = monitor.Noted(p.Store)
	shared := p.Peers != nil && p.ReadsOnly == nil // other processes append to the logs, too
	e := &Engine{owner: p.Owner, store: p.Store, hub: feed.NewHub(p.Store, shared), health: monitor, readsOnly: p.ReadsOnly}
	e.ctx, e.stop = context.WithCancel(context.Background())
	if err := e.start(p); err != nil {
		e.stop()
		return nil, err
	}
	e.workers.Go(func() { monitor.Run(e.ctx) })
	if p.ReadsOnly == nil && p.FeedAge > 0 {
		e.workers.Go(func() { e.pruneFeed(p.Store, p.FeedAge) })
	}
	return e, nil
}

// start begins to drive the homes of the database, or only to follow what other servers store.
func (e *Engine) start(p Parts) error {
	m := fleet.Member{Context: e.ctx, Store: p.Store, Owner: p.Owner, Name: p.Name, Log: p.Log, Health: e.health, Hub: e.hub}
	if err := e.join(p, m); err != nil {
		return fmt.Errorf("engine: read the clock of the games: %w", err)
	}
	e.Desk = desk.New(p.Store, p.Strategies, p.Terms, e.Now, driver{e})
	e.homes = home.New(home.Parts{
		Context: e.ctx, Store: p.Store, Strategies: p.Strategies, Models: p.Models, Log: p.Log, Health: e.health, Clock: e.clock, Hub: e.hub, Fleet: e.fleet,
		Owner: p.Owner, Traces: p.Traces, QuestionLimit: p.QuestionLimit, GameEvents: e.Desk.GameEvents(), Idle: p.ReadsOnly != nil,
	})
	if p.ReadsOnly != nil {
		e.workers.Go(e.follow)
		return nil
	}
	return e.fleet.Start(e.homes)
}

// followEvery is how often an engine that only reads looks for new events. Perhaps other servers
// use the database.
const followEvery = time.Second

// follow tells streams what other servers have stored, until the engine ends.
func (e *Engine) follow() {
	for {
		select {
		case <-e.ctx.Done():
			return
		case <-time.After(followEvery):
		}
		if err := e.hub.Poll(e.ctx, func(string) {}); err != nil && e.ctx.Err() == nil {
			e.health.Retry("", err, 0)
		}
	}
}

// pruneEvery is how often a replica prunes the feed. Each time only the rows of that time are old.
const pruneEvery = 10 * time.Minute

// pruneFeed prunes the feed until the engine ends.
func (e *Engine) pruneFeed(feeds journal.Feeds, age time.Duration) {
	for {
		if _, err := feeds.PruneFeed(e.ctx, age); err != nil && e.ctx.Err() == nil {
			e.health.Retry("", err, 0)
		}
		select {
		case <-e.ctx.Done():
			return
		case <-time.After(pruneEvery):
		}
	}
}

// join makes the fleet of which the engine is a member, and its clock.
func (e *Engine) join(p Parts, m fleet.Member) error {
	if p.Peers != nil && p.ReadsOnly == nil {
		shared, err := clock.NewShared(e.ctx, p.Store, p.Log)
		e.clock, e.fleet = shared, fleet.NewPeers(m, p.Peers, shared)
		return err
	}
	machine, err := clock.NewMachine(e.ctx, p.Now, p.Store, p.Log)
	e.clock, e.fleet = machine, fleet.NewAlone(m, machine)
	return err
}

// Now returns the present.
func (e *Engine) Now() session.Moment { return e.clock.Now() }

// driver is the engine as its desk sees it.
type driver struct{ engine *Engine }

// Delivered implements desk.Driver. It tells streams and owner about facts. The owner is here, or
// at another replica, or there is none.
func (d driver) Delivered(row journal.Session, events []session.Event) {
	e, owner := d.engine, ""
	if !e.homes.IsLive(row.Home) {
		owner = e.fleet.Holder(row.Home)
	}
	if owner == "" && e.homes.Shuns(row.Home) {
		owner = e.fleet.Other() // perhaps it is newer; else the sweeper of a newer one finds the fact
	}
	e.homes.Announce(row.ID, row.Home, events, owner)
	if owner == "" {
		e.homes.Wake(row.Home)
	}
}

// Deleted implements desk.Driver. It tells the readers to find that the log is gone.
func (d driver) Deleted(session string) { d.engine.homes.Announce(session, "", nil, "") }

// readersLimit bounds how long a deletion waits for readers. Usually they close within a
// millisecond. A slower reader finds at its next read that the session is gone.
const readersLimit = time.Second

func (d driver) AwaitReaders(session string) {
	select {
	case <-d.engine.hub.NoReaders(session):
	case <-time.After(readersLimit):
	}
}

// Listen subscribes to a log. The listener's channel is signalled after each commit. Subscribe
// first, then read.
func (e *Engine) Listen(id string) *feed.Listener { return e.hub.Listen(id) }

// ListenFunc subscribes as Listen does. It calls grown after each commit, in place of a signal.
// Publishers wait for grown, so it must return at once. It may be called before ListenFunc returns.
func (e *Engine) ListenFunc(id string, grown func()) *feed.Listener {
	return e.hub.ListenFunc(id, grown)
}

// Acting returns a context that ends when this process may not act any more: others may do its
// work.
func (e *Engine) Acting() context.Context { return e.fleet.Acting() }

// ListenTenant subscribes to the feed of a tenant, as Listen or, with a function, as ListenFunc
// does.
func (e *Engine) ListenTenant(tenant string, grown func()) *feed.Tenant {
	return e.hub.ListenTenant(tenant, grown)
}

// Close stops all actors and waits for them. It hands the homes to the other replicas. Without
// others, the next start resumes unfinished sessions.
func (e *Engine) Close() {
	e.homes.Close()
	e.stop()
	e.homes.Wait()
	e.workers.Wait()
	e.closing.Do(e.fleet.Close)
}

// Owner returns the name of this engine among the owners of homes.
func (e *Engine) Owner() string { return e.owner }

// Live returns how many homes are in memory.
func (e *Engine) Live() int { return e.homes.Live() }

// Overdue returns how many messages in memory are overdue by more than a second.
func (e *Engine) Overdue() int { return e.homes.Overdue() }

// OpenCounts counts the open sessions of the database by strategy and path, and the open games.
func (e *Engine) OpenCounts(ctx context.Context) ([]journal.OpenCount, error) {
	return e.store.OpenCounts(ctx)
}

// Holders returns the name of the replica that owns each of some homes, if one does.
func (e *Engine) Holders(ctx context.Context, homes []string) (map[string]string, error) {
	return e.store.Holders(ctx, homes)
}

// NoteBroken reports whether an error says that a log is broken. It logs each error of a log once.
func (e *Engine) NoteBroken(id string, err error) bool { return e.homes.NoteBroken(id, err) }

// Replicas returns what the engine knows of the replicas on its database.
func (e *Engine) Replicas() fleet.Replicas { return e.fleet.Replicas() }

// Ready returns nil while the database stores what is sent to it. Otherwise it returns
// journal.ErrUnavailable, with its cause if that is known. On a copy it returns journal.ErrCopied.
func (e *Engine) Ready(ctx context.Context) error {
	if errors.Is(e.readsOnly, journal.ErrCopied) {
		return e.readsOnly
	}
	return e.health.Ready(ctx)
}

// ReadsOnly returns why the engine only reads, or nil.
func (e *Engine) ReadsOnly() error { return e.readsOnly }

// Warnings says what an operator should know about an engine that only reads, and about the
// replicas.
func (e *Engine) Warnings(context.Context) []string {
	if e.readsOnly != nil {
		return []string{e.readsOnly.Error()}
	}
	return e.fleet.Warnings()
}
