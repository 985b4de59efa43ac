package clock

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// slowClock is a store whose clock answers late for the first time.
type slowClock struct {
	journal.Store
	took time.Duration
}

func (s *slowClock) Time(context.Context) (time.Time, error) {
	now := time.Now()
	time.Sleep(s.took)
	s.took = 0
	return now, nil
}

// TestSharedClock takes readings of the database's clock.
func TestSharedClock(t *testing.T) {
	for name, c := range map[string]struct {
		// read returns a beat, and when it began.
		read func(c *Shared) (time.Time, journal.Beat)
		// ahead and shift are those of the clock afterwards.
		ahead, shift time.Duration
	}{
		"the clock was set": {func(*Shared) (time.Time, journal.Beat) {
			return time.Now(), journal.Beat{Time: time.Now().Add(time.Hour)}
		}, time.Hour, time.Hour},
		"another replica has noticed": {func(*Shared) (time.Time, journal.Beat) {
			return time.Now(), journal.Beat{Time: time.Now().Add(time.Hour), Shift: time.Hour}
		}, time.Hour, time.Hour},
		"this replica was paused": {func(*Shared) (time.Time, journal.Beat) {
			return time.Now(), journal.Beat{Time: time.Now().Add(time.Minute), Missing: true}
		}, time.Minute, 0},
		"the answer came late": {func(*Shared) (time.Time, journal.Beat) {
			began := time.Now()
			time.Sleep(5 * time.Second)
			return began, journal.Beat{Time: began}
		}, 0, 0},
		"the commit before the reading was slow": {func(*Shared) (time.Time, journal.Beat) {
			began := time.Now()
			time.Sleep(300 * time.Millisecond)
			return began, journal.Beat{Time: time.Now()}
		}, 0, 0},
		"the answer after the reading was slow": {func(*Shared) (time.Time, journal.Beat) {
			began := time.Now()
			time.Sleep(300 * time.Millisecond)
			return began, journal.Beat{Time: began}
		}, 0, 0},
		"the clock was ahead": {func(c *Shared) (time.Time, journal.Beat) {
			c.at = c.at.Add(80 * time.Millisecond)
			return time.Now(), journal.Beat{Time: time.Now()}
		}, 70 * time.Millisecond, 0},
		"the reading is older than the last change": {func(c *Shared) (time.Time, journal.Beat) {
			began := time.Now()
			time.Sleep(100 * time.Millisecond)
			c.set(time.Now().Add(time.Hour), time.Now(), time.Hour)
			return began, journal.Beat{Time: began.Add(time.Hour)}
		}, time.Hour, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clock := sessiontest.Must(NewShared(t.Context(), &slowClock{store.NewMemory(), 3 * time.Second}, slog.New(slog.DiscardHandler)))(t)
				time.Sleep(time.Second)
				began, b := c.read(clock)
				sessiontest.NoError(t, clock.Note(t.Context(), began, time.Now(), b))
				if m := clock.Now(); time.Until(m.At) != c.ahead || m.Shift != c.shift {
					t.Errorf("the clock is ahead by %s with a shift of %s; want %s and %s", time.Until(m.At), m.Shift, c.ahead, c.shift)
				}
			})
		})
	}
}
