package sim

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

type liveGame struct {
	*step.Game
	thinking
}

func (s *Sim) openGame(row journal.Session, lease journal.Lease, log step.Log) {
	t := &liveGame{Game: step.OpenGame(log, row, lease)}
	t.thinking = thinking{running: map[string]*runningThought{}, log: row.ID, inbox: &t.Inbox, clock: &t.State.Clock, wake: func() { s.gamesToStep = append(s.gamesToStep, t) }}
	s.games[row.ID] = t
	s.gamesToStep = append(s.gamesToStep, t)
}

// OpenGame creates a game now. If the configuration has no seed, the seed is 0.
func (s *Sim) OpenGame(c session.GameConfig) (id string, err error) {
	if c.Seed == nil {
		c.Seed = new(int64)
	}
	row, _, err := s.CreateGame(s.ctx, c)
	if err != nil {
		return "", err
	}
	return row.ID, s.Start(row.ID)
}

func (s *Sim) stepGame(t *liveGame) error {
	if s.games[t.State.ID] != t {
		return nil // it was killed
	}
	d, err := t.Step(s.ctx, clock{s})
	if err != nil {
		return err
	}
	due, err := s.reconcile(&t.thinking, d, func(w session.Want, now session.Millis) error {
		return s.start(&t.thinking, w, now, step.Thinker{}, t.State.View(now))
	})
	if err != nil {
		return err
	}
	s.awaitDeadline(&t.thinking, due)
	return nil
}

// sharedLog is the store as steppers use it. What they append to other logs wakes these.
type sharedLog struct {
	Store
	sim *Sim
}

func (l sharedLog) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	done, err := l.Store.AppendAll(ctx, appends)
	for _, a := range appends[1:] {
		l.sim.wake(a.Session)
	}
	return done, err
}
