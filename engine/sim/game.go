package sim

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// OpenGame creates a game now. If the configuration has no seed, the seed is 0.
func (s *Sim) OpenGame(c session.GameConfig) (id string, err error) {
	if c.Seed == nil {
		c.Seed = new(int64)
	}
	row, _, err := s.CreateGame(s.ctx, "", c)
	if err != nil {
		return "", err
	}
	return row.ID, s.Start(row.ID)
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
