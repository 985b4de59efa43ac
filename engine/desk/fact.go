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

// barrierTries bounds how often a barrier fact is judged again: ten busy platforms of one session
// get their turn.
const barrierTries = 40

// barrierPause bounds the random wait before that: the time of some commits. So colliding facts do
// not collide again.
const barrierPause = 20 * time.Millisecond

// refusal returns the only mistake of a request.
func refusal(code session.Code, pointer, detail string) session.Errors {
	return session.Errors{{Code: code, Pointer: pointer, Detail: detail}}
}

// errEnded refuses what a log that has ended does not take.
func errEnded(row *journal.Session) session.Errors {
	return refusal(session.CodeSessionEnded, "", "the "+what(row.IsGame)+" has ended and takes nothing more; create a new one")
}

// again calls try until its append is not refused any more because another barrier came first.
func (k *Desk) again(ctx context.Context, try func() error) error {
	for range barrierTries {
		err := try()
		if away, ok := errors.AsType[*awayError](err); ok {
			if err = k.comeBack(ctx, away.game, away.seat); err == nil {
				continue
			}
		}
		if _, refused := errors.AsType[*journal.Refused](err); !refused {
			return err
		}
		select {
		case <-time.After(rand.N(barrierPause)):
		case <-ctx.Done():
			return fmt.Errorf("desk: wait to judge again: %w", ctx.Err())
		}
	}
	return refusal(session.CodeConflict, "", "something else changed too often while this was decided; try again")
}

func (k *Desk) event(p session.Payload) session.Event {
	return eventAt(k.now(), p)
}

func eventAt(m session.Moment, p session.Payload) session.Event {
	return session.Event{At: m.At, Shift: m.Shift, Data: p}
}

// deliver appends facts and tells the driver. row is that of the first append, which decides. It
// goes on when the client leaves, since the driver must learn what was stored. It returns
// *journal.Reused unchanged: only the caller knows which field holds the id.
func (k *Desk) deliver(row journal.Session, appends []journal.Append) (done []journal.Appended, err error) {
	if len(appends) == 1 {
		done = make([]journal.Appended, 1)
		done[0], err = k.store.Append(k.limits.context(), appends[0])
	} else {
		done, err = k.store.AppendAll(k.limits.context(), appends)
	}
	if err = k.failed(row, appends, err); err != nil {
		return nil, err
	}
	k.delivered(row, done[0].Events)
	for i, a := range appends[1:] {
		k.delivered(journal.Session{ID: a.Session, Home: row.Home}, done[i+1].Events)
	}
	return done, nil
}

func (k *Desk) failed(row journal.Session, appends []journal.Append, err error) error {
	if refused, ok := errors.AsType[*journal.Refused](err); ok {
		k.rows.Remove(row.ID)
		if refused.Status == journal.Ended {
			return errEnded(&row)
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
