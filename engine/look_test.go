package engine_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/store"
)

// crowded is a store that takes its time over a log, and counts who reads one.
type crowded struct {
	engine.Store
	mu        sync.Mutex // protects both
	now, most int
}

func (c *crowded) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
	c.mu.Lock()
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	time.Sleep(time.Second)
	c.mu.Lock()
	c.now--
	c.mu.Unlock()
	return c.Store.Events(ctx, session, after, limit)
}

// TestLooksTakeTurns has a thousand clients look at a session at once: all see it, a few at a time.
func TestLooksTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowded{Store: store.NewMemory()}
		if err := c.Create(t.Context(), engine.Session{ID: "ses_1", Home: "ses_1", LastSeq: 1}, game.Event{Seq: 1, Data: &game.SessionCreated{}}); err != nil {
			t.Fatal(err)
		}
		desk := engine.NewDesk(c, nil, engine.Terms{}, time.Now, nil)
		left, leave := context.WithCancel(t.Context())
		leave()
		var looks sync.WaitGroup
		for range 1000 {
			looks.Go(func() {
				if state, err := desk.Look(t.Context(), "ses_1", 0); err != nil || state.Seq != 1 {
					t.Errorf("%+v, %v", state, err)
				}
			})
		}
		synctest.Wait()
		if _, err := desk.Look(left, "ses_1", 0); err == nil {
			t.Error("one who has left waits for a turn")
		}
		looks.Wait()
		if c.most > 4*runtime.GOMAXPROCS(0) {
			t.Errorf("%d read the log at once", c.most)
		}
	})
}
