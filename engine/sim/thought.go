package sim

import (
	"iter"

	"ringer/engine/game"
	"ringer/engine/step"
)

// runningThought is one running thought. Its address is its identity.
type runningThought struct {
	want game.Want
	// next runs the thought until it has made its next calls. It returns how long they take, and
	// false once the thought has ended.
	next func() (game.Millis, bool)
	// stop ends the thought at the call that it waits for.
	stop func()
	// finish puts the finding into the inbox.
	finish func() error
}

// start runs a thought as a coroutine. Its calls are made at once, and game time passes until their
// answers are there. The prompt of a later call shows what happened meanwhile.
func (s *Sim) start(st *session, w game.Want, now game.Millis) error {
	run := &runningThought{want: w}
	st.running[w.Kind] = run
	st.thoughts++
	tape := step.NewTape(s.models, &st.State.Config)
	rng := game.Draw(st.State.Seed, w.BasedOn, "latency", st.thoughts)
	// A copy, since the session folds on while the thought waits.
	newest := func() game.View { return st.State.Clone().View(st.State.Clock.Now(clock{s}.Now())) }
	var t game.Thought
	run.next, run.stop = iter.Pull(func(yield func(game.Millis) bool) {
		// The error is dropped: its code is in the thought, and here models fail only because a
		// test wants it.
		t, _ = step.Think(s.ctx, step.Thinker{Strategy: st.Strategy(), Models: s.timed(tape, rng, yield), Newest: newest}, newest(), w)
	})
	run.finish = func() error {
		if calls := tape.Calls(t); len(calls) > 0 {
			if err := s.store.Record(s.ctx, st.State.Session, calls); err != nil {
				return err
			}
		}
		t.Took = st.State.Clock.Now(clock{s}.Now()) - now
		if st.running[w.Kind] == run {
			delete(st.running, w.Kind)
		} else if t.Stop(); game.SpentOn(t.Calls).Calls == 0 {
			return nil // it was stopped, and cost nothing
		}
		st.Inbox = append(st.Inbox, t)
		s.toStep = append(s.toStep, st)
		return nil
	}
	return s.resume(st, run)
}

// resume runs a thought up to its next calls or its end, and again when these calls are answered.
// Nothing happens any more if the thought was stopped.
func (s *Sim) resume(st *session, run *runningThought) error {
	took, more := run.next()
	if more {
		now := st.State.Clock.Now(clock{s}.Now())
		s.push(st.State.Clock.Steady(now+took), func() error {
			if st.running[run.want.Kind] != run {
				return nil
			}
			return s.resume(st, run)
		})
		return nil
	}
	return run.finish()
}

// stopThought ends a thought that is no longer wanted.
func (s *Sim) stopThought(st *session, kind string) error {
	run := st.running[kind]
	delete(st.running, kind)
	run.stop()
	return run.finish()
}
