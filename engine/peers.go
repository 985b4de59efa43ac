package engine

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/bell"
	"ringer/engine/journal"
	"ringer/engine/replica"
)

// Peering makes an engine one of several on its database.
type Peering struct {
	// Name is the name of the replica's place. It stays the same over restarts, and no other
	// replica has it.
	Name string
	// Open opens the bell between the replicas.
	Open func(hear func(message []byte)) (bell.Bell, error)
}

const (
	// lateBy is how much a home of a late replica must be overdue for another one to take it.
	lateBy = 300 * time.Millisecond
	// joining is how long a replica does not rely on rings: the others do not send any to a replica
	// that they have not seen.
	joining = 4 * replica.BeatEvery
	// knownHolders bounds the homes whose owner is remembered.
	knownHolders = 100_000
)

// peers is an engine among the others on its database. A nil peers has none.
type peers struct {
	engine   *Engine
	name     string
	bell     bell.Bell
	observer *replica.Observer
	outbox   *replica.Outbox
	inbox    *replica.Inbox
	clock    *sharedClock
	// holders remembers which replica owned a home when this one wanted it.
	holders *lru.Cache[string, string]
	began   time.Time
	beats   int64
	// lost holds a token when rings were lost.
	lost chan struct{}
	// sending ends the outbox; sent is closed when it has sent the rest.
	sending context.CancelFunc
	sent    chan struct{}

	mu   sync.Mutex // protects view
	view replica.View

	takeovers, losses atomic.Int64
	lastLoss          atomic.Int64 // in nanoseconds since began
}

// newPeers opens the bell, and enters the replica. The engine is not driven yet.
func newPeers(e *Engine, p *Peering, clock *sharedClock) (*peers, error) {
	ps := &peers{
		engine: e, name: p.Name, observer: replica.NewObserver(e.owner), inbox: replica.NewInbox(e.owner), clock: clock,
		began: time.Now(), lost: make(chan struct{}, 1),
	}
	ps.holders, _ = lru.New[string, string](knownHolders) // it only refuses sizes below one
	if err := e.store.Enter(e.ctx, journal.Replica{ID: e.owner, Name: p.Name}); err != nil {
		return nil, fmt.Errorf("engine: enter among the replicas: %w", err)
	}
	var err error
	if ps.bell, err = p.Open(ps.hear); err != nil {
		return nil, fmt.Errorf("engine: open the bell between replicas: %w", err)
	}
	ps.outbox = replica.NewOutbox(e.owner, ps.bell)
	ctx, cancel := context.WithCancel(context.Background())
	ps.sending, ps.sent = cancel, make(chan struct{})
	go func() { // ends with leave
		defer close(ps.sent)
		ps.outbox.Run(ctx)
	}()
	return ps, nil
}

