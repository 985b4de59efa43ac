package home

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

// TestQueue lets one home load at a time while others wait. The first to be due comes first, one
// that is signalled comes before those that are due later, and one that gives up keeps nobody out.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queue{free: 1}
		began := time.Now()
		sessiontest.NoError(t, q.enter(t.Context(), began, nil, time.Now))
		var order []string
		hurry := make(chan struct{}, 1)
		away, leave := context.WithCancel(t.Context())
		wait := func(ctx context.Context, name string, due time.Duration, hurry <-chan struct{}) {
			go func() {
				if q.enter(ctx, began.Add(due), hurry, time.Now) == nil {
					order = append(order, name) // one at a time
					q.leave()
				} else {
					order = append(order, name+" gave up")
				}
			}()
			synctest.Wait()
		}
		wait(t.Context(), "silent", time.Hour, nil)
		wait(away, "away", time.Minute, nil)
		wait(t.Context(), "soon", time.Second, nil)
		wait(t.Context(), "signalled", time.Hour, hurry)
		wait(t.Context(), "overdue", -time.Second, nil)
		hurry <- struct{}{}
		leave()
		synctest.Wait()
		q.leave()
		synctest.Wait()
		want := []string{"away gave up", "overdue", "signalled", "soon", "silent"}
		if len(order) != len(want) {
			t.Fatalf("order %q", order)
		}
		for i, name := range want {
			if order[i] != name {
				t.Errorf("order %q, want %q", order, want)
				break
			}
		}
		if q.free != 1 {
			t.Errorf("%d places are free, want 1", q.free)
		}
	})
}

// TestDueOf checks the order in which homes load that were taken: by what is due soon, then those
// whose log is not settled, then those that have nothing to do. A session expires after a day, so
// most have something due much later.
func TestDueOf(t *testing.T) {
	now := time.Now()
	homes := []journal.Taken{
		{Due: now.Add(-time.Second)},
		{Due: now.Add(30 * time.Second), Unsettled: true},
		{Due: now.Add(time.Minute)},
		{Due: now.Add(24 * time.Hour), Unsettled: true},
		{Due: now.Add(24 * time.Hour)},
	}
	for i, h := range homes[1:] {
		if !dueOf(homes[i], now).Before(dueOf(h, now)) {
			t.Errorf("home %d does not load before home %d", i, i+1)
		}
	}
	for i, unsettled := range []bool{true, false} {
		if got, want := dueOf(journal.Taken{Unsettled: unsettled}, now), dueOf(homes[3+i], now); !got.Equal(want) {
			t.Errorf("with nothing due: %s, want %s", got, want)
		}
	}
}
