package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/store"
)

// longestGame is when a game counts as endless, in game time. Referees end theirs within an hour
// or two by the default options.
const longestGame = 24 * time.Hour

// playVirtual plays a bout in the simulator.
func (c *Contest) playVirtual(ctx context.Context, b bout) (*Game, error) {
	s, err := c.newSim(ctx)
	if err != nil {
		return nil, err
	}
	t, err := c.gameOf(b)
	if err != nil {
		return nil, err
	}
	id, err := s.OpenGame(t)
	if err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, err)
	}
	if c.Guest {
		invite(s, id, c.odd(b.Seed), slices.DeleteFunc(slices.Clone(c.names), func(name string) bool { return name == c.odd(b.Seed) }), b.Seed)
	}
	if err := finish(ctx, s, id); err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, err)
	}
	log, err := s.Log(id)
	if err != nil {
		return nil, err
	}
	result, err := s.GameResult(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := c.newGame(b, log, &result, s.Log)
	if err != nil {
		return nil, err
	}
	return g, c.exportSessions(b, log[0].Data.(*session.GameCreated), func(session string) ([]byte, error) { return exportOf(ctx, s, session) })
}

// newSim returns a simulation. Calls of a model server take their wall time times the speed.
func (c *Contest) newSim(ctx context.Context) (*sim.Sim, error) {
	if c.NewSim == nil {
		return sim.New(store.NewMemory(), c.strategies, offline.New(c.strategies.Skills())), nil
	}
	s, err := c.NewSim(ctx, c.strategies)
	if err == nil {
		s.Measured = func(wall time.Duration) session.Millis { return session.Millis(float64(wall.Milliseconds()) * c.Speed) }
	}
	return s, err
}

// finish runs a simulation until its table has ended.
func finish(ctx context.Context, s *sim.Sim, id string) error {
	for s.Now().Before(sim.Epoch().Add(longestGame)) {
		if err := s.Run(s.Now().Add(10 * time.Second)); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if row, err := s.Game(ctx, id); err != nil || row.Status == journal.Ended {
			return err
		}
	}
	_, err := s.EndGame(ctx, id, desk.Ending{})
	return errors.Join(fmt.Errorf("it has not ended after %s of game time; choose options with shorter phases", longestGame), err)
}
