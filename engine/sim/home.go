package sim

import (
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/step"
)

// stepped is a log that somebody drives: a session or a table.
type stepped interface {
	Checkpoint(idle bool, due game.Millis, save bool) journal.Checkpoint
	Saved(journal.Checkpoint)
}

// sessionsOf returns the sessions of a home that are driven, by id.
func (s *Sim) sessionsOf(home string) (ids []string) {
	for id, st := range s.live {
		if id == home || st.State.Table == home {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Save stores a snapshot of a session, or of a table with its sessions, as a busy home does every
// thousand events. It does nothing if nobody drives the home.
func (s *Sim) Save(home string) error {
	var logs []stepped
	for _, id := range s.sessionsOf(home) {
		logs = append(logs, s.live[id])
	}
	if t := s.tables[home]; t != nil {
		logs = append(logs, t)
	}
	for _, l := range logs {
		c := l.Checkpoint(false, 0, true)
		if err := s.store.Checkpoint(s.ctx, c); err != nil {
			return err
		}
		l.Saved(c)
	}
	return nil
}

// Kill drops a session, or a table with its sessions, with its thoughts and findings, as a killed
// process does. Nobody drives the home until it is started again.
func (s *Sim) Kill(home string) {
	for _, id := range s.sessionsOf(home) {
		s.live[id].drop()
		delete(s.live, id)
	}
	if t := s.tables[home]; t != nil {
		t.drop()
	}
	delete(s.tables, home)
}

// Start drives a session or a table from its stored log. It does nothing if that has ended.
func (s *Sim) Start(home string) error {
	epoch, err := s.store.Claim(s.ctx, home, owner) // a session is its own home, or belongs to a table
	if err != nil {
		return err
	}
	rows, err := s.store.Home(s.ctx, home)
	if err != nil {
		return err
	}
	lease, log := journal.Lease{Home: home, Owner: owner, Epoch: epoch}, sharedLog{s.store, s}
	var sessions []*session
	for _, row := range rows {
		if row.Table {
			s.openTable(row, lease, log)
			continue
		}
		st := &session{Stepper: step.Open(log, row, lease, s.strategies)}
		st.thinking = thinking{running: map[string]*runningThought{}, log: row.ID, inbox: &st.Inbox, clock: &st.State.Clock, wake: func() { s.toStep = append(s.toStep, st) }}
		s.live[row.ID] = st
		sessions = append(sessions, st)
	}
	step.Join(sessions, func(st *session) *step.Stepper { return st.Stepper })
	s.toStep = append(s.toStep, sessions...)
	return nil
}
