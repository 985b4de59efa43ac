package game

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

// Clock converts between wall time, which the log and the API use, and game time, which the core
// uses. Its values never change after the session was created.
type Clock struct {
	Start time.Time `json:"start"`
	// Speed is game time per wall time, in thousandths: 1000 is real time, 20000 is twenty times as
	// fast.
	Speed int64 `json:"speed"`
}

// NewClock returns the clock of a session that opened at start.
func NewClock(start time.Time, speed float64) Clock {
	return Clock{Start: start, Speed: int64(speed*1000 + 0.5)}
}

// Game returns the game time at a wall time. Before the start it is 0.
func (c Clock) Game(wall time.Time) Millis {
	micros := wall.Sub(c.Start).Microseconds()
	if micros <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(micros), uint64(c.Speed))
	quo, _ := bits.Div64(hi, lo, 1_000_000)
	return Millis(quo)
}

// Wall returns the first wall time, in whole microseconds, at which Game reaches m: Game(Wall(m))
// == m.
func (c Clock) Wall(m Millis) time.Time {
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
