package fleet

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
	"ringer/engine/clock"
	"ringer/engine/journal"
)

// Peering makes a process one of several on its database.
type Peering struct {
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
	joining = 4 * BeatEvery
	// warnFor is how long a loss of rings is worth a warning.
	warnFor = 10 * time.Second
	// knownHolders bounds the homes whose owner is remembered.
	knownHolders = 100_000
)

const cannotBeat = "this replica cannot beat in time, and does not act until it can; the database is slow or away"

// Peers is a process among the others on its database.
type Peers struct {
	member
	sweeper
	trust    *Trust
	open     func(hear func(message []byte)) (bell.Bell, error)
	key      []byte
	bell     bell.Bell
	observer *Observer
	outbox   *Outbox
	inbox    *Inbox
	shared   *clock.Shared
	// holders remembers which replica owned a home when this one wanted it.
	holders *lru.Cache[string, string]
	began   time.Time
	beats   atomic.Int64
	// moved is when a home last moved for balance, in nanoseconds since began.
	moved atomic.Int64
	// surplus is how many homes this replica had above its share at the last beat.
	surplus int
	sights  chan sight
	asked   chan struct{}
	// sending ends the outbox; sent is closed when it has sent the rest.
	sending context.CancelFunc
	sent    chan struct{}

	mu   sync.Mutex // protects view and fromLate
	view View
	// fromLate counts the homes that this replica has taken from each one while that was late.
	fromLate map[string]int

	takeovers, losses atomic.Int64
	next              atomic.Int64
	// lastLoss is when rings were last lost, and lastLapse when the trust last changed, both in
	// nanoseconds since began.
	lastLoss, lastLapse atomic.Int64
}

// NewPeers returns a process among others. It acts after Start.
func NewPeers(m Member, p *Peering, shared *clock.Shared) *Peers {
	ps := &Peers{
		member: member{Member: m, clock: shared}, key: p.Key, open: p.Open, observer: NewObserver(m.Owner), shared: shared,
		began: time.Now(), asked: make(chan struct{}, 1), sights: make(chan sight, 1), fromLate: map[string]int{},
	}
	ps.inbox = NewInbox(m.Owner, p.Key, ps.steady)
	ps.trust = NewTrust(m.Context, ps.trustChanged)
	ps.holders, _ = lru.New[string, string](knownHolders) // it only refuses sizes below one
	ps.sweeper = sweeper{member: &ps.member, trust: ps.trust, alive: ps.alive, check: func() error { ps.poll(); return nil }, awake: func() int { return ps.now().Homes() }}
	return ps
}

