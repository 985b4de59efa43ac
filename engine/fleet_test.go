package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/bell"
	"ringer/engine/bell/belltest"
	"ringer/engine/desk"
	"ringer/engine/enginetest"
	"ringer/engine/fleet"
	"ringer/engine/journal"
	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/store"
)

// frozenStore is a store as one replica reaches it. While it is frozen, all calls wait, as if the
// process were stopped, or cut off.
type frozenStore struct {
	journal.Store
	mu   sync.Mutex
	gate chan struct{} // nil while it is open
	// ahead is how far the clock of the database is ahead of the bubble's, in nanoseconds. All
	// replicas share it.
	ahead *atomic.Int64
	gifts *atomic.Int64
	polls atomic.Int64
}

// now reads the clock of the database.
func (f *frozenStore) now() time.Time { return time.Now().Add(time.Duration(f.ahead.Load())) }

func (f *frozenStore) freeze() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gate = make(chan struct{})
}

func (f *frozenStore) thaw() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.gate)
	f.gate = nil
}

// pass waits until the store is not frozen.
func (f *frozenStore) pass() {
	f.mu.Lock()
	gate := f.gate
	f.mu.Unlock()
	if gate != nil {
		<-gate
	}
}

func (f *frozenStore) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	f.pass()
	return f.Store.Append(ctx, a)
}

func (f *frozenStore) Claim(ctx context.Context, home, owner string) (int64, error) {
	f.pass()
	return f.Store.Claim(ctx, home, owner)
}

func (f *frozenStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	f.pass()
	return f.Store.Events(ctx, session, after, limit)
}

func (f *frozenStore) Beat(ctx context.Context, r journal.Replica) (journal.Beat, error) {
	f.pass()
	b, err := f.Store.Beat(ctx, r)
	b.Time = f.now()
	return b, err
}

// Give counts the homes that are given to another replica.
func (f *frozenStore) Give(ctx context.Context, l journal.Lease, to string) error {
	if to != "" {
		f.gifts.Add(1)
	}
	return f.Store.Give(ctx, l, to)
}

// Heads counts the polls.
func (f *frozenStore) Heads(ctx context.Context, sessions []string) ([]journal.Head, error) {
	f.polls.Add(1)
	return f.Store.Heads(ctx, sessions)
}

func (f *frozenStore) Time(context.Context) (time.Time, error) { return f.now(), nil }

func (f *frozenStore) Take(ctx context.Context, owner string, homes journal.Selection) ([]journal.Taken, error) {
	if homes.Kind == journal.Due {
		f.pass()
	}
	return f.Store.Take(ctx, owner, homes)
}

// replicas is some replicas on one database.
type replicas struct {
	*testing.T
	store    *store.Memory
	room     *belltest.Room
	models   *slowModel
	log      logtest.Buffer
	ahead    atomic.Int64
	gifts    atomic.Int64 // homes that were given to another replica
	replicas []*replicaBench
	// wrap changes the bell of a replica.
	wrap func(bell.Bell) bell.Bell
	// key is what the next replica seals its messages with.
	key string
	// strategies are those that the next replica knows. Sessions get the last one.
	strategies []string
}

type replicaBench struct {
	*engine.Engine
	store *frozenStore
}

// fleetOf runs a test in a bubble with n replicas.
func fleetOf(t *testing.T, n int, wrap func(bell.Bell) bell.Bell, test func(f *replicas)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &replicas{T: t, store: store.NewMemory(), room: belltest.NewRoom(), models: &slowModel{latency: time.Second}, wrap: wrap, strategies: []string{"answering"}}
		for range n {
			f.join()
		}
		time.Sleep(3 * time.Second) // until all know each other
		test(f)
		for _, r := range f.replicas {
			r.Close()
		}
	})
}

// join starts another replica.
func (f *replicas) join() *replicaBench {
	f.Helper()
	var entries []strategy.Entry
	for _, name := range f.strategies {
		entries = append(entries, strategy.Entry{Name: name, Schema: []byte(`{}`), New: newAnswering})
	}
	strategies := enginetest.Strategies(f, entries...)
	r := &replicaBench{store: &frozenStore{Store: f.store, ahead: &f.ahead, gifts: &f.gifts}}
	name := fmt.Sprint("replica ", len(f.replicas))
	r.Engine = enginetest.Start(f, engine.Parts{
		Store: r.store, Strategies: strategies, Models: f.models, Log: slog.New(slog.NewTextHandler(&f.log, nil)), Owner: desk.NewID("own_"),
		Name: name, Peers: &fleet.Peering{Key: []byte(f.key), Open: func(hear func([]byte)) (bell.Bell, error) {
			b := f.room.Open(hear)
			if f.wrap != nil {
				b = f.wrap(b)
			}
			return b, nil
		}},
	})
	f.replicas = append(f.replicas, r)
	return r
}

// open opens a session at a replica, and waits for its first mind.
func (f *replicas) open(r *replicaBench) (id string) {
	f.Helper()
	row, _, err := r.Desk.Create(f.Context(), "", session.Config{
		Strategy: f.strategies[len(f.strategies)-1], Pace: session.PacePaper, Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "red"}, Game: session.Setting{
			Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}, Phases: []session.Phase{{ID: "day"}, {ID: "night"}},
		},
	})
	if err != nil {
		f.Fatal(err)
	}
	return row.ID
}

// say posts a line at a replica.
func (f *replicas) say(r *replicaBench, id, text string) {
	f.Helper()
	if _, err := r.Desk.Post(f.Context(), id, []session.Post{{Sender: "blue", Text: text}}, func(int) string { return "" }); err != nil {
		f.Fatal(err)
	}
}

// logOf returns the log of a session. Its seqs must have no gap.
func (f *replicas) logOf(id string) []session.Event {
	f.Helper()
	events, err := f.store.Events(f.Context(), id, 0, 10_000)
	if err != nil {
		f.Fatal(err)
	}
	for i, e := range events {
		if e.Seq != int64(i+1) {
			f.Fatalf("event %d has seq %d", i+1, e.Seq)
		}
	}
	return events
}

// sent counts the messages of the bot. No plan may be sent twice.
func (f *replicas) sent(id string) (n int) {
	f.Helper()
	plans := map[string]bool{}
	for _, e := range f.logOf(id) {
		if s, ok := e.Data.(*session.MessageSent); ok {
			if plans[s.PlanID] {
				f.Errorf("plan %s was sent twice", s.PlanID)
			}
			plans[s.PlanID] = true
			n++
		}
	}
	return n
}

// lives returns how many homes each replica has in memory.
func (f *replicas) lives() (n []int) {
	for _, r := range f.replicas {
		n = append(n, r.Live())
	}
	return n
}

// plan opens n sessions at the first replica, whose bots are spoken to at another one. It returns
// 1.5 s before their answers are due.
func (f *replicas) plan(n int, at *replicaBench) (ids []string) {
	f.Helper()
	for range n {
		ids = append(ids, f.open(f.replicas[0]))
	}
	time.Sleep(2 * time.Second)
	for _, id := range ids {
		f.say(at, id, "hi")
	}
	time.Sleep(1500 * time.Millisecond)
	return ids
}

// speaks checks that a log ends with a message of its bot that is late by at most limit.
func (f *replicas) speaks(id string, limit time.Duration) {
	f.Helper()
	log := f.logOf(id)
	last := log[len(log)-1]
	sent, ok := last.Data.(*session.MessageSent)
	if !ok {
		f.Errorf("the log ends with %s", last.Data.Type())
	} else if late := last.At.Sub(sent.DueAt); late > limit {
		f.Errorf("a message is late by %s", late)
	}
}
