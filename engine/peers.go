package engine

import (
	"context"
	"errors"
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
	// Key is a secret that only the replicas on this database have.
	Key []byte
	// Open opens the bell between the replicas.
	Open func(hear func(message []byte)) (bell.Bell, error)
}

const (
	// lateBy is how much a home of a late replica must be overdue for another one to take it.
	lateBy = 300 * time.Millisecond
	// joining is how long a replica does not rely on rings: the others do not send any to a replica
	// that they have not seen.
	joining = 4 * replica.BeatEvery
	// warnFor is how long a loss of rings is worth a warning.
	warnFor = 10 * time.Second
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
	beats   atomic.Int64
	// moved is when a home last moved for balance, in nanoseconds since began.
	moved atomic.Int64
	// surplus is how many homes this replica had above its share at the last beat.
	surplus int
	// sights holds what the last beat has shown, until it is acted on.
	sights chan sight
	// asked holds a token when a poll is wanted.
	asked chan struct{}
	// sending ends the outbox; sent is closed when it has sent the rest.
	sending context.CancelFunc
	sent    chan struct{}

	mu   sync.Mutex // protects view and fromLate
	view replica.View
	// fromLate counts the homes that this replica has taken from each one while that was late.
	fromLate map[string]int

	takeovers, losses atomic.Int64
	// next chooses among the others.
	next atomic.Int64
	// lastLoss is when rings were last lost, and lastLapse when the trust last changed, both in
	// nanoseconds since began.
	lastLoss, lastLapse atomic.Int64
}

// newPeers opens the bell, and enters the replica. The engine is not driven yet.
func newPeers(e *Engine, p *Peering, clock *sharedClock) (*peers, error) {
	ps := &peers{
		engine: e, name: p.Name, observer: replica.NewObserver(e.owner), inbox: replica.NewInbox(e.owner, p.Key, e.steady), clock: clock,
		began: time.Now(), asked: make(chan struct{}, 1), sights: make(chan sight, 1), fromLate: map[string]int{},
	}
	ps.holders, _ = lru.New[string, string](knownHolders) // it only refuses sizes below one
	if err := e.store.Enter(e.ctx, journal.Replica{ID: e.owner, Name: p.Name}); err != nil {
		return nil, fmt.Errorf("engine: enter among the replicas: %w", err)
	}
	var err error
	if ps.bell, err = p.Open(ps.hear); err == nil {
		ps.outbox, err = replica.NewOutbox(e.owner, ps.bell, p.Key, e.steady)
	}
	if err != nil {
		_, gone := e.store.Remove(e.ctx, journal.Replica{ID: e.owner})
		return nil, errors.Join(fmt.Errorf("engine: open the bell between replicas: %w", err), gone)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ps.sending, ps.sent = cancel, make(chan struct{})
	go func() { // ends with leave
		defer close(ps.sent)
		ps.outbox.Run(ctx)
	}()
	return ps, nil
}

// run beats until the engine ends. Nothing else happens here that may wait for the database: a
// replica that is late with its beats loses its homes.
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

// sight is what a beat has shown.
type sight struct {
	view         replica.View
	beat         journal.Beat
	began, ended time.Time
}

// beat shows the others that this replica lives, and looks at them.
func (p *peers) beat() error {
	e := p.engine
	began := time.Now()
	p.beats.Add(1)
	b, err := e.store.Beat(e.ctx, journal.Replica{ID: e.owner, Name: p.name, Beats: p.beats.Load(), Homes: e.Live(), Rings: p.outbox.Rung()})
	if err != nil {
		return err
	}
	ended := time.Now()
	e.trust.Renew(began)
	view := p.observer.See(began, ended, b.Replicas)
	p.mu.Lock()
	p.view = view
	p.mu.Unlock()
	for _, r := range view.Gone {
		e.workers.Go(func() { p.inherit(r) })
		p.ask() // it may have died between a commit and its ring
	}
	select {
	case <-p.sights: // nobody has looked at the last one
	default:
	}
	p.sights <- sight{view, b, began, ended}
	return nil
}

// act does what the beats ask for, until the engine ends.
func (p *peers) act() {
	for {
		select {
		case <-p.engine.ctx.Done():
			return
		case s := <-p.sights:
			if err := p.actOn(s); err != nil && p.engine.ctx.Err() == nil {
				p.engine.trouble.retry("", err, 0)
			}
		}
	}
}

func (p *peers) actOn(s sight) error {
	e := p.engine
	if p.inbox.Check(s.beat.Replicas) {
		p.missed()
	}
	if time.Since(p.began) < joining {
		p.poll()
	}
	if err := p.clock.note(e.ctx, s.began, s.ended, s.beat, e.store, e.log); err != nil {
		return err
	}
	if !p.trusted() {
		return nil
	}
	for _, r := range s.view.Lapsed {
		if removed, err := e.store.Remove(e.ctx, r); err != nil {
			return err
		} else if removed {
			e.log.Warn("a replica has stopped beating; the others take its homes", slog.String("replica", r.Name), slog.Int("homes", r.Homes))
		}
	}
	if err := p.takeLate(s.view); err != nil {
		return err
	}
	p.balance(s.view)
	return nil
}

// trustChanged rings the bells of all actors when the engine may act again. Some of the homes may
// belong to another replica by then. A long trouble has one line in the log.
func (p *peers) trustChanged(trusted bool) {
	e := p.engine
	now := time.Since(p.began)
	last := time.Duration(p.lastLapse.Swap(int64(now)))
	switch {
	case !trusted && (last == 0 || now-last > warnFor):
		e.log.Warn("this replica cannot beat in time, and does not act until it can; the database is slow or away")
	case trusted && last > 0 && now-last > warnFor:
		e.log.Info("this replica acts again")
	}
	if !trusted {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, a := range e.live {
		a.ring()
	}
	p.ask()
}

// now returns what the last beat has shown.
func (p *peers) now() replica.View {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.view
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

// Warnings says what an operator should know about an engine that only reads, and about the
// replicas.
func (e *Engine) Warnings(context.Context) (list []string) {
	if e.readsOnly != nil {
		return []string{e.readsOnly.Error()}
	}
	p := e.peers
	if p == nil {
		return nil
	}
	if p.losses.Load() > 0 && time.Since(p.began)-time.Duration(p.lastLoss.Load()) < warnFor {
		list = append(list, "messages between the replicas are lost, or cannot be opened, so events of other replicas reach streams up to a second late; see that all replicas have one version, and reach the servers of NATS_URL, or Postgres without pgbouncer in transaction mode")
	}
	if !p.trusted() {
		list = append(list, "this replica cannot beat in time, and does not act until it can; the database is slow or away")
	}
	for _, r := range p.now().Alive {
		if r.Name == p.name && r.ID != e.owner {
			list = append(list, fmt.Sprintf("another replica has the name %s, too; give each its own RINGER_REPLICA", p.name))
		}
	}
	return list
}
