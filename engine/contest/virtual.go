package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sim"
)

// longestGame is when a game counts as endless, in game time. Referees end theirs within an hour
// or two by the default options.
const longestGame = 24 * time.Hour

// Play plays a bout in the simulator.
func (c *Contest) Play(ctx context.Context, b Bout) (*Game, error) {
	s, err := c.NewSim(ctx, c.strategies)
	if err != nil {
		return nil, err
	}
	t, err := c.Config(b)
	if err != nil {
		return nil, err
	}
	id, err := s.OpenGame(t)
	if err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, err)
	}
	if c.Guest {
		invite(s, id, c.odd(b.Seed), slices.DeleteFunc(slices.Clone(c.Names), func(name string) bool { return name == c.odd(b.Seed) }), b.Seed)
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
	g, err := c.Game(b, log, &result, s.Log)
	if err != nil || c.Ended == nil {
		return g, err
	}
	return g, c.Ended(ctx, b, log[0].Data.(*session.GameCreated), s)
}

func finish(ctx context.Context, s *sim.Sim, id string) error {
	for s.Now().Before(sim.Epoch().Add(longestGame)) {
		if err := s.Run(s.Now().Add(10 * time.Second)); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if row, err := s.Games.Row(ctx, id); err != nil || row.Status == journal.Ended {
			return err
		}
	}
	_, err := s.Games.End(ctx, id, desk.Ending{})
	return errors.Join(fmt.Errorf("it has not ended after %s of game time; choose options with shorter phases", longestGame), err)
}
