package engine_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/store"
)

// crowded is a store that takes its time over a log, and counts who reads one, and what.
type crowded struct {
	engine.Store
	mu        sync.Mutex // protects all below
	now, most int
	read      int // events
}

func (c *crowded) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
	c.mu.Lock()
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	time.Sleep(time.Second)
	events, err := c.Store.Events(ctx, session, after, limit)
	c.mu.Lock()
	c.now--
	c.read += len(events)
	c.mu.Unlock()
	return events, err
}

// desk opens a desk at a store with one session.
func (c *crowded) desk(t *testing.T) *engine.Desk {
	t.Helper()
	players := []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}
	config := game.Config{Strategy: "any", Bot: game.Bot{Seat: "red"}, Game: game.Setting{Players: players}}
	if err := config.Complete(); err != nil {
		t.Fatal(err)
	}
	first := game.Event{Seq: 1, At: time.Now(), Data: &game.SessionCreated{Config: config}}
	state := game.NewState("ses_1")
	state.Apply(first)
	row := engine.Session{ID: "ses_1", Home: "ses_1", Status: engine.Open, Roster: state.Roster, LastSeq: 1, Barrier: 1}
	if err := c.Create(t.Context(), row, first); err != nil {
		t.Fatal(err)
	}
	return engine.NewDesk(c, nil, engine.Terms{}, time.Now, func(engine.Session, []game.Event) {})
}

func look(t *testing.T, k *engine.Desk) *game.State {
	t.Helper()
	state, err := k.Look(t.Context(), "ses_1", 0)
	if err != nil {
		t.Error(err)
		return game.NewState("ses_1")
	}
	return state
}

func post(t *testing.T, k *engine.Desk, n int) {
	t.Helper()
	posts := make([]game.Post, n)
	for i := range posts {
		posts[i] = game.Post{Sender: "blue", Text: "hi"}
	}
	if _, err := k.Post(t.Context(), "ses_1", posts, func(int) string { return "" }); err != nil {
		t.Fatal(err)
	}
}

// TestLookGoesOn looks at a session again and again: what was read before is not read again, and what was seen stays as it was.
func TestLookGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowded{Store: store.NewMemory()}
		desk := c.desk(t)
		post(t, desk, 300)
		before := look(t, desk)
		post(t, desk, 1)
		after := look(t, desk)
		if before.Said != 300 || after.Said != 301 || len(before.Votes) != 0 || c.read != 302 {
			t.Errorf("%d messages, then %d; %d events were read", before.Said, after.Said, c.read)
		}
		if state, err := desk.Look(t.Context(), "ses_1", 5); err != nil || state.Said != 4 {
			t.Errorf("back at event 5: %+v, %v", state, err)
		}
		other := engine.NewDesk(c, nil, engine.Terms{}, time.Now, func(engine.Session, []game.Event) {})
		post(t, other, 2)
		if s := look(t, desk); s.Said != 303 {
			t.Errorf("%d messages after two that came another way", s.Said)
		}
		if err := c.Delete(t.Context(), "ses_1"); err != nil {
			t.Fatal(err)
		}
		if _, err := desk.Look(t.Context(), "ses_1", 0); !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("deleted: %v", err)
		}
	})
}

// TestLookTakesTheNewer lets a session go on for long without a look: the snapshot is newer than what was seen then.
func TestLookTakesTheNewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowded{Store: store.NewMemory()}
		desk := c.desk(t)
		look(t, desk)
		for range 3 {
			post(t, desk, 500)
		}
		state := look(t, engine.NewDesk(c, nil, engine.Terms{}, time.Now, nil))
		seat := engine.OpenSeat(c, engine.Session{ID: "ses_1"}, engine.Lease{}, nil)
		seat.State = state
		epoch, err := c.Claim(t.Context(), "ses_1", "one")
		if err != nil {
			t.Fatal(err)
		}
		rest := seat.Rest(true, 0, true)
		rest.Owner, rest.Epoch = "one", epoch
		if err := c.Rest(t.Context(), rest); err != nil {
			t.Fatal(err)
		}
		c.read = 0
		if s := look(t, desk); s.Said != 1500 || c.read != 0 {
			t.Errorf("%d messages; %d events were read", s.Said, c.read)
		}
	})
}

// TestLooksTakeTurns has a thousand clients look at a session at once: all see it, a few at a time.
func TestLooksTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowded{Store: store.NewMemory()}
		desk := c.desk(t)
		left, leave := context.WithCancel(t.Context())
		leave()
		var looks sync.WaitGroup
		for range 1000 {
			looks.Go(func() {
				if state := look(t, desk); state.Seq != 1 {
					t.Errorf("%+v", state)
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
