package sim

import (
	"container/heap"
	"context"
	"fmt"
	"slices"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// Epoch returns when every simulation begins.
func Epoch() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }

// Latencies returns the default latencies of a model call, in game time. They are the deciles of a
// hosted model that answers one short question, 0.4 to 2.6 s.
func Latencies() []session.Millis {
	return []session.Millis{400, 500, 600, 700, 800, 900, 1050, 1250, 1600, 2600}
}

// owner owns every home of a simulation.
const owner = "sim"

// Sim is one virtual clock with its sessions.
type Sim struct {
	*desk.Desk
	store      Store
	models     step.Models
	strategies *strategy.Registry
	ctx        context.Context

	// Latencies are the values that the latency of a model call is drawn from.
	Latencies []session.Millis
	// ByTask holds the latencies of tasks that differ.
	ByTask map[string][]session.Millis
	// Measured returns the latency of a call that took so long on the wall clock. It is for models
	// that really take time. If it is nil, latencies are drawn.
	Measured func(wall time.Duration) session.Millis

	// now is the present without the steps of the wall clock.
	now    time.Time
	shift  time.Duration
	order  int
	agenda agenda
	// places are those of the deadlines of killed logs.
	places map[string]place
	// live are the sessions and games that are driven, by id.
	live map[string]*live
	ids  int
	// sessions and games are those to step. Sessions come first.
	sessions, games []*live
}

// live is a session or a game in the simulation.
type live struct {
	stepper
	thinking
	home string
	// thinker returns who thinks, and the view that a thought begins with.
	thinker func() (step.Thinker, session.View)
}

// stepper is a step.Stepper or a step.Game.
type stepper interface {
	Step(ctx context.Context, c step.Clock) (session.Decision, error)
	Checkpoint(idle bool, due session.Millis, save bool) journal.Checkpoint
	Saved(c journal.Checkpoint)
}

// Store is the part of a journal.Store that a simulation needs.
type Store interface {
	desk.Store
	journal.Homes
	Record(ctx context.Context, session string, calls []journal.RecordedCall) error
}

// New returns a simulation at Epoch on a store.
func New(store Store, strategies *strategy.Registry, models step.Models) *Sim {
	s := &Sim{store: store, models: models, strategies: strategies, ctx: context.Background(), Latencies: Latencies(), now: Epoch(), live: map[string]*live{}, places: map[string]place{}}
	s.Desk = desk.New(store, strategies, desk.Terms{Models: []string{"*"}, Languages: []string{"*"}}, clock{s}.Now, driver{s})
	s.Desk.NewID = func(prefix string) string { s.ids++; return fmt.Sprintf("%s%04d", prefix, s.ids) }
	s.Desk.NewKey = func() string { return "sim" }
	return s
}

// Now returns the virtual time.
func (s *Sim) Now() time.Time { return s.now }

// SetClock sets the wall clock forward, or back if by is negative, in whole milliseconds. The
// virtual time goes on.
func (s *Sim) SetClock(by time.Duration) { s.shift += by }

// longestLatency is more than any thought waits for a model.
const longestLatency = 5 * time.Minute

// CheckLatencies returns what is wrong with latencies for Take.
func CheckLatencies(all []time.Duration) error {
	if slices.ContainsFunc(all, func(d time.Duration) bool { return d < 0 || d > longestLatency }) {
		return fmt.Errorf("must be from 0s to %s", longestLatency)
	}
	return nil
}

// Take lets each model call take one of these game times, whatever it really takes. Without any
// times it changes nothing.
func (s *Sim) Take(latencies []time.Duration) {
	for i, d := range latencies {
		s.Latencies, s.Measured = append(s.Latencies[:i:i], session.Millis(d.Milliseconds())), nil
	}
}

type clock struct{ sim *Sim }

func (c clock) Now() session.Moment {
	return session.Moment{At: c.sim.now.Add(c.sim.shift), Shift: c.sim.shift}
}

// Open creates a session now. If the configuration has no seed, the seed is 0.
func (s *Sim) Open(c session.Config) (id string, err error) {
	if c.Seed == nil {
		c.Seed = new(int64)
	}
	row, _, err := s.Create(s.ctx, "", c)
	if err != nil {
		return "", err
	}
	return row.ID, s.Start(row.ID)
}

