package sim

import (
	"container/heap"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/engine/strategy"
)

// Epoch is when every simulation begins.
var Epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Latencies are what the latency of a model call is drawn from, in game time: the deciles of a hosted model answering one
// short question, 0.4 to 2.6 s.
var Latencies = []game.Millis{400, 500, 600, 700, 800, 900, 1050, 1250, 1600, 2600}

// owner owns every home of a simulation.
const owner = "sim"

// Sim is one virtual clock with its sessions.
type Sim struct {
	*engine.Desk
	store  engine.Store
	models engine.Models
	strat  *strategy.Registry
	ctx    context.Context

	// Latencies are what the latency of a model call is drawn from, ByTask those of tasks that differ.
	Latencies []game.Millis
	ByTask    map[string][]game.Millis

	now    time.Time
	order  int
	agenda agenda
	seats  map[string]*seat
	ids    int
	touch  []*seat // sessions with new facts
}

// seat is one session in the simulation.
type seat struct {
	*engine.Seat
	running map[string]*thinking
	// wake numbers the last deadline set; earlier ones on the agenda are void.
	wake int
	// thoughts counts the thoughts run, for the draw of latencies.
	thoughts int
}

// thinking is one thought under way; its identity is its address.
type thinking struct{ want game.Want }

// New returns a simulation at Epoch on a store.
func New(store engine.Store, strategies *strategy.Registry, models engine.Models) *Sim {
	s := &Sim{store: store, models: models, strat: strategies, ctx: context.Background(), Latencies: Latencies, now: Epoch, seats: map[string]*seat{}}
	s.Desk = engine.NewDesk(store, strategies, engine.Terms{Models: []string{"*"}}, s.Now, s.delivered)
	s.Desk.NewID = func(prefix string) string { s.ids++; return fmt.Sprintf("%s%04d", prefix, s.ids) }
	return s
}

// Now returns the virtual time.
func (s *Sim) Now() time.Time { return s.now }

// Open creates a session now. The configuration's seed is its only chance; 0 if it has none.
func (s *Sim) Open(c game.Config) (id string, err error) {
	if c.Seed == nil {
		c.Seed = new(int64)
	}
	row, _, err := s.Create(s.ctx, c)
	if err != nil {
		return "", err
	}
	return row.ID, s.Start(row.ID)
}

// Save stores a snapshot of a session, as a busy home does every thousand events. One that nobody drives has none to store.
func (s *Sim) Save(id string) error {
	st := s.seats[id]
	if st == nil {
		return nil
	}
	r := st.Rest(false, 0, true)
	if err := s.store.Rest(s.ctx, r); err != nil {
		return err
	}
	st.Saved(r)
	return nil
}

// Kill drops a session with its thoughts and findings, as a process does that is killed: nobody drives it until it is started again.
func (s *Sim) Kill(id string) { delete(s.seats, id) }

// Start drives a session, from what is stored of it. One that has ended needs nobody.
func (s *Sim) Start(id string) error {
	epoch, err := s.store.Claim(s.ctx, id, owner) // a session is its own home here
	if err != nil {
		return err
	}
	rows, err := s.store.Home(s.ctx, id)
	if err != nil {
		return err
	}
	lease := engine.Lease{Home: id, Owner: owner, Epoch: epoch}
	for _, row := range rows {
		st := &seat{Seat: engine.OpenSeat(s.store, row, lease, s.strat), running: map[string]*thinking{}}
		s.seats[row.ID] = st
		s.touch = append(s.touch, st)
	}
	return nil
}

// delivered is the doorbell: the session is stepped once the fact's own moment is over.
func (s *Sim) delivered(row engine.Session, _ []game.Event) {
	if st := s.seats[row.ID]; st != nil {
		s.touch = append(s.touch, st)
	}
}

// At puts something on the agenda, usually a post. What is due at the same time happens in the order it was put there.
func (s *Sim) At(at time.Time, do func() error) { s.push(at, do) }

