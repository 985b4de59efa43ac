package desk

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

// barrierTries bounds how often a barrier fact is judged again because another one came first. Ten
// platforms that change one session without a pause all get their turn.
const barrierTries = 40

// barrierPause is the longest wait before a barrier fact is judged again: the time of some commits.
// The wait is random, so that facts that collided do not collide again.
const barrierPause = 20 * time.Millisecond

var errEnded = session.Errors{{Code: session.CodeSessionEnded, Detail: "the session has ended and takes nothing more; create a new one"}}

// checkedRow returns a session's row after check has accepted its roster. It tries a cached row
// first. If check refuses that roster, it reads the row again.
func (k *Desk) checkedRow(ctx context.Context, id string, check func(*session.Roster) error) (journal.Session, error) {
	return k.checked(ctx, id, k.readRow, check)
}

// checked is checkedRow for a row that read reads. The row of a hosted game is always read: its
// referee changes it without the desk.
func (k *Desk) checked(ctx context.Context, id string, read func(context.Context, string) (journal.Session, error), check func(*session.Roster) error) (journal.Session, error) {
	if row, ok := k.rows.Get(id); ok && !row.Roster.Hosted() && check(&row.Roster) == nil {
		return row, nil
	}
	row, err := read(ctx, id)
	if err != nil {
		return journal.Session{}, err
	}
	return row, check(&row.Roster)
}

// readRow reads a session's row from the store.
func (k *Desk) readRow(ctx context.Context, id string) (journal.Session, error) {
	row, err := k.store.Session(ctx, id)
	if err == nil && row.IsGame {
		err = journal.ErrNotFound
	}
	if err != nil {
		return journal.Session{}, fmt.Errorf("desk: session %s: %w", id, err)
	}
	k.rows.Add(id, row)
	return row, nil
}

// standsAlone refuses what a session cannot do by itself while it belongs to a game.
func standsAlone(row *journal.Session) error {
	if row.Home == row.ID {
		return nil
	}
	return session.Errors{{Code: session.CodeOfGame, Detail: "the session belongs to a game, which takes this for all its seats; send it to /v1/games/" + row.Home}}
}

// appendBarrier appends a fact that changes who may do what. judge makes the append from a row. If
// another barrier came first, appendBarrier calls judge again with the newer row.
func (k *Desk) appendBarrier(ctx context.Context, id string, judge func(journal.Session) (journal.Append, error)) (journal.Appended, error) {
	done, err := k.appendBarriers(ctx, id, k.readRow, func(row journal.Session) ([]journal.Append, error) {
		a, err := judge(row)
		return []journal.Append{a}, err
	})
	if err != nil {
		return journal.Appended{}, err
	}
	return done[0], nil
}

// appendBarriers is appendBarrier for a fact that belongs to several logs. Only the first append,
// to the log with the id, has a guard. read reads the row of that log.
func (k *Desk) appendBarriers(ctx context.Context, id string, read func(context.Context, string) (journal.Session, error), judge func(journal.Session) ([]journal.Append, error)) ([]journal.Appended, error) {
	key := journal.BarrierKey(k.NewID(""))
	var done []journal.Appended
	err := k.again(ctx, func() error {
		row, err := read(ctx, id)
		if err != nil {
			return err
		}
		appends, err := judge(row)
		if err != nil {
			return err
		}
		a := &appends[0]
		if a.Events[0].Key == "" {
			a.Events[0].Key = key
		}
		a.Barrier = true
		a.Guard = row.Unchanged()
		done, err = k.deliverAll(row, appends)
		if _, refused := errors.AsType[*journal.Refused](err); !refused {
			for _, a := range appends {
				k.rows.Remove(a.Session)
			}
		}
		return err
	})
	return done, err
}

// again calls try until its append is not refused any more because another barrier came first.
func (k *Desk) again(ctx context.Context, try func() error) error {
	for range barrierTries {
		err := try()
		if _, refused := errors.AsType[*journal.Refused](err); !refused {
			return err
		}
		select {
		case <-time.After(rand.N(barrierPause)):
		case <-ctx.Done():
			return fmt.Errorf("desk: wait to judge again: %w", ctx.Err())
		}
	}
	return session.Errors{{Code: session.CodeConflict, Detail: "something else changed too often while this was decided; try again"}}
}

// event returns a fact that happens now.
func (k *Desk) event(p session.Payload) session.Event {
	return eventAt(k.now(), p)
}

func eventAt(m session.Moment, p session.Payload) session.Event {
	return session.Event{At: m.At, Shift: m.Shift, Data: p}
}

// deliver appends facts and tells the driver. It takes no context of a client: it goes on when the
// client leaves, since the driver must learn what was stored. It returns *journal.Reused unchanged,
// because only the caller knows which field holds the id.
func (k *Desk) deliver(row journal.Session, a journal.Append) (journal.Appended, error) {
	done, err := k.store.Append(k.limits.context(), a)
	if err = k.failed(row, []journal.Append{a}, err); err != nil {
		return done, err
	}
	k.delivered(row, done.Events)
	return done, nil
}

// deliverAll is deliver for appends to several logs. row is that of the first.
func (k *Desk) deliverAll(row journal.Session, appends []journal.Append) ([]journal.Appended, error) {
	if len(appends) == 1 {
		done, err := k.deliver(row, appends[0])
		return []journal.Appended{done}, err
	}
	done, err := k.store.AppendAll(k.limits.context(), appends)
	if err = k.failed(row, appends, err); err != nil {
		return nil, err
	}
	for i, a := range appends {
		k.delivered(journal.Session{ID: a.Session, Home: row.Home}, done[i].Events)
	}
	return done, nil
}

// failed returns the error for the sender of appends that failed. row is that of the first.
func (k *Desk) failed(row journal.Session, appends []journal.Append, err error) error {
	if refused, ok := errors.AsType[*journal.Refused](err); ok {
		k.rows.Remove(row.ID)
		if refused.Status == journal.Ended {
			return errEnded
		}
	}
	if errors.Is(err, journal.ErrOutcomeUnknown) {
		for _, a := range appends { // the owner reads the logs to see whether it was stored
			k.driver.Delivered(journal.Session{ID: a.Session, Home: row.Home}, nil)
		}
	}
	return err
}

// delivered tells the driver about stored events. There are none if they were stored before,
// together with others.
func (k *Desk) delivered(row journal.Session, events []session.Event) {
	if len(events) > 0 {
		if last := events[len(events)-1].Seq; last >= min(roomy, k.GameEvents()) && row.ID == row.Home {
			k.lengthOf(row.ID, last)
		}
		if state, ok := k.states.Peek(row.ID); ok && events[0].Seq-state.Seq > step.SnapshotEvery {
			k.states.Remove(row.ID) // its snapshot is newer
		}
	}
	k.driver.Delivered(row, events)
}

// resultOf returns the result of an append of one fact. reused is the error to return when the id
// is known with another content.
func resultOf(id string, done journal.Appended, err, reused error) (Posted, error) {
	if _, known := errors.AsType[*journal.Reused](err); known {
		return Posted{}, reused
	}
	if err != nil {
		return Posted{}, err
	}
	return Posted{ID: id, Seq: done.Events[0].Seq, Duplicate: done.Known[0]}, nil
}
