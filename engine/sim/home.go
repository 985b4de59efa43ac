package sim

import (
	"maps"
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// saver is what stores a snapshot of its state: a session or a table.
type saver interface {
	Checkpoint(idle bool, due game.Millis, save bool) journal.Checkpoint
	Saved(c journal.Checkpoint)
}

// Save stores a snapshot of a session or a table, as a busy home does every thousand events. It
// does nothing if nobody drives it.
func (s *Sim) Save(id string) error {
	var of saver
	if st := s.live[id]; st != nil {
		of = st
	} else if t := s.tables[id]; t != nil {
		of = t
	} else {
		return nil
	}
	c := of.Checkpoint(false, 0, true)
	if err := s.store.Checkpoint(s.ctx, c); err != nil {
		return err
	}
	of.Saved(c)
	return nil
}

// Kill drops a home with its thoughts and findings, as a killed process does: a session, or a table
// with the sessions of its bots. Nobody drives it until it is started again.
func (s *Sim) Kill(home string) {
	for _, id := range slices.Sorted(maps.Keys(s.live)) {
		if st := s.live[id]; st.home == home {
			s.drop(&st.thinking)
			delete(s.live, id)
		}
	}
	if t := s.tables[home]; t != nil {
		s.drop(&t.thinking)
		delete(s.tables, home)
	}
}

// drop ends the running thoughts. Nobody gets their findings.
func (s *Sim) drop(t *thinking) {
	s.places[t.log] = t.deadline
	for _, run := range t.running {
		run.stop()
	}
	clear(t.running)
}

// Running returns the kinds of the running thoughts of a session or a table. It returns none if
// nobody drives it.
func (s *Sim) Running(id string) []string {
	if st := s.live[id]; st != nil {
		return slices.Sorted(maps.Keys(st.running))
	}
	if t := s.tables[id]; t != nil {
		return slices.Sorted(maps.Keys(t.running))
	}
	return nil
}

// Home returns the ids of the logs that a home drives now: its table's, and those of its sessions.
func (s *Sim) Home(home string) (ids []string) {
	if s.tables[home] != nil {
		ids = append(ids, home)
	}
	for _, id := range slices.Sorted(maps.Keys(s.live)) {
		if s.live[id].home == home {
			ids = append(ids, id)
		}
	}
	return ids
}
