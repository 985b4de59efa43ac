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
	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/journal"
	"ringer/engine/logtest"
	"ringer/engine/slowtest"
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

func (f *frozenStore) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
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

func (f *frozenStore) Time(context.Context) (time.Time, error) { return f.now(), nil }

func (f *frozenStore) TakeDue(ctx context.Context, owner string, before time.Time, examined, limit int) ([]journal.Taken, error) {
	f.pass()
	return f.Store.TakeDue(ctx, owner, before, examined, limit)
}

// fleet is some replicas on one database.
type fleet struct {
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
}

type replicaBench struct {
	*engine.Engine
	store *frozenStore
}

// fleetOf runs a test in a bubble with n replicas.
func fleetOf(t *testing.T, n int, wrap func(bell.Bell) bell.Bell, test func(f *fleet)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &fleet{T: t, store: store.NewMemory(), room: belltest.NewRoom(), models: &slowModel{latency: time.Second}, wrap: wrap}
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
func (f *fleet) join() *replicaBench {
	f.Helper()
	strategies, err := strategy.NewRegistry(strategy.Entry{Name: "answering", Schema: []byte(`{}`), New: newAnswering})
	if err != nil {
		f.Fatal(err)
	}
	r := &replicaBench{store: &frozenStore{Store: f.store, ahead: &f.ahead, gifts: &f.gifts}}
	name := fmt.Sprint("replica ", len(f.replicas))
	r.Engine, err = engine.Start(engine.Parts{
		Store: r.store, Strategies: strategies, Models: f.models, Log: slog.New(slog.NewTextHandler(&f.log, nil)), Owner: desk.NewID("own_"), Now: time.Now,
		Peers: &engine.Peering{Name: name, Open: func(hear func([]byte)) (bell.Bell, error) {
			b := f.room.Open(hear)
			if f.wrap != nil {
				b = f.wrap(b)
			}
			return b, nil
		}},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.replicas = append(f.replicas, r)
	return r
}

// open opens a session at a replica, and waits for its first mind.
func (f *fleet) open(r *replicaBench) (id string) {
	f.Helper()
	row, _, err := r.Desk.Create(f.Context(), game.Config{
		Strategy: "answering", Pace: game.PacePaper, Biography: gametest.Biography(), Bot: game.Bot{Seat: "red"}, Game: game.Setting{
			Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}, Phases: []game.Phase{{ID: "day"}, {ID: "night"}},
		},
	})
	if err != nil {
		f.Fatal(err)
	}
	return row.ID
}

// say posts a line at a replica.
func (f *fleet) say(r *replicaBench, id, text string) {
	f.Helper()
	if _, err := r.Desk.Post(f.Context(), id, []game.Post{{Sender: "blue", Text: text}}, func(int) string { return "" }); err != nil {
		f.Fatal(err)
	}
}

// logOf returns the log of a session. Its seqs must have no gap.
func (f *fleet) logOf(id string) []game.Event {
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
func (f *fleet) sent(id string) (n int) {
	f.Helper()
	plans := map[string]bool{}
	for _, e := range f.logOf(id) {
		if s, ok := e.Data.(*game.MessageSent); ok {
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
func (f *fleet) lives() (n []int) {
	for _, r := range f.replicas {
		n = append(n, r.Live())
	}
	return n
}

// TestAFactAtAnotherReplica posts at a replica that does not own the session. The owner answers,
// and a reader at a third one hears of all.
func TestAFactAtAnotherReplica(t *testing.T) {
	fleetOf(t, 3, nil, func(f *fleet) {
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
			fleetOf(t, 3, func(b bell.Bell) bell.Bell { return belltest.Losing(b, lose) }, func(f *fleet) {
				id := f.open(f.replicas[0])
				reader := f.replicas[2].Listen(id)
				defer reader.Close()
				after := int64(0)
				for n := range 8 {
					f.say(f.replicas[n%3], id, fmt.Sprint("line ", n))
					time.Sleep(5 * time.Second)
					<-reader.C // a bell that never rings fails the test: the bubble is deadlocked
					events, err := reader.Events(t.Context(), after, 100)
					if err != nil {
						t.Fatal(err)
					}
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
	fleetOf(t, 3, nil, func(f *fleet) {
		var ids []string
		for range 9 {
			ids = append(ids, f.open(f.replicas[0]))
		}
		time.Sleep(2 * time.Second)
		for _, id := range ids {
			f.say(f.replicas[1], id, "hi")
		}
		time.Sleep(1500 * time.Millisecond) // the plans are due in 1.5 s
		f.replicas[0].store.freeze()
		time.Sleep(8 * time.Second)
		for _, id := range ids {
			log := f.logOf(id)
			last := log[len(log)-1]
			sent, ok := last.Data.(*game.MessageSent)
			if !ok {
				t.Errorf("the log ends with %s", last.Data.Type())
			} else if late := last.At.Sub(sent.DueAt); late > 2500*time.Millisecond {
				t.Errorf("a message is late by %s", late)
			}
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
	fleetOf(t, 3, nil, func(f *fleet) {
		var ids []string
		for range 10 {
			ids = append(ids, f.open(f.replicas[0]))
		}
		time.Sleep(2 * time.Second)
		for _, id := range ids {
			f.say(f.replicas[0], id, "hi")
		}
		time.Sleep(1500 * time.Millisecond)
		f.replicas[0].Close()
		time.Sleep(100 * time.Millisecond)
		if a, b := f.replicas[1].Live(), f.replicas[2].Live(); a+b != 10 || a < 4 || b < 4 {
			t.Errorf("after the leave the others have %d and %d homes", a, b)
		}
		time.Sleep(5 * time.Second)
		for _, id := range ids {
			log := f.logOf(id)
			sent, ok := log[len(log)-1].Data.(*game.MessageSent)
			if !ok || log[len(log)-1].At.Sub(sent.DueAt) > 200*time.Millisecond {
				t.Errorf("the log ends with %+v", log[len(log)-1])
			}
		}
	})
}

// TestAReplicaJoins gives a new replica its share, and moves no more than that.
func TestAReplicaJoins(t *testing.T) {
	slowtest.Skip(t) // hundreds of goroutines in a bubble
	fleetOf(t, 2, nil, func(f *fleet) {
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
	fleetOf(t, 3, nil, func(f *fleet) {
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
			if sent, ok := e.Data.(*game.MessageSent); ok && time.Until(e.Moment().Steady()).Abs() > time.Hour/2 {
				t.Errorf("%s was sent at %s", sent.PlanID, e.Moment().Steady())
			}
		}
	})
}

// TestAnEventOfANewerVersion appends an event that this version does not know. The replicas leave
// the session alone, and go on with the others.
func TestAnEventOfANewerVersion(t *testing.T) {
	fleetOf(t, 2, nil, func(f *fleet) {
		id, other := f.open(f.replicas[0]), f.open(f.replicas[1])
		time.Sleep(2 * time.Second)
		_, err := f.store.Append(t.Context(), journal.Append{Session: id, Events: []game.Event{{At: time.Now(), Data: &game.Unknown{Name: "later", Raw: []byte("{}")}}}})
		if err != nil {
			t.Fatal(err)
		}
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
