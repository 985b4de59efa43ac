package engine

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ringer/engine/game"
	"ringer/engine/strategy"
)

// Session returns a session's row. It returns ErrNotFound for an unknown id.
func (k *Desk) Session(ctx context.Context, id string) (Session, error) { return k.fresh(ctx, id) }

// Sessions returns the rows that a query selects.
func (k *Desk) Sessions(ctx context.Context, q SessionQuery) ([]Session, error) {
	return k.store.Sessions(ctx, q)
}

// Events returns the events after a seq, at most limit.
func (k *Desk) Events(ctx context.Context, id string, after int64, limit int) ([]game.Event, error) {
	return k.store.Events(ctx, id, after, limit)
}

// Recorded returns the recorded calls after a place, at most limit.
func (k *Desk) Recorded(ctx context.Context, id string, after Place, limit int) ([]Recorded, error) {
	return k.store.Recorded(ctx, id, after, limit)
}

// Look returns a session's state as its log has it up to an event, 0 for the last one. It returns game.Errors when there is no such
// event.
func (k *Desk) Look(ctx context.Context, id string, at int64) (*game.State, error) {
	last := at
	if at == 0 {
		last = math.MaxInt64
	}
	var state *game.State
	err := k.inTurn(ctx, func() (err error) {
		if state, err = k.kept(ctx, id, last); err == nil && state.Seq < last {
			err = k.read(ctx, state, func(_ *game.State, e game.Event) bool { return e.Seq < last })
		}
		if err == nil && at == 0 {
			k.states.Add(id, state.Clone())
		}
		return err
	})
	if err == nil && state.Seq < at {
		err = game.Errors{{Code: game.CodeOutOfRange, Pointer: "at", Detail: fmt.Sprintf("must be the seq of an event; the last one is %d", state.Seq)}}
	}
	return state, err
}

// kept returns a state of a session that does not go beyond a seq: the one that was last looked at, else that of its snapshot, else the one
// before its first event.
func (k *Desk) kept(ctx context.Context, id string, last int64) (*game.State, error) {
	if state, ok := k.states.Get(id); ok && state.Seq <= last {
		return state.Clone(), nil
	}
	snapshot, seq, err := k.store.Snapshot(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("engine: session %s: %w", id, err)
	}
	if state := decodeSnapshot(id, snapshot); state != nil && seq <= last {
		return state, nil
	}
	return game.NewState(id), nil
}

// looksPerCore is how many states of sessions are made at once: some, since a part of the time goes by at the database. A thousand requests
// for large states at once would take gigabytes, and processor time that the bots need to be in time.
const looksPerCore = 4

// inTurn makes states when there are not too many under way.
func (k *Desk) inTurn(ctx context.Context, look func() error) error {
	select {
	case k.looks <- struct{}{}:
		defer func() { <-k.looks }()
		return look()
	case <-ctx.Done():
		return fmt.Errorf("engine: wait to read a log: %w", ctx.Err())
	}
}

// fold applies the events after a state to it, and shows each with the state that it leaves, until show returns false.
func (k *Desk) fold(ctx context.Context, state *game.State, show func(*game.State, game.Event) bool) error {
	return k.inTurn(ctx, func() error { return k.read(ctx, state, show) })
}

// read is fold for those whose turn it is.
func (k *Desk) read(ctx context.Context, state *game.State, show func(*game.State, game.Event) bool) error {
	for {
		events, err := k.store.Events(ctx, state.Session, state.Seq, readPage)
		if err != nil {
			return fmt.Errorf("engine: read log of %s: %w", state.Session, err)
		}
		for _, e := range events {
			state.Apply(e)
			if !show(state, e) {
				return nil
			}
		}
		if len(events) < readPage {
			return nil
		}
	}
}

// Brief says what the mind of a session amounts to.
func (k *Desk) Brief(s *game.State) (game.Brief, error) {
	made, err := k.strategies.New(s.Config.Strategy, s.Config.Options)
	if refused := (game.Errors)(nil); errors.As(err, &refused) {
		return game.Brief{Lines: []string{
			"The bot does nothing, since this version of Ringer does not take the session's configuration: " + refused.Error() + ".",
		}}, nil
	} else if err != nil {
		return game.Brief{}, err
	}
	return made.Brief(s.View(s.Now)), nil
}

// Strategies returns the strategies that sessions can be created with.
func (k *Desk) Strategies() []strategy.Entry { return k.strategies.Entries() }

// Ready tells whether facts can be taken.
func (k *Desk) Ready(ctx context.Context) error { return k.store.Ping(ctx) }
