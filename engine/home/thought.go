package home

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

// thoughtLimit bounds one thought in wall time. After that the chat has moved on. Where questions
// may take longer than by default, a thought may: as long as thoughtQuestions of the slowest ones.
const (
	thoughtLimit     = 90 * time.Second
	thoughtQuestions = 3
)

// recordLimit bounds the storing of a thought's calls. The bot's reply waits for it, and the reply
// matters more than the record.
const recordLimit = 2 * time.Second

type runningThought struct {
	stop context.CancelFunc
	tab  *tab
}

// thinking are the running thoughts of a session or a game.
type thinking struct {
	running map[string]*runningThought
	// closedTabs are the tabs of finished thoughts, until the log holds their cost.
	closedTabs []*tab
}

// reconcile stops what is not wanted any more. It returns what to start, and when to decide again.
func (t *thinking) reconcile(d session.Decision, now session.Millis) (start []session.Want, next session.Millis) {
	stop, start, next := step.Reconcile(t.running, d, now)
	for _, kind := range stop {
		t.running[kind].stop()
		delete(t.running, kind)
	}
	return start, next
}

// think returns when to decide again.
func (a *actor) think(ctx context.Context, s *liveSession, d session.Decision) session.Millis {
	now := s.State.Clock.Now(a.Clock.Now())
	start, next := s.reconcile(d, now)
	if len(s.running)+len(start) > 0 {
		s.newest.Store(s.State.Clone()) // a copy, since the actor folds on while the thoughts run
	}
	for _, w := range start {
		a.start(ctx, s, w, now)
	}
	return next
}

func (a *actor) start(ctx context.Context, s *liveSession, w session.Want, now session.Millis) {
	began, clock := s.newest.Load(), s.State.Clock
	a.launch(ctx, &s.thinking, &s.Inbox, thinkingJob{
		want: w, view: began.View(now), now: now, clock: clock, tab: s.purse.openTab(),
		by: step.Thinker{Strategy: s.Strategy(), Classifier: a.Strategies.Classifier, Newest: func() session.View {
			state := s.newest.Load()
			return state.View(state.Clock.Now(a.Clock.Now()))
		}},
	})
}

type thinkingJob struct {
	want  session.Want
	view  session.View
	now   session.Millis
	clock session.Clock
	// tab is what the thought may spend; nil for no bound.
	tab *tab
	by  step.Thinker
}

// launch runs one thought in a goroutine, which ends by its context's limit. The actor waits for
// it.
func (a *actor) launch(ctx context.Context, to *thinking, inbox *[]session.Thought, j thinkingJob) {
	ctx, stop := context.WithTimeout(ctx, max(thoughtLimit, thoughtQuestions*a.QuestionLimit))
	r := &runningThought{stop: stop, tab: j.tab}
	to.running[j.want.Kind] = r
	models, traced := a.trace(&j.view, j.want)
	tape := step.NewTape(models, &j.view.Config)
	if j.by.Models = tape; j.tab != nil {
		j.by.Purse = j.tab
	}
	a.thinkers.Go(func() {
		defer stop()
		t, err := a.runThought(ctx, j, tape)
		traced(t)
		a.mu.Lock()
		a.broken = cmp.Or(a.broken, err)
		a.arrived = append(a.arrived, arrival{to, inbox, r, t})
		a.mu.Unlock()
		a.signal()
	})
}

// runThought runs one thought. It returns an error only if the core panicked.
func (a *actor) runThought(ctx context.Context, j thinkingJob, tape *step.Tape) (t session.Thought, broken error) {
	defer journal.Catch(&j.view.Seq, &broken)
	t, err := step.Think(ctx, j.by, j.view, j.want)
	t.Took = max(j.clock.Now(a.Clock.Now())-j.now, 0) // the clock may have been corrected a little
	// First, so that a concluded thought has its calls.
	a.record(ctx, j.view.Session, tape.Calls(t))
	if err != nil && !errors.Is(ctx.Err(), context.Canceled) {
		a.Log.Warn("a thought failed", "session", j.view.Session, "kind", session.KindOf(j.want.Kind), "code", t.Failure, "error", err)
	}
	return t, nil
}

// record stores the calls of a thought, also of a stopped one. Without them the game goes on.
func (h *Homes) record(ctx context.Context, session string, calls []journal.RecordedCall) {
	if len(calls) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordLimit)
	defer cancel()
	// ErrNotFound means that the session was deleted.
	if err := h.Store.Record(ctx, session, calls); err != nil && !errors.Is(err, journal.ErrNotFound) {
		h.Log.Warn("the model calls of a thought could not be recorded", slog.String("session", session), slog.String("task", calls[0].Task), slog.Any("error", err))
	}
}
