package sim

import (
	"maps"
	"slices"
)

// Save stores a snapshot of a session or a game, as a busy home does every thousand events. It
// does nothing if nobody drives it.
func (s *Sim) Save(id string) error {
	of := s.live[id]
	if of == nil {
		return nil
	}
	c := of.Checkpoint(false, 0, true)
	if err := s.store.Checkpoint(s.ctx, c); err != nil {
		return err
	}
	of.Saved(c)
	return nil
}

// Kill drops a home with its thoughts and findings, as a killed process does: a session, or a game
// with the sessions of its bots. Nobody drives it until it is started again.
func (s *Sim) Kill(home string) {
	for _, id := range slices.Sorted(maps.Keys(s.live)) {
		if st := s.live[id]; st.home == home {
			s.drop(&st.thinking)
			delete(s.live, id)
		}
	}
}

func (s *Sim) drop(t *thinking) {
	s.places[t.log] = t.deadline
	for _, run := range t.running {
		run.stop()
	}
	clear(t.running)
}

// Running returns the kinds of the running thoughts of a session or a game. It returns none if
// nobody drives it.
func (s *Sim) Running(id string) []string {
	if st := s.live[id]; st != nil {
		return slices.Sorted(maps.Keys(st.running))
	}
	return nil
}

// Home returns the ids of the logs that a home drives now: its game's, and those of its sessions.
func (s *Sim) Home(home string) (ids []string) {
	for _, id := range slices.Sorted(maps.Keys(s.live)) {
		if s.live[id].home == home {
			ids = append(ids, id)
		}
	}
	return ids
}
