package desk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// Sessions returns the rows that a query selects.
func (k *Desk) Sessions(ctx context.Context, q journal.SessionQuery) ([]journal.Session, error) {
	return k.store.Sessions(ctx, q)
}

// Events returns the events after a seq, at most limit.
func (k *Desk) Events(ctx context.Context, id string, after int64, limit int) ([]session.Event, error) {
	return k.store.Events(ctx, id, after, limit)
}

// RecordedCalls returns the recorded calls after a place, at most limit.
func (k *Desk) RecordedCalls(ctx context.Context, id string, after journal.Place, limit int) ([]journal.RecordedCall, error) {
	return k.store.RecordedCalls(ctx, id, after, limit)
}

// CallsOf returns the first recorded calls of a thought, at most limit.
func (k *Desk) CallsOf(ctx context.Context, id, thought string, limit int) ([]journal.RecordedCall, error) {
	place, _ := journal.PlaceOf(thought)
	calls, err := k.store.RecordedCalls(ctx, id, place, limit)
	if err != nil {
		return nil, fmt.Errorf("desk: recorded calls of %s: %w", id, err)
	}
	// The calls of other thoughts follow.
	end := slices.IndexFunc(calls, func(c journal.RecordedCall) bool { return c.Thought != thought })
	if end < 0 {
		end = len(calls)
	}
	return calls[:end], nil
}

// StateAt returns a session's state after an event, or after the last event if at is 0. It returns
// session.Errors when the log has no such event.
func (k *Desk) StateAt(ctx context.Context, id string, at int64) (*session.State, error) {
	last := at
	if at == 0 {
		last = math.MaxInt64
	}
	var state *session.State
	done := false
	err := k.shortReads.use(ctx, func() (err error) {
		// A fold that is known to be long takes no short slot for its beginning.
		if state, err = k.foldStart(ctx, id, last); err == nil && (at == 0 || at-state.Seq <= longFold) {
			done, err = k.foldSome(ctx, &state, last, longFold)
		}
		return err
	})
	if err == nil && !done {
		err = k.LongRead(ctx, func() (err error) {
			_, err = k.foldSome(ctx, &state, last, math.MaxInt)
			return err
		})
	}
	if err == nil && at == 0 && state.TextBytes() <= cachedText {
		k.states.Add(id, state.Clone())
	}
	if err == nil && state.Seq < at {
		err = refusal(session.CodeOutOfRange, "at", fmt.Sprintf("must be the seq of an event; the last one is %d", state.Seq))
	}
	return state, err
}

// foldStart returns the cached state or that of the snapshot, if it is not newer than a seq, else a
// new one.
func (k *Desk) foldStart(ctx context.Context, id string, last int64) (*session.State, error) {
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
	return session.NewState(id), nil
}

// longFold is after how many events a fold is long. A snapshot is at most half as far behind.
const longFold = 2 * step.SnapshotEvery

// foldSome applies at most n events, up to a seq. It reports whether it reached that seq, or the
// end of the log. After a deletion it begins again, with the log from which the text is gone.
func (k *Desk) foldSome(ctx context.Context, state **session.State, last int64, n int) (done bool, err error) {
	if done = true; (*state).Seq >= last {
		return done, nil
	}
	began, deleted := (*state).Seq, false
	err = k.readLog(ctx, (*state).Session, began, func(e session.Event) bool {
		if _, gone := e.Data.(*session.MessageDeleted); gone && began > 0 {
			deleted = true
			return false
		}
		(*state).Apply(e)
		n--
		done = n > 0 || e.Seq >= last
		return n > 0 && e.Seq < last
	})
	if err == nil && deleted {
		*state = session.NewState((*state).Session)
		return false, nil
	}
	return done, err
}

// fold applies the events after a state to it, in a slot for long reads. It passes each event to
// show with the state after it, until show returns false.
func (k *Desk) fold(ctx context.Context, state *session.State, show func(*session.State, session.Event) bool) error {
	return k.LongRead(ctx, func() error {
		return k.readLog(ctx, state.Session, state.Seq, func(e session.Event) bool {
			state.Apply(e)
			return show(state, e)
		})
	})
}

// LongRead calls do in a slot for long reads, which do not hold up votes, changes and creations.
// While others wait, a slot stays unused for as long as it was used: everybody else has the rest.
func (k *Desk) LongRead(ctx context.Context, do func() error) error {
	k.longWaiting.Add(1)
	stopWaiting := sync.OnceFunc(func() { k.longWaiting.Add(-1) })
	defer stopWaiting()
	return k.longReads.use(ctx, func() error {
		stopWaiting()
		began := time.Now()
		err := do()
		k.rest(began)
		return err
	})
}

// rest pauses as long as a slot was used, if others wait for it.
func (k *Desk) rest(since time.Time) {
	if k.longWaiting.Load() > 0 {
		time.Sleep(min(time.Since(since), longPause))
	}
}

// longPause is the longest pause of a slot. It is a moment to a reader who waits.
const longPause = 100 * time.Millisecond

// readLog passes the events after a seq to take, until it returns false. Before each page it lets
// other goroutines run. A long fold rests between pages: 200,000 events take a second.
func (k *Desk) readLog(ctx context.Context, id string, after int64, take func(session.Event) bool) error {
	pages, began := 0, time.Now()
	page := func(ctx context.Context, after int64, limit int) ([]session.Event, error) {
		runtime.Gosched()
		if pages++; pages*limit > longFold {
			k.rest(began)
		}
		began = time.Now()
		return k.store.Events(ctx, id, after, limit)
	}
	if err := journal.Read(ctx, page, after, take); err != nil {
		return fmt.Errorf("desk: read the log of %s: %w", id, err)
	}
	return nil
}

// Brief returns the summary of a session's mind, as its strategy makes it.
func (k *Desk) Brief(s *session.State) (session.Brief, error) {
	current, err := k.strategies.New(s.Config.Strategy, s.Config.Fidelity, s.Config.Options)
	if refused, ok := errors.AsType[session.Errors](err); ok {
		return session.Brief{Lines: []string{
			"The bot does nothing, since this version of Ringer does not take the session's configuration: " + refused.Error() + ".",
		}}, nil
	}
	if err != nil {
		return session.Brief{}, err
	}
	return session.BriefOf(current, s.View(s.Now)), nil
}

// Strategies returns the strategies that sessions can be created with.
func (k *Desk) Strategies() []strategy.Entry { return k.strategies.Entries() }

// Defaults returns what a session with this strategy and fidelity gets when its client says nothing
// else.
func (k *Desk) Defaults(strategy string, f session.Fidelity) (session.Config, error) {
	return k.strategies.Defaults(strategy, f)
}
