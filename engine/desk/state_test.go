package desk_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/step"
	"ringer/store"
)

// slowStore is a store that reads logs slowly. It counts the readers and the events.
type slowStore struct {
	journal.Store
	mu        sync.Mutex // protects all below
	now, most int
	read      int // events
}

func (c *slowStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
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

func (c *slowStore) desk(t *testing.T) *desk.Desk {
	t.Helper()
	players := []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}
	config := session.Config{Strategy: "any", Bot: session.Bot{Seat: "red"}, Game: session.Setting{Players: players}}
	sessiontest.NoError(t, config.Complete())
	first := session.Event{Seq: 1, At: time.Now(), Data: &session.SessionCreated{Config: config}}
	state := session.NewState("ses_1")
	state.Apply(first)
	row := journal.Session{ID: "ses_1", Home: "ses_1", Status: journal.Open, Roster: state.Roster, LastSeq: 1, Barrier: 1}
	sessiontest.NoError(t, c.Create(t.Context(), row, first))
	return desk.New(c, nil, desk.Terms{}, now, nobody{})
}

func stateOf(t *testing.T, k *desk.Desk) *session.State {
	t.Helper()
	state, err := k.StateAt(t.Context(), "ses_1", 0)
	if err != nil {
		t.Error(err)
		return session.NewState("ses_1")
	}
	return state
}

func post(t *testing.T, k *desk.Desk, n int) {
	t.Helper()
	posts := make([]session.Post, n)
	for i := range posts {
		posts[i] = session.Post{Sender: "blue", Text: "hi"}
	}
	sessiontest.Must(k.Post(t.Context(), "ses_1", posts, func(int) string { return "" }))(t)
}

// TestStateGoesOn reads the state of a session again and again. Events are not read twice, and a
// returned state does not change.
func TestStateGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &slowStore{Store: store.NewMemory()}
		k := c.desk(t)
		post(t, k, 300)
		before := stateOf(t, k)
		post(t, k, 1)
		after := stateOf(t, k)
		if before.Said != 300 || after.Said != 301 || len(before.Votes) != 0 || c.read != 302 {
			t.Errorf("%d messages, then %d; %d events were read", before.Said, after.Said, c.read)
		}
		if state, err := k.StateAt(t.Context(), "ses_1", 5); err != nil || state.Said != 4 {
			t.Errorf("back at event 5: %+v, %v", state, err)
		}
		other := desk.New(c, nil, desk.Terms{}, now, nobody{})
		post(t, other, 2)
		if s := stateOf(t, k); s.Said != 303 {
			t.Errorf("%d messages after two that another desk posted", s.Said)
		}
		sessiontest.NoError(t, c.Delete(t.Context(), "ses_1"))
		if _, err := k.StateAt(t.Context(), "ses_1", 0); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("deleted: %v", err)
		}
	})
}

// TestStateStartsAtANewerSnapshot lets a session grow while nobody reads it. Then the snapshot is
// newer than the cached state.
func TestStateStartsAtANewerSnapshot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &slowStore{Store: store.NewMemory()}
		k := c.desk(t)
		stateOf(t, k)
		for range 3 {
			post(t, k, 500)
		}
		state := stateOf(t, desk.New(c, nil, desk.Terms{}, now, nil))
		stepper := step.Open(c, journal.Session{ID: "ses_1"}, journal.Lease{}, nil)
		stepper.State = state
		epoch := sessiontest.Must(c.Claim(t.Context(), "ses_1", "one"))(t)
		checkpoint := stepper.Checkpoint(true, 0, true)
		checkpoint.Owner, checkpoint.Epoch = "one", epoch
		sessiontest.NoError(t, c.Checkpoint(t.Context(), checkpoint))
		c.read = 0
		if s := stateOf(t, k); s.Said != 1500 || c.read != 0 {
			t.Errorf("%d messages; %d events were read", s.Said, c.read)
		}
	})
}

// TestFewFoldsAtOnce has a thousand clients read a session at once. All get its state, but only a
// few logs are folded at the same time.
func TestFewFoldsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &slowStore{Store: store.NewMemory()}
		k := c.desk(t)
		left, leave := context.WithCancel(t.Context())
		leave()
		var readers sync.WaitGroup
		for range 1000 {
			readers.Go(func() {
				if state := stateOf(t, k); state.Seq != 1 {
					t.Errorf("%+v", state)
				}
			})
		}
		synctest.Wait()
		if _, err := k.StateAt(left, "ses_1", 0); err == nil {
			t.Error("a client that has left waits for a fold token")
		}
		readers.Wait()
		if c.most > 4*runtime.GOMAXPROCS(0) {
			t.Errorf("%d read the log at once", c.most)
		}
	})
}
