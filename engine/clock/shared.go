package clock

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// goodRead is the longest that a beat may take for its reading of the clock to count.
const goodRead = 400 * time.Millisecond

// Shared is the clock of a database, which all its replicas share. The clocks of their
// machines may be wrong by any time. Between the beats it goes on by the monotonic clock.
//
// The database's clock may be set. Then the first replica that notices stores the new shift, and
// the others take it from there. So all have one steady time. A replica that has not noticed yet
// goes on with the old clock and the old shift, which show the same steady time.
type Shared struct {
	store   Store
	log     *slog.Logger
	stepped chan struct{}

	mu sync.Mutex // protects everything below
	// at is the last reading, and read is when it was made, by the monotonic clock.
	at      time.Time
	read    time.Time
	shift   time.Duration
	changed time.Time
}

// Now implements Clock.
func (c *Shared) Now() session.Moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := session.NewMoment(c.at.Add(time.Since(c.read)))
	m.Shift = c.shift
	return m
}

// Stepped implements Clock.
func (c *Shared) Stepped() <-chan struct{} { return c.stepped }

// Keep implements Clock. The beats keep this clock.
func (c *Shared) Keep(context.Context) error { return nil }

// startTries is how often the clock is read at the start until an answer comes soon enough.
const startTries = 5

// NewShared returns the clock of a database. Perhaps it was set back while no replica ran: then the
// log ends in the future, and the steady time goes on from there.
func NewShared(ctx context.Context, store Store, log *slog.Logger) (*Shared, error) {
	c := &Shared{store: store, log: log, stepped: make(chan struct{}, 1)}
	return c, c.start(ctx)
}

func (c *Shared) start(ctx context.Context) error {
	from, err := c.store.Clock(ctx)
	if err != nil {
		return err
	}
	var now, read time.Time
	for range startTries {
		began := time.Now()
		if now, err = c.store.Time(ctx); err != nil {
			return err
		}
		if read = time.Now(); read.Sub(began) <= goodRead {
			break
		}
	}
	if now.IsZero() { // a store in memory
		now = read
	}
	c.set(now, read, from.Shift)
	steady := now.Add(-from.Shift)
	if from.Last.IsZero() || !steady.Before(from.Last.Add(-smallStep)) {
		return nil
	}
	return c.step(ctx, now, read, steady.Sub(from.Last))
}

// set notes a reading. It corrects a small difference slowly.
func (c *Shared) set(at, read time.Time, shift time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if diff := at.Sub(c.at.Add(read.Sub(c.read))); shift == c.shift && diff.Abs() < smallStep {
		at = at.Add(diff/8 - diff)
	}
	if shift != c.shift {
		c.changed = time.Now()
	}
	c.at, c.read, c.shift = at, read, shift
}

// step stores a new shift with a reading, if the database still holds the old one. Otherwise
// another replica was first, and the next beat shows it.
func (c *Shared) step(ctx context.Context, at, read time.Time, by time.Duration) error {
	c.mu.Lock()
	old := c.shift
	c.mu.Unlock()
	by = by.Round(time.Millisecond)
	done, err := c.store.SetShift(ctx, old, old+by)
	if err != nil || !done {
		return err
	}
	c.log.Warn("the clock of the database was set; the games go on as if it had not been", slog.Duration("by", by))
	c.set(at, read, old+by)
	return nil
}

// Note takes the reading of a beat that began and ended at a time. The database read its clock
// somewhere between. When the beat ended, it showed at least the reading, and at most as much more
// as the beat took. A clock that shows a time between these stays as it is. So the quickest beats
// set it, and a slow commit does not.
//
// A replica that was taken for dead may have been paused with its monotonic clock. The difference
// is then its own fault, and no step.
func (c *Shared) Note(ctx context.Context, began, ended time.Time, b journal.Beat) error {
	took := ended.Sub(began)
	if b.Time.IsZero() || took > goodRead {
		return nil
	}
	c.mu.Lock()
	old, shift, stale := c.at.Add(ended.Sub(c.read)), c.shift, began.Before(c.changed)
	c.mu.Unlock()
	now := between(old, b.Time, b.Time.Add(took))
	diff := now.Sub(old)
	switch {
	case stale: // it may show the shift from before
		return nil
	case diff.Abs() <= smallStep && b.Shift == shift:
		c.set(now, ended, shift)
		return nil
	case diff.Abs() > smallStep && b.Shift == shift && !b.Missing:
		if err := c.step(ctx, now, ended, diff); err != nil {
			return err
		}
	default:
		c.set(now, ended, b.Shift)
	}
	select {
	case c.stepped <- struct{}{}:
	default:
	}
	return nil
}

func between(t, first, last time.Time) time.Time {
	switch {
	case t.Before(first):
		return first
	case t.After(last):
		return last
	}
	return t
}