func (s *Sim) push(at time.Time, do func() error) {
	if at.Before(s.now) {
		at = s.now
	}
	s.order++
	heap.Push(&s.agenda, item{at: at, order: s.order, do: do})
}

// Run lets the time pass until the agenda holds nothing before a time, which is now then. It returns the first error.
func (s *Sim) Run(until time.Time) error {
	if err := s.settle(); err != nil {
		return err
	}
	for len(s.agenda) > 0 && !s.agenda[0].at.After(until) {
		next := heap.Pop(&s.agenda).(item)
		s.now = next.at
		if err := next.do(); err != nil {
			return err
		}
		if err := s.settle(); err != nil {
			return err
		}
	}
	s.now = until
	return nil
}

// settle steps every session that has been touched.
func (s *Sim) settle() error {
	for len(s.touch) > 0 {
		st := s.touch[0]
		s.touch = s.touch[1:]
		if s.seats[st.State.Session] != st {
			continue // it was killed
		}
		if err := s.step(st); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sim) step(st *seat) error {
	d, err := st.Step(s.ctx, s.Now)
	if err != nil {
		return err
	}
	now := st.State.Clock.Game(s.now)
	stop, start, next := engine.Reconcile(st.running, d, now)
	for _, kind := range stop {
		delete(st.running, kind)
	}
	for _, w := range start {
		if err := s.start(st, w, now); err != nil {
			return err
		}
	}
	st.wake++
	if next > 0 {
		wake := st.wake
		s.push(st.State.Clock.Wall(next), func() error {
			if st.wake == wake {
				s.touch = append(s.touch, st)
			}
			return nil
		})
	}
	return nil
}

// start runs a thought. Its calls are made at once; it runs, as far as the session can tell, until their latencies are over.
func (s *Sim) start(st *seat, w game.Want, now game.Millis) error {
	run := &thinking{want: w}
	st.running[w.Kind] = run
	st.thoughts++
	// The cause of a failure is in its code: models of a simulation fail because a test wants them to.
	tape := engine.NewTape(s.models, &st.State.Config)
	clock := s.timed(tape, game.Draw(st.State.Seed, w.BasedOn, "latency", st.thoughts))
	t, _ := engine.Think(s.ctx, engine.Thinker{Strategy: st.Strategy, Models: clock}, st.State.View(now), w)
	if calls := tape.Calls(t); len(calls) > 0 {
		if err := s.store.Record(s.ctx, st.State.Session, calls); err != nil {
			return err
		}
	}
	t.Took = clock.took
	s.push(st.State.Clock.Wall(now+t.Took), func() error {
		if st.running[w.Kind] == run {
			delete(st.running, w.Kind)
		} else if t.Stop(); game.SpentOn(t.Calls).Calls == 0 {
			return nil // it was stopped on its way, and cost nothing
		}
		st.Inbox = append(st.Inbox, t)
		s.touch = append(s.touch, st)
		return nil
	})
	return nil
}

// Running returns the kinds of the thoughts that a session has under way; none of one that nobody drives.
func (s *Sim) Running(id string) (kinds []string) {
	if st := s.seats[id]; st != nil {
		kinds = slices.Sorted(maps.Keys(st.running))
	}
	return kinds
}

// Log returns a session's whole log.
func (s *Sim) Log(id string) ([]game.Event, error) {
	var all []game.Event
	for {
		events, err := s.store.Events(s.ctx, id, int64(len(all)), 1000)
		if err != nil {
			return nil, err
		}
		all = append(all, events...)
		if len(events) < 1000 {
			return all, nil
		}
	}
}

// Say posts one message now.
func (s *Sim) Say(id string, p game.Post) error {
	_, err := s.Post(s.ctx, id, []game.Post{p}, func(int) string { return "" })
	return err
}

// Finish ends a session now.
func (s *Sim) Finish(id string) error {
	_, err := s.End(s.ctx, id, engine.Ending{})
	return err
}
