package sim

import (
	"context"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/step"
)

// table is one table in the simulation.
type table struct {
	*step.Table
	thinking
}

func (s *Sim) openTable(row journal.Session, lease journal.Lease, log step.Log) {
	t := &table{Table: step.OpenTable(log, row, lease)}
	t.thinking = thinking{running: map[string]*runningThought{}, log: row.ID, inbox: &t.Inbox, clock: &t.State.Clock, wake: func() { s.tablesToStep = append(s.tablesToStep, t) }}
	s.tables[row.ID] = t
	s.tablesToStep = append(s.tablesToStep, t)
}

// OpenTable creates a table now. If the configuration has no seed, the seed is 0.
func (s *Sim) OpenTable(c game.Table) (id string, err error) {
	if c.Seed == nil {
		c.Seed = new(int64)
	}
	row, _, err := s.CreateTable(s.ctx, c)
	if err != nil {
		return "", err
	}
	return row.ID, s.Start(row.ID)
}

func (s *Sim) stepTable(t *table) error {
	if s.tables[t.State.ID] != t {
		return nil // it was killed
	}
	d, err := t.Step(s.ctx, clock{s})
	if err != nil {
		return err
	}
	due, err := s.reconcile(&t.thinking, d, func(w game.Want, now game.Millis) error {
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
	journal.Store
	sim *Sim
}

// AppendAll implements step.Log.
func (l sharedLog) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	done, err := l.Store.AppendAll(ctx, appends)
	for _, a := range appends[1:] {
		l.sim.wake(a.Session)
	}
	return done, err
}
