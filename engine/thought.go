package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/step"
)

// thoughtLimit bounds one thought in wall time. After that the chat has moved on.
const thoughtLimit = 90 * time.Second

// recordLimit bounds the storing of a thought's calls. The bot's reply waits for it, and the reply
// matters more than the record.
const recordLimit = 2 * time.Second

// runningThought is one running thought.
type runningThought struct {
	stop context.CancelFunc
	tab  *tab
}

// think makes the running thoughts of a session equal to the wanted ones. It returns when to decide
// again.
func (a *actor) think(ctx context.Context, s *session, d game.Decision) game.Millis {
	now := s.State.Clock.Now(a.engine.Now())
	stop, start, next := step.Reconcile(s.running, d, now)
	for _, kind := range stop {
		s.running[kind].stop()
		delete(s.running, kind)
	}
	if len(s.running)+len(start) > 0 {
		s.newest.Store(s.State.Clone()) // a copy, since the actor folds on while the thoughts run
	}
	for _, w := range start {
		a.start(ctx, s, w, now)
	}
	return next
}

// start runs one thought in a goroutine of its own. The goroutine ends by itself, since its context
// has a limit. When the actor stops, it waits for this goroutine.
func (a *actor) start(ctx context.Context, s *session, w game.Want, now game.Millis) {
	ctx, stop := context.WithTimeout(ctx, thoughtLimit)
	r := &runningThought{stop: stop, tab: s.purse.openTab()}
	s.running[w.Kind] = r
	began := s.newest.Load()
	view, strategy, clock := began.View(now), s.Strategy(), began.Clock
	newest := func() game.View {
		state := s.newest.Load()
		return state.View(state.Clock.Now(a.engine.Now()))
	}
	a.thinkers.Go(func() {
		defer stop()
		tape := step.NewTape(a.engine.models, &view.Config)
		t, err := step.Think(ctx, step.Thinker{Strategy: strategy, Models: tape, Purse: r.tab, Newest: newest}, view, w)
		t.Took = max(clock.Now(a.engine.Now())-now, 0) // the clock may have been corrected a little
		// First, so that a concluded thought has its calls.
		a.engine.record(ctx, view.Session, tape.Calls(t))
		if err != nil && !errors.Is(ctx.Err(), context.Canceled) {
			a.engine.log.Warn("a thought failed", "session", view.Session, "kind", w.Kind, "code", t.Failure, "error", err)
		}
		a.mu.Lock()
		a.arrived = append(a.arrived, arrival{s, r, t})
		a.mu.Unlock()
		a.ring()
	})
}

// record stores the calls of a finished thought, also of a stopped one. If that fails, they are
// missing from the record and the game goes on.
func (e *Engine) record(ctx context.Context, session string, calls []journal.RecordedCall) {
	if len(calls) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordLimit)
	defer cancel()
	// ErrNotFound means that the session was deleted.
	if err := e.store.Record(ctx, session, calls); err != nil && !errors.Is(err, journal.ErrNotFound) {
		e.log.Warn("the model calls of a thought could not be recorded", slog.String("session", session), slog.String("thought", calls[0].Thought), slog.Any("error", err))
	}
}