// Start drives a session or a game from its stored log. It does nothing if that has ended.
func (s *Sim) Start(home string) error {
	epoch, err := s.store.Claim(s.ctx, home, owner) // a session is its own home, or belongs to a game
	if err != nil {
		return err
	}
	rows, err := s.store.Home(s.ctx, home)
	if err != nil {
		return err
	}
	lease, log := journal.Lease{Home: home, Owner: owner, Epoch: epoch}, sharedLog{s.store, s}
	var steppers []*step.Stepper
	for _, row := range rows {
		x, queue := &live{home: home}, &s.sessions
		x.log, x.running, x.wake = row.ID, map[string]*runningThought{}, func() { *queue = append(*queue, x) }
		if row.IsGame {
			t := step.OpenGame(log, row, lease)
			queue, x.stepper, x.inbox, x.clock = &s.games, t, &t.Inbox, &t.State.Clock
			x.thinker = func() (step.Thinker, session.View) {
				return step.Thinker{}, t.State.View(t.State.Clock.Now(clock{s}.Now()))
			}
		} else {
			st := step.Open(log, row, lease, s.strategies)
			steppers = append(steppers, st)
			x.stepper, x.inbox, x.clock = st, &st.Inbox, &st.State.Clock
			x.thinker = func() (step.Thinker, session.View) {
				// A copy, since the session folds on while the thought waits.
				newest := func() session.View { return st.State.Clone().View(st.State.Clock.Now(clock{s}.Now())) }
				return step.Thinker{Strategy: st.Strategy(), Classifier: s.strategies.Classifier, Newest: newest}, newest()
			}
		}
		s.live[row.ID] = x
		x.wake()
	}
	step.Join(steppers, func(st *step.Stepper) *step.Stepper { return st })
	return nil
}

type driver struct{ sim *Sim }

// Delivered implements desk.Driver. The session is stepped when the current item of the agenda is
// done.
func (d driver) Delivered(row journal.Session, _ []session.Event) {
	d.sim.wake(row.ID)
}

func (s *Sim) wake(id string) {
	if x := s.live[id]; x != nil {
		x.wake()
	}
}

// AwaitReaders implements desk.Driver. Nobody reads while it is called.
func (d driver) AwaitReaders(string) {}

// Deleted implements desk.Driver. No replica has to know.
func (d driver) Deleted(string) {}

// At puts a call on the agenda, usually a post. Calls of the same time run in the order in which
// they were put there.
func (s *Sim) At(at time.Time, do func() error) { s.push(at, do) }

// push puts something on the agenda. It returns its place among what happens at the same time.
func (s *Sim) push(at time.Time, do func() error) place {
	s.order++
	return s.pushTo(place{at, s.order}, do)
}

func (s *Sim) pushTo(p place, do func() error) place {
	if p.at.Before(s.now) {
		p.at = s.now
	}
	heap.Push(&s.agenda, item{place: p, do: do})
	return p
}

// Run moves the clock forward to a time, and runs the calls on the agenda until then. It returns
// the first error.
func (s *Sim) Run(until time.Time) error {
	if err := s.stepAll(); err != nil {
		return err
	}
	for len(s.agenda) > 0 && !s.agenda[0].at.After(until) {
		next := heap.Pop(&s.agenda).(item)
		s.now = next.at
		if err := next.do(); err != nil {
			return err
		}
		if err := s.stepAll(); err != nil {
			return err
		}
	}
	s.now = until
	return nil
}

func (s *Sim) stepAll() error {
	for len(s.sessions)+len(s.games) > 0 {
		queue := &s.sessions
		if len(*queue) == 0 {
			queue = &s.games
		}
		x := (*queue)[0]
		*queue = (*queue)[1:]
		if s.live[x.log] != x {
			continue // it was killed
		}
		if err := s.step(x); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sim) step(x *live) error {
	d, err := x.Step(s.ctx, clock{s})
	if err != nil {
		return err
	}
	next, err := s.reconcile(x, d)
	if err != nil {
		return err
	}
	s.awaitDeadline(&x.thinking, next)
	return nil
}

// Log returns a session's whole log.
func (s *Sim) Log(id string) ([]session.Event, error) {
	var all []session.Event
	err := journal.Read(s.ctx, journal.Pages(s.store, id), 0, func(e session.Event) bool {
		all = append(all, e)
		return true
	})
	return all, err
}

// Say posts one message now.
func (s *Sim) Say(id string, p session.Post) error {
	_, err := s.Post(s.ctx, id, []session.Post{p}, func(int) string { return "" })
	return err
}

// Finish ends a session now.
func (s *Sim) Finish(id string) error {
	_, err := s.End(s.ctx, id, desk.Ending{})
	return err
}
