// Package health knows whether the database stores what is sent to it, and says how long work that
// failed waits.
package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	// freshFor is how long a stored append, or a good ping, proves that the next one will be
	// stored. Load balancers ask about once a second.
	freshFor = time.Second
	// pingGap is the shortest pause between two pings, so that they cost a busy database nothing.
	pingGap = 250 * time.Millisecond
	// awayPause is how much longer the pause is while the database is away.
	awayPause = 250 * time.Millisecond
	// patience is how long a ping may take before another one is sent beside it. A connection that
	// broke unnoticed gives no answer for seconds, while others work.
	patience = time.Second
	// readyLimit bounds how long Ready waits. It is longer than Postgres waits for a locked table.
	readyLimit = 2 * time.Second
)

// Pinger is the part of a store that says whether it stores.
type Pinger interface {
	Ping(ctx context.Context) error
}

// Monitor knows whether the database stores what is sent to it.
//
//	stores --> (an append fails, or Ready asks) --> ping --> stores
//	  ^                                              |
//	  |                                              v
//	  +----------- two good pings in a row <------ away
//	               or an append and a good ping
//
// An append alone changes nothing. It may fail for a reason of its own: another program may have
// locked its session. And a full disk may have room for a short message. Each change is logged
// once.
type Monitor struct {
	store Pinger
	log   *slog.Logger
	asked chan struct{}

	mu sync.Mutex // protects everything below
	// stored is when the database last stored something. It is zero after an append has failed.
	stored time.Time
	// away is why the database stores nothing; nil while it does.
	away error
	// appended is when an append was last stored, and failed is when a ping last failed.
	appended, failed time.Time
	// next is closed after the next ping.
	next  chan struct{}
	ended chan struct{}
}

// New returns a monitor of a store. Run it.
func New(store Pinger, log *slog.Logger) *Monitor {
	return &Monitor{store: store, log: log, asked: make(chan struct{}, 1), next: make(chan struct{}), ended: make(chan struct{})}
}

// Run pings when somebody asks, and repeatedly while the database is away.
func (h *Monitor) Run(ctx context.Context) {
	defer close(h.ended)
	good := 0 // pings in a row
	for h.wait(ctx) {
		began := time.Now()
		if err := h.ping(ctx); err != nil {
			good = 0
			h.lost(ctx, began, err)
		} else if good++; good > 1 || h.convinced() {
			h.found()
		}
	}
}

// ping returns the first answer to a ping, or to those that it sends after it.
func (h *Monitor) ping(ctx context.Context) error {
	answer := make(chan error)
	done := make(chan struct{})
	defer close(done)
	for {
		go func() {
			select {
			case answer <- h.store.Ping(ctx):
			case <-done:
			}
		}()
		select {
		case err := <-answer:
			return err
		case <-time.After(patience):
		}
	}
}

// wait returns when the next ping is due, or false when the context ends.
func (h *Monitor) wait(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pingGap):
	}
	var again <-chan time.Time // never
	if h.state() != nil {
		again = time.After(awayPause)
	}
	select {
	case <-ctx.Done():
		return false
	case <-again:
	case <-h.asked:
	}
	return true
}

func (h *Monitor) convinced() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.away == nil || h.proven()
}

// proven reports whether an append was stored since the last ping that failed. The caller holds the
// lock.
func (h *Monitor) proven() bool { return h.appended.After(h.failed) }

func (h *Monitor) state() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.away
}

// lost notes a ping that failed. A ping without an answer says nothing if an append was stored
// since it began. Then another ping comes soon.
func (h *Monitor) lost(ctx context.Context, began time.Time, err error) {
	if ctx.Err() != nil {
		return
	}
	if !errors.Is(err, journal.ErrUnavailable) {
		err = fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.appended.After(began) && journal.CauseOf(err) == nil {
		h.ask()
		return
	}
	if h.away == nil {
		h.log.Error("the database stores nothing; posts are refused, and due messages and votes wait", slog.Any("error", err))
	}
	h.away, h.stored, h.failed = err, time.Time{}, time.Now()
	h.tell()
}

func (h *Monitor) found() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.away != nil {
		h.log.Info("the database stores again")
	}
	h.away, h.stored = nil, time.Now()
	h.tell()
}

// tell wakes those who wait for a ping. The caller holds the lock.
func (h *Monitor) tell() {
	close(h.next)
	h.next = make(chan struct{})
}

func (h *Monitor) ask() {
	select {
	case h.asked <- struct{}{}:
	default:
	}
}

func (h *Monitor) note(err error) {
	lost := errors.Is(err, journal.ErrUnavailable) || errors.Is(err, journal.ErrOutcomeUnknown)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case lost && h.away == nil:
		h.stored = time.Time{}
		h.ask()
	case err == nil:
		now := time.Now()
		if h.away == nil {
			h.stored = now
		} else if !h.proven() {
			h.ask()
		}
		h.appended = now
	}
}

// Ready returns nil while the database stores what is sent to it. Otherwise it returns
// journal.ErrUnavailable, with its cause if that is known.
func (h *Monitor) Ready(ctx context.Context) error {
	h.mu.Lock()
	away, known, next := h.away, h.away != nil && !h.proven() || time.Since(h.stored) < freshFor, h.next
	h.mu.Unlock()
	if known {
		return away
	}
	h.ask()
	limit := time.NewTimer(readyLimit)
	defer limit.Stop()
	select {
	case <-next:
		return h.state()
	case <-limit.C:
		return fmt.Errorf("%w: a ping takes longer than %s", journal.ErrUnavailable, readyLimit)
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", journal.ErrUnavailable, ctx.Err())
	case <-h.ended:
		return fmt.Errorf("%w: the engine is closed", journal.ErrUnavailable)
	}
}

// Noted returns a store whose changes the monitor notes.
func (h *Monitor) Noted(store journal.Store) journal.Store { return notedStore{store, h} }

type notedStore struct {
	journal.Store
	health *Monitor
}

func (s notedStore) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	done, err := s.Store.Append(ctx, a)
	s.health.note(err)
	return done, err
}

func (s notedStore) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	done, err := s.Store.AppendAll(ctx, appends)
	s.health.note(err)
	return done, err
}

func (s notedStore) CreateAll(ctx context.Context, logs []journal.Opening) error {
	err := s.Store.CreateAll(ctx, logs)
	s.health.note(err)
	return err
}

func (s notedStore) Create(ctx context.Context, row journal.Session, first session.Event) error {
	err := s.Store.Create(ctx, row, first)
	s.health.note(err)
	return err
}

func (s notedStore) Claim(ctx context.Context, home, owner string) (int64, error) {
	epoch, err := s.Store.Claim(ctx, home, owner)
	s.health.note(err)
	return epoch, err
}
