package store

import (
	"context"
	"database/sql"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// request is an append that waits.
type request struct {
	journal.Append
	ctx context.Context // of whoever waits for it
	// data is the stored form of its events, roster that of a new roster.
	data   []string
	roster sql.NullString
	outcome
	settled bool
	// uncertain says that a try has been lost, and may have been stored all the same.
	uncertain bool
	done      chan struct{} // closed once it is settled
}

// outcome is what became of an append.
type outcome struct {
	appended journal.Appended
	err      error
}

func newRequest(ctx context.Context, a journal.Append) (*request, error) {
	if len(a.Events) == 0 {
		return nil, errNoEvents
	}
	r := &request{Append: a, ctx: ctx, data: make([]string, len(a.Events)), done: make(chan struct{})}
	for i, e := range a.Events {
		b, err := game.Encode(e.Data)
		if err != nil {
			return nil, fmt.Errorf("store: append to %s: %w", a.Session, err)
		}
		r.data[i] = string(b)
	}
	if a.Roster != nil {
		b, err := encodeRoster(a.Roster)
		if err != nil {
			return nil, err
		}
		r.roster = sql.NullString{String: b, Valid: true}
	}
	return r, nil
}

// settle notes what became of the append. What a lost try of its own had stored is new to whoever waits for it.
func (r *request) settle(o outcome) {
	if r.uncertain && o.err == nil {
		for i, e := range r.Events {
			if i < len(o.appended.Events) && o.appended.Events[i].At.Equal(micros(e.At)) {
				o.appended.Known[i] = false
			}
		}
	}
	r.outcome, r.settled = o, true
}

func (r *request) fail(err error) { r.settle(outcome{err: err}) }

// giveUp settles an append that the database has not carried out, or of whose earlier try nobody knows.
func (r *request) giveUp(err error) {
	if r.uncertain {
		err = fmt.Errorf("%w: %v", journal.ErrOutcomeUnknown, err) // and not what the last try alone would mean
	}
	r.fail(fault("append", err))
}

// keyed tells whether the append may be tried again without being stored twice. Acts are not: their owner decides them anew,
// as of then, under a new epoch that keeps a lost try out.
func (r *request) keyed() bool {
	if r.Guard.Kind == journal.Act {
		return false
	}
	for _, e := range r.Events {
		if e.Key == "" {
			return false
		}
	}
	return true
}

func unsettled(group []*request) []*request {
	var left []*request
	for _, r := range group {
		if !r.settled {
			left = append(left, r)
		}
	}
	return left
}
