package engine_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"ringer/engine/bell"
	"ringer/engine/bell/belltest"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// TestAFactAtAnotherReplica posts at a replica that does not own the session. The owner answers,
// and a reader at a third one hears of all.
func TestAFactAtAnotherReplica(t *testing.T) {
	fleetOf(t, 3, nil, func(f *replicas) {
		id := f.open(f.replicas[0])
		time.Sleep(2 * time.Second)
		reader := f.replicas[2].Listen(id)
		defer reader.Close()
		f.say(f.replicas[1], id, "hi")
		time.Sleep(100 * time.Millisecond)
		select {
		case <-reader.C:
		default:
			t.Error("the reader does not hear of the line")
		}
		time.Sleep(5 * time.Second)
		if f.sent(id) != 1 || f.replicas[1].Live() != 0 {
			t.Errorf("%d messages sent, homes %v", f.sent(id), f.lives())
		}
		events, err := reader.Events(t.Context(), 0, 100)
		if err != nil || len(events) != len(f.logOf(id)) {
			t.Errorf("the reader gets %d of %d events, %v", len(events), len(f.logOf(id)), err)
		}
		if lost := f.replicas[2].Replicas().Lost; lost != 0 {
			t.Errorf("%d losses without a loss", lost)
		}
	})
}

// TestBellsThatLose plays with a bell that loses every second message, and with one that loses all.
func TestBellsThatLose(t *testing.T) {
	for name, lose := range map[string]func(int64) bool{
		"half": func(n int64) bool { return n%2 == 0 }, "all": func(int64) bool { return true },
	} {
		t.Run(name, func(t *testing.T) {
			fleetOf(t, 3, func(b bell.Bell) bell.Bell { return belltest.Losing(b, lose) }, func(f *replicas) {
				id := f.open(f.replicas[0])
				reader := f.replicas[2].Listen(id)
				defer reader.Close()
				after := int64(0)
				for n := range 8 {
					f.say(f.replicas[n%3], id, fmt.Sprint("line ", n))
					time.Sleep(5 * time.Second)
					<-reader.C // a bell that never rings fails the test: the bubble is deadlocked
					events := sessiontest.Must(reader.Events(t.Context(), after, 100))(t)
					after += int64(len(events))
				}
				if all := int64(len(f.logOf(id))); f.sent(id) != 8 || after != all {
					t.Errorf("%d answers to 8 lines; the reader has %d of %d events", f.sent(id), after, all)
				}
			})
		})
	}
}

// TestAReplicaStops freezes the owner of a plan before its time. Another replica sends it in time,
// or little later. When the first one goes on, nothing is doubled.
func TestAReplicaStops(t *testing.T) {
	fleetOf(t, 3, nil, func(f *replicas) {
		ids := f.plan(9, f.replicas[1])
		f.replicas[0].store.freeze()
		time.Sleep(8 * time.Second)
		for _, id := range ids {
			f.speaks(id, 2500*time.Millisecond)
		}
		for _, r := range f.replicas[1:] {
			if n := r.Replicas().Taken; n < 3 || n > 6 {
				t.Errorf("a replica took %d of 9 homes", n)
			}
		}
		f.replicas[0].store.thaw()
		time.Sleep(10 * time.Second)
		for _, id := range ids {
			f.say(f.replicas[0], id, "and now?")
		}
		time.Sleep(10 * time.Second)
		for _, id := range ids {
			if n := f.sent(id); n != 2 {
				t.Errorf("%d answers to two lines", n)
			}
		}
	})
}

// TestAReplicaLeaves stops the owner of plans as SIGTERM does. The others send them in time.
func TestAReplicaLeaves(t *testing.T) {
	fleetOf(t, 3, nil, func(f *replicas) {
		ids := f.plan(10, f.replicas[0])
		f.replicas[0].Close()
		time.Sleep(100 * time.Millisecond)
		if a, b := f.replicas[1].Live(), f.replicas[2].Live(); a+b != 10 || a < 4 || b < 4 {
			t.Errorf("after the leave the others have %d and %d homes", a, b)
		}
		time.Sleep(5 * time.Second)
		for _, id := range ids {
			f.speaks(id, 200*time.Millisecond)
		}
	})
}

