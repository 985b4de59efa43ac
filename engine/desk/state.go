package desk

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// Session returns a session's row. It returns journal.ErrNotFound for an unknown id.
func (k *Desk) Session(ctx context.Context, id string) (journal.Session, error) {
	return k.readRow(ctx, id)
}

// Sessions returns the rows that a query selects.
func (k *Desk) Sessions(ctx context.Context, q journal.SessionQuery) ([]journal.Session, error) {
	return k.store.Sessions(ctx, q)
}

// Events returns the events after a seq, at most limit.
func (k *Desk) Events(ctx context.Context, id string, after int64, limit int) ([]game.Event, error) {
	return k.store.Events(ctx, id, after, limit)
}

// RecordedCalls returns the recorded calls after a place, at most limit.
func (k *Desk) RecordedCalls(ctx context.Context, id string, after journal.Place, limit int) ([]journal.RecordedCall, error) {
	return k.store.RecordedCalls(ctx, id, after, limit)
}

// StateAt returns a session's state after an event, or after the last event if at is 0. It returns
// game.Errors when the log has no such event.
func (k *Desk) StateAt(ctx context.Context, id string, at int64) (*game.State, error) {
	last := at
	if at == 0 {
		last = math.MaxInt64
	}
	var state *game.State
	done := false
	err := k.shortReads.use(ctx, func() (err error) {
		if state, err = k.foldStart(ctx, id, last); err == nil {
			done, err = k.foldSome(ctx, state, last, longFold)
		}
		return err
	})
	if err == nil && !done {
		err = k.longReads.use(ctx, func() (err error) {
			_, err = k.foldSome(ctx, state, last, math.MaxInt)
			return err
		})
	}
	if err == nil && at == 0 && state.TextBytes() <= cachedText {
		k.states.Add(id, state.Clone())
	}
	if err == nil && state.Seq < at {
		err = game.Errors{{Code: game.CodeOutOfRange, Pointer: "at", Detail: fmt.Sprintf("must be the seq of an event; the last one is %d", state.Seq)}}
	}
	return state, err
}

// foldStart returns the state from which to fold a log up to a seq. It takes the cached state or
// the snapshot, unless that is newer. Otherwise it returns the state before the first event.
func (k *Desk) foldStart(ctx context.Context, id string, last int64) (*game.State, error) {
	if state, ok := k.states.Get(id); ok && state.Seq <= last {
		return state.Clone(), nil
	}
	snapshot, seq, err := k.store.Snapshot(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("desk: session %s: %w", id, err)
	}
	if state := step.DecodeSnapshot(id, snapshot); state != nil && seq <= last {
		return state, nil
	}
	return game.NewState(id), nil
}

// longFold is after how many events a fold is long. A snapshot is at most half as far behind.
const longFold = 2 * step.SnapshotEvery

// foldSome applies the events after a state to it, up to a seq and at most n. It reports whether it
// reached that seq, or the end of the log.
func (k *Desk) foldSome(ctx context.Context, state *game.State, last int64, n int) (done bool, err error) {
	if done = true; state.Seq >= last {
		return done, nil
	}
	return done, k.readLog(ctx, state.Session, state.Seq, func(e game.Event) bool {
		state.Apply(e)
		n--
		done = n > 0 || e.Seq >= last
		return n > 0 && e.Seq < last
	})
}

// fold applies the events after a state to it, in a slot for long reads. It passes each event to
// show with the state after it, until show returns false.
func (k *Desk) fold(ctx context.Context, state *game.State, show func(*game.State, game.Event) bool) error {
	return k.LongRead(ctx, func() error {
		return k.readLog(ctx, state.Session, state.Seq, func(e game.Event) bool {
			state.Apply(e)
			return show(state, e)
		})
	})
}

// LongRead waits for a slot for long reads, and calls do in it. Whoever reads much of a log does it
// in such a slot. So readers do not hold up votes, changes and creations.
func (k *Desk) LongRead(ctx context.Context, do func() error) error {
	return k.longReads.use(ctx, do)
}

// readLog passes the events of a log after a seq to take, until take returns false.
func (k *Desk) readLog(ctx context.Context, id string, after int64, take func(game.Event) bool) error {
	if err := journal.Read(ctx, journal.Pages(k.store, id), after, take); err != nil {
		return fmt.Errorf("desk: read the log of %s: %w", id, err)
	}
	return nil
}

// Brief returns the summary of a session's mind, as its strategy makes it.
func (k *Desk) Brief(s *game.State) (game.Brief, error) {
	current, err := k.strategies.New(s.Config.Strategy, s.Config.Options)
	if refused, ok := errors.AsType[game.Errors](err); ok {
		return game.Brief{Lines: []string{
			"The bot does nothing, since this version of Ringer does not take the session's configuration: " + refused.Error() + ".",
		}}, nil
	}
	if err != nil {
		return game.Brief{}, err
	}
	return current.Brief(s.View(s.Now)), nil
}

// Strategies returns the strategies that sessions can be created with.
func (k *Desk) Strategies() []strategy.Entry { return k.strategies.Entries() }

// Ready returns an error when facts cannot be taken now.
func (k *Desk) Ready(ctx context.Context) error { return k.store.Ping(ctx) }
