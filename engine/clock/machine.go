package clock

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Machine is the clock of this machine, for a process that is alone with its database. It compares
// each reading with the monotonic clock. So it knows when the wall clock was set, and by how much.
type Machine struct {
	wall    func() time.Time
	store   Store
	log     *slog.Logger
	stepped chan struct{}
	// saved is the shift that the database holds. Only Keep uses it.
	saved time.Duration

	mu sync.Mutex // protects all below
	// last is the last reading. read is when it was made, by the monotonic clock.
	last session.Moment
	read time.Time
}

// NewMachine returns the clock of this machine. It continues the steady time of the process that
// used the database before.
//
// The clock may have been set while no process ran. If the log ends in the future, it was set back,
// and the steady time goes on from there. If the database's own clock shows less, it was set
// forward.
func NewMachine(ctx context.Context, wall func() time.Time, store Store, log *slog.Logger) (*Machine, error) {
	c := &Machine{wall: wall, store: store, log: log, stepped: make(chan struct{}, 1)}
	c.last, c.read = c.readBoth()
	from, err := store.Clock(ctx)
	if err != nil {
		return nil, err
	}
	database, err := store.Time(ctx)
	if err != nil {
		return nil, err
	}
	c.resume(from, database)
	c.saved = from.Shift
	return c, nil
}

func (c *Machine) readBoth() (wall session.Moment, monotonic time.Time) {
	for {
		before := time.Now()
		wall = session.NewMoment(c.wall())
		if monotonic = time.Now(); monotonic.Sub(before) < readLimit {
			return wall, monotonic
		}
	}
}

// Now implements Clock.
func (c *Machine) Now() session.Moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	wall, read := c.readBoth()
	if step := wall.At.Sub(c.last.At) - read.Sub(c.read); step.Abs() > smallStep {
		c.last.Shift += step.Round(time.Millisecond)
		select {
		case c.stepped <- struct{}{}:
		default:
		}
	}
	c.last.At, c.read = wall.At, read
	return c.last
}

// resume sets the steady time. database is the time by the database's own clock; zero if it has
// none.
func (c *Machine) resume(from journal.Clock, database time.Time) {
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	earliest := from.Last.Add(-smallStep)
	steady := now.At.Add(-from.Shift)
	if other := database.Add(-from.Shift); !database.IsZero() && database.Sub(now.At).Abs() > agreement && !other.Before(earliest) {
		if steady.Before(earliest) || other.Before(steady) {
			steady = other
		}
	}
	if steady.Before(earliest) {
		steady = from.Last
	}
	c.last.Shift = now.At.Sub(steady).Round(time.Millisecond)
}

// Stepped implements Clock.
func (c *Machine) Stepped() <-chan struct{} { return c.stepped }

// Keep implements Clock.
func (c *Machine) Keep(ctx context.Context) error {
	shift := c.Now().Shift
	if shift == c.saved {
		return nil
	}
	if _, err := c.store.SetShift(ctx, c.saved, shift); err != nil {
		return err
	}
	c.log.Warn("the wall clock was set; the games go on as if it had not been", slog.Duration("by", shift-c.saved))
	c.saved = shift
	return nil
}
