package home

import (
	"context"
	"errors"
	"time"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

type liveGame struct {
	*step.Game
	thinking
	due session.Millis
	log *feed.Owned
}

func (a *actor) openGame(row journal.Session, lease journal.Lease) *liveGame {
	log := a.own(row.ID)
	t := step.OpenGame(log, row, lease)
	t.Events = a.GameEvents
	return &liveGame{thinking: thinking{running: map[string]*runningThought{}}, Game: t, log: log}
}

// stepGame returns the time until the next deadline. Appends end with acting.
func (a *actor) stepGame(ctx, acting context.Context) (time.Duration, error) {
	t := a.game
	d, err := t.Step(acting, a.Clock)
	if err != nil {
		a.claimed = errors.Is(err, journal.ErrUnavailable)
		return 0, err
	}
	now := t.State.Clock.Now(a.Clock.Now())
	start, due := t.reconcile(d, now)
	for _, w := range start {
		a.launch(ctx, &t.thinking, &t.Inbox, thinkingJob{want: w, view: t.State.View(now), now: now, clock: t.State.Clock})
	}
	t.due = due
	if t.Unsaved() >= step.SnapshotEvery {
		if err := a.checkpoint(acting, t, due, false); err != nil {
			return 0, err
		}
	}
	if due == 0 {
		return 1<<63 - 1, nil
	}
	return t.State.Clock.Steady(due).Sub(a.steady()), nil
}
