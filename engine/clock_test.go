package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/journal"
	"ringer/engine/session"
)

func (b *bench) set(by time.Duration) { b.ahead.Add(int64(by)) }

func (b *bench) last() session.Event {
	b.t.Helper()
	events, err := b.Desk.Events(b.t.Context(), b.id, 0, 10_000)
	if err != nil || len(events) == 0 {
		b.t.Fatal(err)
	}
	return events[len(events)-1]
}

// honest is a store with a clock that nobody sets.
type honest struct{ journal.Store }

func (honest) Time(context.Context) (time.Time, error) { return time.Now(), nil }

var away = []time.Duration{-time.Hour, -30 * time.Second, 30 * time.Second, time.Hour, 40 * 24 * time.Hour}

// TestStepOutlivesTheProcess sets the clock, and starts another engine later. The session goes on,
// and ends when its time to live is over.
func TestStepOutlivesTheProcess(t *testing.T) {
	for _, step := range away {
		bubbleOf(t, step.String(), func(t *testing.T, b *bench) {
			time.Sleep(time.Minute)
			b.set(step)
			synctest.Wait()
			time.Sleep(3 * time.Second) // the sweeper
			b.Close()
			time.Sleep(time.Minute)
			b.Engine = b.start("two")
			b.say("hi")
			rest(4 * time.Second)
			if e := b.last(); e.Data.Type() != "message.sent" || e.Shift != step || !e.At.Equal(e.Moment().Steady().Add(step)) {
				t.Errorf("the log ends with %+v", e)
			}
			time.Sleep(24*time.Hour - 5*time.Second)
			if n := b.count("session.ended"); n != 0 {
				t.Errorf("the session ended early")
			}
			rest(10 * time.Second)
			if n := b.count("session.ended"); n != 1 {
				t.Errorf("the session ended %d times", n)
			}
			if n := strings.Count(b.log.String(), "the wall clock was set"); n != 1 {
				t.Errorf("logged %d times: %s", n, b.log.String())
			}
		})
	}
}

// noClock is a store whose first answers about a clock fail.
type noClock struct {
	journal.Store
	clock, time int
}

func (n *noClock) Clock(ctx context.Context) (journal.Clock, error) {
	if n.clock--; n.clock >= 0 {
		return journal.Clock{}, journal.ErrUnavailable
	}
	return n.Store.Clock(ctx)
}

func (n *noClock) Time(ctx context.Context) (time.Time, error) {
	if n.time--; n.time >= 0 {
		return time.Time{}, journal.ErrUnavailable
	}
	return n.Store.Time(ctx)
}

// TestNoStartWithoutTheClock sets the clock, and starts other engines while the database is away. A
// game that began before the step must not get events without it. So these engines do not start.
func TestNoStartWithoutTheClock(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.set(time.Hour)
		time.Sleep(3 * time.Second) // the sweeper
		b.Close()
		b.store.Store = &noClock{Store: b.store.Store, clock: 1, time: 1}
		for _, owner := range []string{"two", "three"} {
			if e, err := engine.Start(b.parts(owner)); !errors.Is(err, journal.ErrUnavailable) {
				defer e.Close()
				t.Fatalf("engine %s started, %v", owner, err)
			}
		}
		b.Engine = b.start("four")
		b.say("hi")
		if e := b.last(); e.Shift != time.Hour {
			t.Errorf("the log ends with %+v", e)
		}
	})
}

// TestClockIsSetWhileNobodyRuns sets the clock between two engines, while a message is due in a
// second. Without a clock of the database only a step back can be seen.
func TestClockIsSetWhileNobodyRuns(t *testing.T) {
	for _, step := range away {
		bubbleOf(t, step.String(), func(t *testing.T, b *bench) {
			if step > 0 {
				b.store.Store = honest{b.store.Store}
			}
			b.say("hi")
			rest(1500 * time.Millisecond)
			b.Close()
			b.set(step)
			b.Engine = b.start("two")
			if step.Abs() < time.Minute && step > 0 {
				return // as near as this two clocks agree
			}
			synctest.Wait()
			if b.count("message.sent") != 0 {
				t.Error("the message went out at once")
			}
			rest(3 * time.Second)
			if b.count("message.sent") != 1 || b.count("session.ended") != 0 {
				t.Errorf("the log holds %v", b.types())
			}
		})
	}
}

// TestDueTimesAreSteady sets the clock before the bot plans a message. The sweeper of a next
// process finds the plan in time.
func TestDueTimesAreSteady(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.set(time.Hour)
		b.say("hi")
		rest(2500 * time.Millisecond)
		row, err := b.Desk.Row(t.Context(), b.id)
		if err != nil || time.Until(row.DueAt).Abs() > time.Second {
			t.Errorf("due at %s, %v; now it is %s", row.DueAt, err, time.Now().UTC())
		}
	})
}

// TestSmallCorrections moves the clock by less than a second, again and again. None of that
// counts as a step.
func TestSmallCorrections(t *testing.T) {
	for _, by := range []time.Duration{-900 * time.Millisecond, 900 * time.Millisecond} {
		bubbleOf(t, by.String(), func(t *testing.T, b *bench) {
			for range 100 {
				b.set(by)
				time.Sleep(10 * time.Second)
			}
			b.say("hi")
			rest(4 * time.Second)
			if e := b.last(); e.Data.Type() != "message.sent" || e.Shift != 0 || b.log.String() != "" {
				t.Errorf("the log ends with %+v; logged: %s", e, b.log.String())
			}
			if ahead := time.Until(b.last().At); (ahead - 100*by).Abs() > 3*time.Second {
				t.Errorf("the log is %s ahead", ahead)
			}
		})
	}
}
