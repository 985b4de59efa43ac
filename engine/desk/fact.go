package desk

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/step"
)

// barrierTries bounds how often a barrier fact is judged again because another one came first: ten
// platforms that change one session without a pause all get their turn.
const barrierTries = 40

// barrierPause is how long it waits at most before that, so that many that came together do not
// meet again: some commits' time.
const barrierPause = 20 * time.Millisecond

var errEnded = game.Errors{{Code: game.CodeSessionEnded, Detail: "the session has ended and takes nothing more; create a new one"}}

// checked returns a session's row once check has accepted its roster. A cached roster is asked
// first; what it refuses is asked of the stored one.
func (k *Desk) checked(ctx context.Context, id string, check func(*game.Roster) error) (journal.Session, error) {
	if row, ok := k.rows.Get(id); ok && check(&row.Roster) == nil {
		return row, nil
	}
	row, err := k.fresh(ctx, id)
	if err != nil {
		return journal.Session{}, err
	}
	return row, check(&row.Roster)
}

func (k *Desk) fresh(ctx context.Context, id string) (journal.Session, error) {
	row, err := k.store.Session(ctx, id)
	if err != nil {
		return journal.Session{}, fmt.Errorf("engine: session %s: %w", id, err)
	}
	k.rows.Add(id, row)
	return row, nil
}

// barrier appends a fact that changes who may do what. judge makes it from a row; if another
// barrier came first it is judged again.
func (k *Desk) barrier(ctx context.Context, id string, judge func(journal.Session) (journal.Append, error)) (journal.Appended, error) {
	// Without a key a barrier whose answer was lost could not be told from the one that refuses it.
	key := "a:" + k.NewID("")
	for range barrierTries {
		row, err := k.fresh(ctx, id)
		if err != nil {
			return journal.Appended{}, err
		}
		a, err := judge(row)
		if err != nil {
			return journal.Appended{}, err
		}
		if a.Events[0].Key == "" {
			a.Events[0].Key = key
		}
		a.Barrier = true
		a.Guard = journal.Guard{Kind: journal.BarrierFact, Barrier: row.Barrier}
		done, err := k.deliver(ctx, row, a)
		var refused *journal.Refused
		if errors.As(err, &refused) {
			time.Sleep(rand.N(barrierPause))
			continue
		}
		k.rows.Remove(id)
		return done, err
	}
	return journal.Appended{}, game.Errors{{Code: game.CodeConflict, Detail: "the session changed too often while this was decided; try again"}}
}

// event is a fact that happens now.
func (k *Desk) event(p game.Payload) game.Event {
	return game.Event{At: k.now().UTC().Truncate(time.Microsecond), Data: p}
}

// Unread is the error of reading what has just been written. It is not ErrUnavailable, which would
// say that nothing was.
func Unread(err error) error {
	if errors.Is(err, journal.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w what is stored: %v", journal.ErrOutcomeUnknown, err)
	}
	return err
}

// appendLimit bounds an append of facts: time for the store to notice that a connection is dead,
// and to try on a new one.
const appendLimit = 15 * time.Second

// deliver appends facts and tells streams and owner. A client that leaves meanwhile does not stop
// it: what has been stored must be told. *Reused is for the caller, who knows where the id stands.
func (k *Desk) deliver(ctx context.Context, row journal.Session, a journal.Append) (journal.Appended, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendLimit)
	defer cancel()
	done, err := k.store.Append(ctx, a)
	if refused, ok := errors.AsType[*journal.Refused](err); ok && refused.Status == journal.Ended {
		k.rows.Remove(row.ID)
		return done, errEnded
	}
	if errors.Is(err, journal.ErrOutcomeUnknown) {
		k.driver.Delivered(row, nil) // the owner reads the log to see whether it was stored
	}
	if err != nil {
		return done, err
	}
	if state, ok := k.states.Peek(row.ID); ok && done.Events[0].Seq-state.Seq > step.SnapshotEvery {
		k.states.Remove(row.ID) // its snapshot is newer
	}
	k.driver.Delivered(row, done.Events)
	return done, nil
}

// posted is the result of an append of one fact. reused is the error for an id that is known with
// another content.
func posted(id string, done journal.Appended, err, reused error) (Posted, error) {
	if known := (*journal.Reused)(nil); errors.As(err, &known) {
		return Posted{}, reused
	}
	if err != nil {
		return Posted{}, err
	}
	return Posted{ID: id, Seq: done.Events[0].Seq, Duplicate: done.Known[0]}, nil
}
