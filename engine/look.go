package engine

import (
	"context"
	"errors"
	"fmt"

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

// Look returns a session's state as its log has it up to an event, 0 for the last one. It returns game.Errors when there is no such
// event.
func (k *Desk) Look(ctx context.Context, id string, at int64) (*game.State, error) {
	row := Session{ID: id}
	var err error
	if row.Snapshot, row.SnapshotSeq, err = k.store.Snapshot(ctx, id); err != nil {
		return nil, fmt.Errorf("engine: session %s: %w", id, err)
	}
	if at > 0 && row.SnapshotSeq > at {
		row.Snapshot = nil
	}
	s := OpenSeat(upTo{k.store, at}, row, Lease{}, k.strategies)
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	if s.State.Seq < at {
		return nil, game.Errors{{Code: game.CodeOutOfRange, Pointer: "at", Detail: fmt.Sprintf("must be the seq of an event; the last one is %d", s.State.Seq)}}
	}
	return s.State, nil
}

// Brief says in plain sentences what the mind of a session amounts to.
func (k *Desk) Brief(s *game.State) ([]string, error) {
	made, err := k.strategies.New(s.Config.Strategy, s.Config.Options)
	if refused := (game.Errors)(nil); errors.As(err, &refused) {
		return []string{"The bot does nothing, since this version of Ringer does not take the session's configuration: " + refused.Error() + "."}, nil
	} else if err != nil {
		return nil, err
	}
	return made.Brief(s.View(s.Now)).Lines, nil
}

// upTo is a log that ends with an event, 0 for the last one.
type upTo struct {
	Log
	last int64
}

func (l upTo) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
	if l.last > 0 {
		limit = int(min(int64(limit), max(l.last-after, 0)))
	}
	if limit == 0 {
		return nil, nil
	}
	return l.Log.Events(ctx, session, after, limit)
}

// Strategies returns the strategies that sessions can be created with.
func (k *Desk) Strategies() []strategy.Entry { return k.strategies.Entries() }

// Ready tells whether facts can be taken.
func (k *Desk) Ready(ctx context.Context) error { return k.store.Ping(ctx) }
