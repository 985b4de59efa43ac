package engine

import (
	"context"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/strategy"
)

// Session returns a session's row. It returns ErrNotFound for an unknown id.
func (k *Desk) Session(ctx context.Context, id string) (Session, error) { return k.fresh(ctx, id) }

// Sessions returns the rows that a query selects.
func (k *Desk) Sessions(ctx context.Context, q SessionQuery) ([]Session, error) {
	return k.store.Sessions(ctx, q)
}

// Config returns what a session was created with.
func (k *Desk) Config(ctx context.Context, id string) (game.Config, error) {
	if c, ok := k.configs.Get(id); ok {
		return c, nil
	}
	events, err := k.store.Events(ctx, id, 0, 1)
	if err != nil {
		return game.Config{}, fmt.Errorf("engine: session %s: %w", id, err)
	}
	if len(events) == 0 {
		return game.Config{}, fmt.Errorf("engine: session %s: %w", id, ErrNotFound)
	}
	created, ok := events[0].Data.(*game.SessionCreated)
	if !ok {
		return game.Config{}, fmt.Errorf("engine: session %s begins with %s", id, events[0].Data.Type())
	}
	k.configs.Add(id, created.Config)
	return created.Config, nil
}

// Events returns the events after a seq, at most limit.
func (k *Desk) Events(ctx context.Context, id string, after int64, limit int) ([]game.Event, error) {
	return k.store.Events(ctx, id, after, limit)
}

// Look returns a session's state as its log has it, with its strategy.
func (k *Desk) Look(ctx context.Context, id string) (*game.State, prompt.Strategy, error) {
	row := Session{ID: id}
	var err error
	if row.Snapshot, row.SnapshotSeq, err = k.store.Snapshot(ctx, id); err != nil {
		return nil, nil, fmt.Errorf("engine: session %s: %w", id, err)
	}
	config, err := k.Config(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	strategy, err := k.strategies.New(config.Strategy, config.Options)
	if err != nil {
		return nil, nil, err
	}
	s := OpenSeat(k.store, row, Lease{}, strategy)
	return s.State, strategy, s.read(ctx)
}

// Strategies returns the strategies that sessions can be created with.
func (k *Desk) Strategies() []strategy.Entry { return k.strategies.Entries() }

// Ready tells whether facts can be taken.
func (k *Desk) Ready(ctx context.Context) error { return k.store.Ping(ctx) }
