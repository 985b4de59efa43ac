package engine

import (
	"sync"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	// smallStep is how far the wall clock may move against the monotonic clock between two readings
	// without counting as a step. Time servers correct less than that without a step.
	smallStep = time.Second
	// readLimit is the longest that a reading may take. A process that was stopped in the middle of
	// one would see a step.
	readLimit = 100 * time.Millisecond
	// agreement is how far our clock and the database's may differ. Idle sessions live for hours,
	// so a minute does not matter to them.
	agreement = time.Minute
)

// clock is the wall clock of the engine. It compares each reading with the monotonic clock. So it
// knows when the wall clock was set, and by how much. It implements step.Clock.
type clock struct {
	wall func() time.Time
	// stepped holds a token after a step.
	stepped chan struct{}

	mu sync.Mutex // protects all below
	// last is the last reading. read is when it was made, by the monotonic clock.
	last session.Moment
	read time.Time
	// database is the last reading of the database's clock. asked is when it was made, by the
	// monotonic clock.
	database, asked time.Time
	// alone says that the database has no clock of its own.
	alone bool
}

func newClock(wall func() time.Time) *clock {
	c := &clock{wall: wall, stepped: make(chan struct{}, 1)}
	c.last, c.read = c.readBoth()
	return c
}

// readBoth reads the wall clock and the monotonic clock at the same moment.
func (c *clock) readBoth() (wall session.Moment, monotonic time.Time) {
	for {
		before := time.Now()
		wall = session.NewMoment(c.wall())
		if monotonic = time.Now(); monotonic.Sub(before) < readLimit {
			return wall, monotonic
		}
	}
}

// Now implements step.Clock.
func (c *clock) Now() session.Moment {
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

// resume continues the steady time of the process that used the database before. database is the
// time by the database's own clock; zero if it has none.
//
// The clock may have been set while no process ran. If the log ends in the future, it was set back,
// and the steady time goes on from there. If the database's clock shows less, it was set forward.
func (c *clock) resume(from journal.Clock, database time.Time) {
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

// compare notes the time by the database's own clock; zero if it has none.
func (c *clock) compare(database time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.database, c.asked, c.alone = database, time.Now(), database.IsZero()
}

// Trusted implements step.Clock.
func (c *clock) Trusted() bool {
	c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.alone || !c.asked.IsZero() && c.ahead().Abs() <= agreement
}

// ahead returns how far the wall clock is ahead of the database's. The caller holds mu.
func (c *clock) ahead() time.Duration {
	return c.last.At.Sub(c.database) - c.read.Sub(c.asked)
}