// run beats until the engine ends.
func (p *peers) run() {
	ticks := time.NewTicker(replica.BeatEvery)
	defer ticks.Stop()
	for {
		if err := p.beat(); err != nil && p.engine.ctx.Err() == nil {
			p.engine.trouble.retry("", err, 0)
		}
		select {
		case <-p.engine.ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// beat shows the others that this replica lives, and looks at them.
func (p *peers) beat() error {
	e := p.engine
	began := time.Now()
	p.beats++
	b, err := e.store.Beat(e.ctx, journal.Replica{ID: e.owner, Name: p.name, Beats: p.beats, Homes: e.Live(), Rings: p.outbox.Rung()})
	if err != nil {
		return err
	}
	ended := time.Now()
	e.trust.Renew(began)
	if err := p.clock.note(e.ctx, began, ended, b, e.store, e.log); err != nil {
		return err
	}
	view := p.observer.See(began, ended, b.Replicas)
	p.mu.Lock()
	p.view = view
	p.mu.Unlock()
	if p.inbox.Check(b.Replicas) {
		p.missed()
	}
	if time.Since(p.began) < joining {
		p.poll()
	}
	for _, r := range view.Lapsed {
		if removed, err := e.store.Remove(e.ctx, r); err != nil {
			return err
		} else if removed {
			e.log.Warn("a replica has stopped beating; the others take its homes", slog.String("replica", r.Name), slog.Int("homes", r.Homes))
		}
	}
	for _, r := range view.Gone {
		e.workers.Go(func() { p.inherit(r) })
	}
	for _, r := range view.Late {
		if err := p.takeLate(r); err != nil {
			return err
		}
	}
	p.balance(view)
	return nil
}

// now returns what the last beat has shown.
func (p *peers) now() replica.View {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.view
}

// alone reports whether no other replica is there to hear anything. Until the first beat nobody
// knows.
func (p *peers) alone() bool { return len(p.now().Alive) == 1 }

// tell tells the others that a log has grown. Without events they must read it.
func (p *peers) tell(r replica.Ring) {
	if p != nil && !p.alone() {
		p.outbox.Add(r)
	}
}

// holder returns the other replica that owns a home, as far as is known; empty if none is known.
func (p *peers) holder(home string) string {
	if p == nil {
		return ""
	}
	owner, ok := p.holders.Get(home)
	if !ok || owner == p.engine.owner || !p.now().Has(owner) {
		return ""
	}
	return owner
}

// belongsTo notes that a home belongs to another replica, and has it woken there.
func (p *peers) belongsTo(h *journal.Held) {
	if p == nil || h.Owner == p.engine.owner {
		return
	}
	p.holders.Add(h.Home, h.Owner)
	p.tell(replica.Ring{Home: h.Home, To: h.Owner})
}

// hear takes a message of another replica.
func (p *peers) hear(raw []byte) {
	e := p.engine
	rings, lost := p.inbox.Hear(raw, e.hub.follows)
	if lost {
		p.missed()
	}
	for _, r := range rings {
		switch {
		case r.Session == "":
		case len(r.Events) > 0:
			e.hub.publish(r.Session, r.Events)
		default:
			e.hub.doubt(r.Session)
		}
		if r.To == e.owner {
			e.wake(r.Home)
		} else {
			e.ring(r.Home)
		}
	}
}

// missed notes that rings were lost. A poll follows.
func (p *peers) missed() {
	p.losses.Add(1)
	p.lastLoss.Store(int64(time.Since(p.began)))
	select {
	case p.lost <- struct{}{}:
	default:
	}
}

// watch polls when rings were lost, until the engine ends.
func (p *peers) watch() {
	for {
		select {
		case <-p.engine.ctx.Done():
			return
		case <-p.lost:
			p.poll()
		}
		select { // no more than a beat finds
		case <-p.engine.ctx.Done():
			return
		case <-time.After(replica.BeatEvery / 2):
		}
	}
}

// poll reads from the database what rings would have told.
func (p *peers) poll() {
	e := p.engine
	sessions := e.hub.sessions()
	heads, err := e.store.Heads(e.ctx, sessions)
	if err == nil {
		for _, home := range e.hub.compare(sessions, heads) {
			e.ring(home)
		}
		err = e.wakeOwned()
	}
	if err != nil && e.ctx.Err() == nil {
		e.trouble.retry("", err, 0)
		p.missed()
	}
}

// Replicas is what an engine knows of the replicas on its database.
type Replicas struct {
	// Alive counts those that live, itself among them.
	Alive int
	// Taken counts the homes that it has taken over from others.
	Taken int64
	// Lost counts how often it has missed messages of others.
	Lost int64
}

// Replicas returns what the engine knows of the replicas on its database.
func (e *Engine) Replicas() Replicas {
	if e.peers == nil {
		return Replicas{Alive: 1}
	}
	return Replicas{Alive: len(e.peers.now().Alive), Taken: e.peers.takeovers.Load(), Lost: e.peers.losses.Load()}
}

// Warnings says what an operator should know about the replicas.
func (e *Engine) Warnings(context.Context) []string {
	if e.peers == nil || e.peers.losses.Load() == 0 || time.Since(e.peers.began)-time.Duration(e.peers.lastLoss.Load()) > 10*time.Second {
		return nil
	}
	return []string{"messages between the replicas are lost, so events of other replicas reach streams up to a second late; see that all replicas reach the servers of NATS_URL, or Postgres without pgbouncer in transaction mode"}
}
