package session

import (
	"math/bits"
	"time"

	"ringer/engine/timing"
)

// Millis is game time: milliseconds since the session opened.
type Millis = timing.Millis

// MaxSpeed is the fastest game clock. At 1,000, one microsecond of wall time is one millisecond of
// game time. The log's unit is the microsecond, so both directions of Clock stay exact.
const MaxSpeed = 1000

// Moment is a reading of the wall clock.
type Moment struct {
	At time.Time // wall time in UTC, in whole microseconds
	// Shift is the sum of all steps of the wall clock since the database was made, in whole
	// milliseconds. It is negative if the clock was set back.
	Shift time.Duration
}

// NewMoment returns a reading of a wall clock that was never set.
func NewMoment(wall time.Time) Moment { return Moment{At: wall.UTC().Truncate(time.Microsecond)} }

// Steady returns the time that the clock would show without its steps.
func (m Moment) Steady() time.Time { return m.At.Add(-m.Shift) }

// Clock converts between wall time, which the log and the API use, and game time, which the core
// uses. Only Shift changes after the session was created.
type Clock struct {
	Start time.Time `json:"start"` // the steady time at which the session opened
	// Speed is game time per wall time, in thousandths: 1000 is real time, 20000 is twenty times as
	// fast.
	Speed int64 `json:"speed"`
	// Shift is wall time minus steady time: the Moment.Shift of the last event.
	Shift time.Duration `json:"shift,omitempty"`
}

// NewClock returns the clock of a session that opened at start.
func NewClock(start time.Time, speed float64) Clock {
	return Clock{Start: start, Speed: int64(speed*1000 + 0.5)}
}

// Now returns the game time of a moment, whatever the shift of the clock.
func (c Clock) Now(m Moment) Millis {
	c.Shift = m.Shift
	return c.Game(m.At)
}

// Game returns the game time at a wall time. Before the start it is 0.
func (c Clock) Game(wall time.Time) Millis {
	micros := wall.Add(-c.Shift).Sub(c.Start).Microseconds()
	if micros <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(micros), uint64(c.Speed))
	quo, _ := bits.Div64(hi, lo, 1_000_000)
	return Millis(quo)
}

// Wall returns the first wall time, in whole microseconds, at which Game reaches m: Game(Wall(m))
// == m.
func (c Clock) Wall(m Millis) time.Time { return c.Steady(m).Add(c.Shift) }

// Steady is Wall in steady time. The steps of the wall clock do not move it.
func (c Clock) Steady(m Millis) time.Time {
	if m <= 0 {
		return c.Start
	}
	hi, lo := bits.Mul64(uint64(m), 1_000_000)
	quo, rem := bits.Div64(hi, lo, uint64(c.Speed))
	if rem > 0 {
		quo++
	}
	return c.Start.Add(time.Duration(quo) * time.Microsecond)
}
