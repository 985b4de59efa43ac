package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/thought"
)

// Models makes the asker of one thought.
type Models interface {
	Asker(c prompt.Caller) prompt.Asker
}

// thoughtLimit bounds one thought in wall time: past it the chat has moved on, whatever comes.
const thoughtLimit = 90 * time.Second

// Reconcile compares the thoughts that run with the wanted ones: which kinds to stop, which wants to start now, and when the
// session next asks for a decision, 0 for never.
func Reconcile[T any](running map[string]T, d game.Decision, now game.Millis) (stop []string, start []game.Want, next game.Millis) {
	next = d.Due
	wanted := map[string]bool{}
	for _, w := range d.Wants {
		wanted[w.Kind] = true
		if _, runs := running[w.Kind]; runs {
			continue
		}
		if w.At <= now {
			start = append(start, w)
		} else if next == 0 || w.At < next {
			next = w.At
		}
	}
	for kind := range running {
		if !wanted[kind] {
			stop = append(stop, kind)
		}
	}
	return stop, start, next
}

// think makes the running thoughts of a seat equal to the wanted ones and returns when to decide again.
func (a *actor) think(ctx context.Context, s *seat, d game.Decision) game.Millis {
	now := s.State.Clock.Game(a.engine.now())
	stop, start, next := Reconcile(s.running, d, now)
	for _, kind := range stop {
		s.running[kind].stop()
		delete(s.running, kind)
	}
	for _, w := range start {
		a.start(ctx, s, w, now)
	}
	return next
}

// run is one thought under way.
type run struct {
	stop context.CancelFunc
	tab  *tab
}

// start runs one thought in a goroutine of its own. It ends by itself: its context has a limit, and the actor waits for it.
func (a *actor) start(ctx context.Context, s *seat, w game.Want, now game.Millis) {
	ctx, stop := context.WithTimeout(ctx, thoughtLimit)
	r := &run{stop: stop, tab: s.purse.tab()}
	s.running[w.Kind] = r
	// A copy: the actor folds on while the thought runs.
	view, strategy, clock := s.State.Clone().View(now), s.Strategy, s.State.Clock
	a.thinkers.Go(func() {
		defer stop()
		tape := NewTape(a.engine.models, &view.Config)
		t, err := Think(ctx, Thinker{Strategy: strategy, Models: tape, Purse: r.tab}, view, w)
		t.Took = clock.Game(a.engine.now()) - now
		a.engine.record(ctx, view.Session, tape.Calls(t))          // first, so that the calls of what is concluded are there
		if err != nil && !errors.Is(ctx.Err(), context.Canceled) { // else nobody wants it any more
			a.engine.log.Warn("a thought failed", "session", view.Session, "kind", w.Kind, "code", t.Failure, "error", err)
		}
		a.mu.Lock()
		a.arrived = append(a.arrived, arrival{s, r, t})
		a.mu.Unlock()
		a.ring()
	})
}

// Thinker is what thoughts are run with.
type Thinker struct {
	Strategy prompt.Strategy
	Models   Models
	// Purse bounds what the thought may spend; nil for nothing.
	Purse prompt.Purse
}

// Think runs the model calls for one want, the strategy's or the core's own, and returns the thought as an inbox takes it; Took is the
// caller's. The error is the cause of a failure, for a log; the thought says what a session needs to know of it.
func Think(ctx context.Context, by Thinker, view game.View, w game.Want) (t game.Thought, err error) {
	done := view.Thought(w.Kind)
	t = game.Thought{Want: w, ID: thoughtID(view, w), Seq: view.Seq, Started: view.Now, After: done}
	defer func() {
		if r := recover(); r != nil {
			t.Finding, t.Failure = nil, "thought_panicked"
			err = fmt.Errorf("engine: strategy panicked: %v\n%s", r, debug.Stack())
		}
	}()
	seed := game.DrawSeed(view.Seed, w.BasedOn, "think:"+w.Kind, done.Count+done.Failures)
	asker := by.Models.Asker(prompt.Caller{
		Session: view.Session, Seed: seed, Models: view.Config.Model, Purse: by.Purse,
		Record: func(x prompt.Exchange) { t.Calls = append(t.Calls, x.Call) },
	})
	if game.IsCore(w.Kind) {
		t.Finding, err = thought.Think(ctx, view.As(by.Strategy), by.Strategy.Brief(view), w, asker)
	} else {
		t.Finding, err = by.Strategy.Think(ctx, view, w, asker)
	}
	if err != nil {
		t.Finding, t.Failure = nil, failure(err)
	}
	return t, err
}

// thoughtID names a thought. Of a kind one runs at a time, and one that a crash broke off began at another moment.
func thoughtID(v game.View, w game.Want) string {
	return fmt.Sprintf("tht_%s_%d_%d_%s", strings.TrimPrefix(v.Session, "ses_"), v.Seq, v.Now, w.Kind)
}

func failure(err error) string {
	var model *prompt.Error
	switch {
	case errors.As(err, &model):
		return model.Code
	case errors.Is(err, context.DeadlineExceeded):
		return prompt.ModelTimeout
	}
	return "thought_failed"
}
