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
// uses. Pauses move the start, so that a pause takes no game time.
type Clock struct {
	Start time.Time `json:"start"` // the steady time at which the session opened
	// Speed is game time per wall time, in thousandths: 1000 is real time, 20000 is twenty times as
	// fast.
	Speed int64 `json:"speed"`
	// Shift is wall time minus steady time: the Moment.Shift of the last event.
	Shift time.Duration `json:"shift,omitempty"`
	// Paused is the steady time at which it stopped; zero while it runs.
	Paused time.Time `json:"paused,omitzero"`
}

// NewClock returns the clock of a session that opened at start.
func NewClock(start time.Time, speed float64) Clock {
	return Clock{Start: start, Speed: int64(speed*1000 + 0.5)}
}

// Now returns the game time of a moment, whatever the shift of the clock. In a pause it stands.
func (c Clock) Now(m Moment) Millis {
	c.Shift = m.Shift
	if standing := c.Standing(m.At); standing.Before(m.At) {
		m.At = standing
	}
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

// Stands reports whether the session is paused.
func (c Clock) Stands() bool { return !c.Paused.IsZero() }

// Standing returns the wall time that counts at a wall time: that of the pause while there is one.
func (c Clock) Standing(wall time.Time) time.Time {
	if c.Stands() {
		return c.Paused.Add(c.Shift)
	}
	return wall
}

// Stop returns the clock from a moment on at which the session pauses.
func (c Clock) Stop(m Moment) Clock {
	if c.Paused = m.Steady(); c.Paused.Before(c.Start) {
		c.Paused = c.Start
	}
	return c
}

// Resume returns the clock that runs again from a moment on, and how long it stood.
func (c Clock) Resume(m Moment) (Clock, time.Duration) {
	by := max(0, m.Steady().Sub(c.Paused))
	c.Start, c.Paused = c.Start.Add(by), time.Time{}
	return c, by
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
