package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// TestQueue lets one home load at a time while others wait. The first to be due comes first, one
// that is rung for comes before those that are due later, and one that gives up costs no turn.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queue{free: 1}
		began := time.Now()
		if err := q.enter(t.Context(), began, nil, time.Now); err != nil {
			t.Fatal(err)
		}
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
		wait(t.Context(), "rung for", time.Hour, hurry)
		wait(t.Context(), "overdue", -time.Second, nil)
		hurry <- struct{}{}
		leave()
		synctest.Wait()
		q.leave()
		synctest.Wait()
		want := []string{"away gave up", "overdue", "rung for", "soon", "silent"}
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
			t.Errorf("%d turns are free, want 1", q.free)
		}
	})
}
