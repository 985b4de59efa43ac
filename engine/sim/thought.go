package sim

import (
	"iter"

	"ringer/engine/session"
	"ringer/engine/step"
)

// runningThought is one running thought. Its address is its identity.
type runningThought struct {
	want session.Want
	// next runs the thought until it has made its next calls. It returns how long they take, and
	// false once the thought has ended.
	next func() (session.Millis, bool)
	// stop ends the thought at the call that it waits for.
	stop   func()
	finish func() error
}

// thinking are the running thoughts of a session or a game.
type thinking struct {
	running map[string]*runningThought
	// thoughts counts the thoughts so far, for the draw of latencies.
	thoughts int
	log      string
	inbox    *[]session.Thought
	clock    *session.Clock
	wake     func()
	// deadlines numbers the deadlines. Only the last one counts: the agenda may still hold earlier
	// ones.
	deadlines int
	deadline  place
}

// awaitDeadline steps the session or game at a game time, 0 for never. One that was killed and
// has the same deadline as before keeps its place, so that a kill changes no order.
func (s *Sim) awaitDeadline(t *thinking, due session.Millis) {
	t.deadlines++
	number, at, was := t.deadlines, t.clock.Steady(due), s.places[t.log]
	delete(s.places, t.log)
	do := func() error {
		if t.deadlines == number {
			t.wake()
		}
		return nil
	}
	switch {
	case due == 0:
		t.deadline = place{}
	case was.at.Equal(at):
		t.deadline = s.pushTo(was, do)
	default:
		t.deadline = s.push(at, do)
	}
}

// reconcile makes the running thoughts equal to the wanted ones. It returns when to decide again.
func (s *Sim) reconcile(x *live, d session.Decision) (next session.Millis, err error) {
	now := x.clock.Now(clock{s}.Now())
	stop, start, next := step.Reconcile(x.running, d, now)
	for _, kind := range stop {
		if err := s.stopThought(&x.thinking, kind); err != nil {
			return 0, err
		}
	}
	for _, w := range start {
		by, view := x.thinker()
		if err := s.start(&x.thinking, w, now, by, view); err != nil {
			return 0, err
		}
	}
	return next, nil
}

// start runs a thought as a coroutine. Its calls are made at once, and game time passes until their
// answers are there. The prompt of a later call shows what happened meanwhile.
func (s *Sim) start(t *thinking, w session.Want, now session.Millis, by step.Thinker, view session.View) error {
	run := &runningThought{want: w}
	t.running[w.Kind] = run
	t.thoughts++
	tape := step.NewTape(s.models, &view.Config)
	rng := session.Draw(view.Seed, w.BasedOn, "latency", t.thoughts)
	var thought session.Thought
	run.next, run.stop = iter.Pull(func(yield func(session.Millis) bool) {
		// The error is dropped: its code is in the thought, and here models fail only because a
		// test wants it.
		by.Models = s.timed(tape, rng, yield)
		thought, _ = step.Think(s.ctx, by, view, w)
	})
	run.finish = func() error {
		if calls := tape.Calls(thought); len(calls) > 0 {
			if err := s.store.Record(s.ctx, t.log, calls); err != nil {
				return err
			}
		}
		thought.Took = t.clock.Now(clock{s}.Now()) - now
		if t.running[w.Kind] == run {
			delete(t.running, w.Kind)
		} else if thought.Stop(); session.SpentOn(thought.Calls).Calls == 0 {
			return nil // it was stopped, and cost nothing
		}
		*t.inbox = append(*t.inbox, thought)
		t.wake()
		return nil
	}
	return s.resume(t, run)
}

// resume runs a thought up to its next calls or its end, and again when these calls are answered.
// Nothing happens any more if the thought was stopped.
func (s *Sim) resume(t *thinking, run *runningThought) error {
	took, more := run.next()
	if more {
		now := t.clock.Now(clock{s}.Now())
		s.push(t.clock.Steady(now+took), func() error {
			if t.running[run.want.Kind] != run {
				return nil
			}
			return s.resume(t, run)
		})
		return nil
	}
	return run.finish()
}

func (s *Sim) stopThought(t *thinking, kind string) error {
	run := t.running[kind]
	delete(t.running, kind)
	run.stop()
	return run.finish()
}
