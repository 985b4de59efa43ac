package home

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

// unload returns false when news has come meanwhile, or a thought runs.
func (a *actor) unload(ctx context.Context) bool {
	for _, s := range a.sessions {
		if s.purse.busy() {
			return false
		}
		if left, stays := a.settle(ctx, s, s.due); left || stays {
			return left
		}
	}
	if a.game != nil {
		if len(a.game.running) > 0 {
			return false
		}
		if left, stays := a.settle(ctx, a.game, a.game.due); left || stays {
			return left
		}
	}
	err := a.Store.Give(ctx, a.lease, "")
	if a.claimed = false; err != nil && !errors.Is(err, journal.ErrNotOwner) {
		return false
	}
	return a.forget(a, false) // if news has come, it claims the home again
}

// leaves reports whether the home has gone to another replica. It waits for thoughts, since they
// cost money.
func (a *actor) leaves(ctx context.Context) bool {
	to := a.leaveTo.Load()
	if to == nil || !a.claimed || a.thinks() {
		return false
	}
	if !a.Fleet.Has(*to) {
		a.leaveTo.Store(nil)
		return false
	}
	if err := a.Fleet.GiveAway(ctx, a.lease, *to); err != nil {
		a.claimed = false
		a.signal() // the claim shows whose it is
		return false
	}
	return a.forget(a, true)
}

func (a *actor) thinks() bool {
	return a.game != nil && len(a.game.running) > 0 || slices.ContainsFunc(a.sessions, func(s *liveSession) bool { return len(s.running) > 0 })
}

// settle stores a last checkpoint. left says that another owner has the home, stays that it must
// stay in memory.
func (a *actor) settle(ctx context.Context, s stepped, due session.Millis) (left, stays bool) {
	err := a.checkpoint(ctx, s, due, true)
	if errors.Is(err, journal.ErrNotOwner) {
		a.claimed = false // if news has come, the claim shows whose the home is
		return a.forget(a, false), true
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("a home stays in memory", slog.String("home", a.home), slog.Any("error", err))
	}
	return false, err != nil
}

// stepped is a log that the actor steps: a session or a game.
type stepped interface {
	Checkpoint(idle bool, due session.Millis, save bool) journal.Checkpoint
	Unsaved() int64
	Saved(journal.Checkpoint)
}

// checkpoint stores how far a log has come. It has a snapshot if many events came after the last
// one, or any did and the log is idle.
func (a *actor) checkpoint(ctx context.Context, s stepped, due session.Millis, idle bool) error {
	c := s.Checkpoint(idle, due, s.Unsaved() >= step.SnapshotEvery || idle && s.Unsaved() > 0)
	err := a.Store.Checkpoint(ctx, c)
	if _, refused := errors.AsType[*journal.Refused](err); refused {
		return journal.ErrNotOwner
	}
	if errors.Is(err, journal.ErrNotFound) {
		return nil // the session was deleted; the next turn notices that
	}
	if err == nil {
		s.Saved(c)
	}
	return err
}