// TestAReplicaJoins gives a new replica its share, and moves no more than that.
func TestAReplicaJoins(t *testing.T) {
	slowtest.Skip(t) // hundreds of goroutines in a bubble
	fleetOf(t, 2, nil, func(f *replicas) {
		busy := make(chan struct{})
		var talk sync.WaitGroup
		for i := range 300 {
			id := f.open(f.replicas[i%2])
			talk.Go(func() { // keeps the home in memory
				for {
					select {
					case <-busy:
						return
					case <-time.After(5 * time.Second):
						f.say(f.replicas[0], id, "hi")
					}
				}
			})
		}
		time.Sleep(20 * time.Second) // until the two have even shares
		before := f.gifts.Load()
		f.join()
		time.Sleep(30 * time.Second)
		if got := f.lives(); got[2] < 60 || got[2] > 120 || got[0]+got[1]+got[2] < 300 {
			t.Errorf("the homes are %v", got)
		}
		if n := f.gifts.Load() - before; n < 60 || n > 120 {
			t.Errorf("%d homes were moved", n)
		}
		close(busy)
		talk.Wait()
	})
}

// TestTheDatabasesClockIsSet sets the clock of the database by an hour, forward and back. The games
// go on as if it had not been.
func TestTheDatabasesClockIsSet(t *testing.T) {
	fleetOf(t, 3, nil, func(f *replicas) {
		id := f.open(f.replicas[0])
		time.Sleep(2 * time.Second)
		for n, step := range []time.Duration{time.Hour, -2 * time.Hour, time.Hour} {
			f.say(f.replicas[1], id, fmt.Sprint("line ", n))
			time.Sleep(1500 * time.Millisecond)
			ahead := time.Duration(f.ahead.Add(int64(step)))
			time.Sleep(10 * time.Second)
			if f.sent(id) != n+1 {
				t.Errorf("%d answers to %d lines", f.sent(id), n+1)
			}
			for _, r := range f.replicas {
				if got := r.Now(); got.Shift != ahead || time.Until(got.At).Round(time.Second) != ahead {
					t.Errorf("after a step of %s the clock shows %s with a shift of %s", step, time.Until(got.At), got.Shift)
				}
			}
		}
		for _, e := range f.logOf(id) {
			if sent, ok := e.Data.(*session.MessageSent); ok && time.Until(e.Moment().Steady()).Abs() > time.Hour/2 {
				t.Errorf("%s was sent at %s", sent.PlanID, e.Moment().Steady())
			}
		}
	})
}

// TestAnEventOfANewerVersion appends an event that this version does not know. The replicas leave
// the session alone, and go on with the others.
func TestAnEventOfANewerVersion(t *testing.T) {
	fleetOf(t, 2, nil, func(f *replicas) {
		id, other := f.open(f.replicas[0]), f.open(f.replicas[1])
		time.Sleep(2 * time.Second)
		sessiontest.Must(f.store.Append(t.Context(), journal.Append{Session: id, Events: []session.Event{{At: time.Now(), Data: &session.Unknown{Name: "later", Raw: []byte("{}")}}}}))(t)
		f.say(f.replicas[0], id, "hi")
		f.say(f.replicas[0], other, "hi")
		time.Sleep(20 * time.Second)
		if f.sent(id) != 0 || f.sent(other) != 1 {
			t.Errorf("%d and %d answers", f.sent(id), f.sent(other))
		}
		if homes, err := f.store.Owned(t.Context(), f.replicas[0].Owner()); err != nil || len(homes) > 0 && homes[0] == id {
			t.Errorf("it still owns %v, %v", homes, err)
		}
	})
}

// TestAStrategyOfANewerVersion freezes the only replica that knows the strategy of a session. An
// older one gets it, leaves it alone, and does not hinder the newer one later.
func TestAStrategyOfANewerVersion(t *testing.T) {
	fleetOf(t, 1, nil, func(f *replicas) {
		f.strategies = append(f.strategies, "later")
		older, newer := f.replicas[0], f.join()
		time.Sleep(3 * time.Second)
		id := f.open(newer)
		time.Sleep(2 * time.Second)
		newer.store.freeze()
		time.Sleep(5 * time.Second)
		f.say(older, id, "hi")
		time.Sleep(20 * time.Second)
		if n := len(f.log.Containing("a home is left to newer replicas")); n != 1 || f.sent(id) != 0 {
			t.Errorf("%d lines about the home, %d answers", n, f.sent(id))
		}
		newer.store.thaw()
		time.Sleep(30 * time.Second)
		if f.sent(id) != 1 {
			t.Errorf("%d answers of the newer replica", f.sent(id))
		}
	})
}