// Start enters among the replicas, opens the bell, and begins to drive homes. Close ends it.
func (p *Peers) Start(homes Homes) error {
	p.homes = homes
	if err := p.Store.Enter(p.Context, journal.Replica{ID: p.Owner, Name: p.Name}); err != nil {
		return fmt.Errorf("fleet: enter among the replicas: %w", err)
	}
	var err error
	if p.bell, err = p.open(p.hear); err == nil {
		p.outbox, err = NewOutbox(p.Owner, p.bell, p.key, p.steady)
	}
	if err != nil {
		_, gone := p.Store.Remove(p.Context, journal.Replica{ID: p.Owner})
		return errors.Join(fmt.Errorf("fleet: open the bell between replicas: %w", err), gone)
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.sending, p.sent = cancel, make(chan struct{})
	go func() { // ends with leave
		defer close(p.sent)
		p.outbox.Run(ctx)
	}()
	for _, run := range []func(){p.run, p.act, p.watch, p.sweeper.run} {
		p.workers.Go(run)
	}
	return nil
}

// run beats until the engine ends. Nothing else here may wait for the database: late beats lose
// homes.
func (p *Peers) run() {
	ticks := time.NewTicker(BeatEvery)
	defer ticks.Stop()
	for {
		if err := p.beat(); err != nil && p.Context.Err() == nil {
			p.Health.Retry("", err, 0)
		}
		select {
		case <-p.Context.Done():
			return
		case <-ticks.C:
		}
	}
}

type sight struct {
	view         View
	beat         journal.Beat
	began, ended time.Time
}

func (p *Peers) beat() error {
	began := time.Now()
	p.beats.Add(1)
	b, err := p.Store.Beat(p.Context, journal.Replica{ID: p.Owner, Name: p.Name, Beats: p.beats.Load(), Homes: p.homes.Live(), Rings: p.outbox.Rung()})
	if err != nil {
		return err
	}
	ended := time.Now()
	p.trust.Renew(began)
	view := p.observer.See(began, ended, b.Replicas)
	p.mu.Lock()
	p.view = view
	p.mu.Unlock()
	for _, r := range view.Gone {
		p.workers.Go(func() { p.inherit(r) })
		p.ask() // that replica may have died between a commit and its ring
	}
	select {
	case <-p.sights: // nobody has looked at the last one
	default:
	}
	p.sights <- sight{view, b, began, ended}
	return nil
}

func (p *Peers) act() {
	for {
		select {
		case <-p.Context.Done():
			return
		case s := <-p.sights:
			if err := p.actOn(s); err != nil && p.Context.Err() == nil {
				p.Health.Retry("", err, 0)
			}
		}
	}
}

func (p *Peers) actOn(s sight) error {
	if p.inbox.Check(s.beat.Replicas) {
		p.missed()
	}
	if time.Since(p.began) < joining {
		p.poll()
	}
	if err := p.shared.Note(p.Context, s.began, s.ended, s.beat); err != nil {
		return err
	}
	if !p.trusted() {
		return nil
	}
	for _, r := range s.view.Lapsed {
		if removed, err := p.Store.Remove(p.Context, r); err != nil {
			return err
		} else if removed {
			p.Log.Warn("a replica has stopped beating; the others take its homes", slog.String("replica", r.Name), slog.Int("homes", r.Homes))
		}
	}
	if err := p.takeLate(s.view); err != nil {
		return err
	}
	p.balance(s.view)
	return nil
}

// trustChanged signals all homes when the engine may act again. Some of the homes may
// belong to another replica by then. A long trouble has one line in the log.
func (p *Peers) trustChanged(trusted bool) {
	now := time.Since(p.began)
	last := time.Duration(p.lastLapse.Swap(int64(now)))
	switch {
	case !trusted && (last == 0 || now-last > warnFor):
		p.Log.Warn(cannotBeat)
	case trusted && last > 0 && now-last > warnFor:
		p.Log.Info("this replica acts again")
	}
	if !trusted {
		return
	}
	p.homes.SignalAll()
	p.ask()
}

func (p *Peers) now() View {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.view
}

func (p *Peers) alive() int { return max(1, len(p.now().Alive)) }

// Acting implements home.Fleet.
func (p *Peers) Acting() context.Context { return p.trust.Context() }

// Has implements home.Fleet.
func (p *Peers) Has(id string) bool { return p.now().Has(id) }

// Replicas is what a process knows of the replicas on its database.
type Replicas struct {
	// Alive counts those that live, itself among them.
	Alive int
	// Taken counts the homes that it has taken over from others.
	Taken int64
	// Lost counts how often it has missed messages of others.
	Lost int64
}

// Replicas returns what the process knows of the replicas on its database.
func (p *Peers) Replicas() Replicas {
	return Replicas{Alive: len(p.now().Alive), Taken: p.takeovers.Load(), Lost: p.losses.Load()}
}

// Warnings says what an operator should know about the replicas.
func (p *Peers) Warnings() (list []string) {
	if p.losses.Load() > 0 && time.Since(p.began)-time.Duration(p.lastLoss.Load()) < warnFor {
		list = append(list, "messages between the replicas are lost, or cannot be opened, so events of other replicas reach streams up to a second late; see that all replicas have one version, and reach the servers of NATS_URL, or Postgres without pgbouncer in transaction mode")
	}
	if !p.trusted() {
		list = append(list, cannotBeat)
	}
	for _, r := range p.now().Alive {
		if r.Name == p.Name && r.ID != p.Owner {
			list = append(list, fmt.Sprintf("another replica has the name %s, too; give each its own RINGER_REPLICA", p.Name))
		}
	}
	return list
}
