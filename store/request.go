package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// request is an append that waits.
type request struct {
	journal.Append
	// with are the appends that are stored together with this one. They have no with, ctx and done.
	with []*request
	ctx  context.Context
	data []string
	// roster is the new roster as JSON, or NULL.
	roster sql.NullString
	outcome
	finished bool
	// uncertain says that an earlier try was lost, and may have been stored.
	uncertain bool
	done      chan struct{}
}

type outcome struct {
	appended journal.Appended
	err      error
}

// newRequests returns the request of appends that are stored together. They share most payloads,
// which are encoded once.
func newRequests(ctx context.Context, appends []journal.Append) (*request, error) {
	var first *request
	encoded := map[session.Payload]string{}
	for i, a := range appends {
		r, err := newRequest(ctx, a, encoded)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = r
		} else {
			first.with = append(first.with, r)
		}
	}
	return first, nil
}

// all returns the request and those that are stored together with it.
func (r *request) all() []*request { return append([]*request{r}, r.with...) }

func (r *request) results() []journal.Appended {
	list := []journal.Appended{r.appended}
	for _, other := range r.with {
		list = append(list, other.appended)
	}
	return list
}

// newRequest takes payloads from encoded, and adds those that it encodes, unless encoded is nil.
func newRequest(ctx context.Context, a journal.Append, encoded map[session.Payload]string) (*request, error) {
	if len(a.Events) == 0 {
		return nil, errNoEvents
	}
	r := &request{Append: a, ctx: ctx, data: make([]string, len(a.Events)), done: make(chan struct{})}
	for i, e := range a.Events {
		if text, ok := encoded[e.Data]; ok {
			r.data[i] = text
			continue
		}
		b, err := session.Encode(e.Data)
		if err != nil {
			return nil, fmt.Errorf("store: append to %s: %w", a.Session, err)
		}
		if r.data[i] = string(b); encoded != nil {
			encoded[e.Data] = r.data[i]
		}
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

// finish records the outcome. Events that an earlier, lost try has stored count as new, since the
// caller does not know of them.
func (r *request) finish(o outcome) {
	if r.uncertain && o.err == nil {
		for i, e := range r.Events {
			if i < len(o.appended.Events) && o.appended.Events[i].At.Equal(storedTime(e.At)) {
				o.appended.Known[i] = false
			}
		}
	}
	r.outcome, r.finished = o, true
}

// finishAll finishes a request with its other parts. One outcome is that of all.
func (r *request) finishAll(outcomes []outcome) {
	for i, part := range r.all() {
		part.finish(outcomes[min(i, len(outcomes)-1)])
	}
}

// moves returns 0 for an append that does not move the barrier, else 1 and its trailing events.
func (r *request) moves() int64 {
	if r.Barrier || r.End {
		return 1 + int64(r.Trailing)
	}
	return 0
}

// changes reports whether an append is an act, or changes more of its row than that the log has
// grown.
func (r *request) changes() bool {
	return r.Guard.Kind == journal.Act || r.moves() > 0 || r.Roster != nil || r.Settled > 0 || !r.DueAt.IsZero()
}

func (r *request) fail(err error) { r.finish(outcome{err: err}) }

// giveUp fails a request. If an earlier try is uncertain, the error says so, whatever the last one
// alone would mean.
func (r *request) giveUp(err error) {
	if r.uncertain {
		err = fmt.Errorf("%w: %v", journal.ErrOutcomeUnknown, err)
	}
	r.fail(fault("append", err))
}

// retriable reports whether a second try cannot store the append twice: all its events have keys,
// which vouch for its other parts. Acts are decided again under a new epoch, which refuses a lost
// try that arrives late.
func (r *request) retriable() bool {
	return r.Guard.Kind != journal.Act && !slices.ContainsFunc(r.Events, func(e session.Event) bool { return e.Key == "" })
}

func unfinished(group []*request) []*request {
	var left []*request
	for _, r := range group {
		if !r.finished {
			left = append(left, r)
		}
	}
	return left
}

// flat returns the requests of a group with those that are stored together with them.
func flat(group []*request) []*request {
	all := make([]*request, 0, len(group))
	for _, r := range group {
		all = append(append(all, r), r.with...)
	}
	return all
}
