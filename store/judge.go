package store

import (
	"errors"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// head is what an append is judged on: the session's row, and the owner of its home.
type head struct {
	*journal.Session
	owner string
	epoch int64
}

// history is a session's log as far as an append is judged on it.
type history interface {
	// find returns the event that is stored under a key.
	find(key string) (game.Event, bool)
	// from returns n events from a seq on, fewer when the log ends before that.
	from(seq int64, n int) ([]game.Event, error)
}

var errNoEvents = errors.New("store: an append without events; it needs one at least")

// judge says what becomes of an append, and notes it on the row. What it returns as not known is to be stored. Known keys
// are looked for before the guard, so that a retry of what is stored is answered as known whatever has happened since.
func judge(h head, a journal.Append, past history) (journal.Appended, error) {
	if a.Guard.Kind == journal.Act && a.Events[0].Key != "" {
		if first, ok := past.find(a.Events[0].Key); ok {
			return whole(a, first.Seq, past)
		}
	}
	done, last, err := number(h.LastSeq, a, past)
	if err != nil || last == h.LastSeq {
		return done, err
	}
	if !h.holds(a.Guard) {
		return journal.Appended{}, h.refused()
	}
	h.note(a, last)
	return done, nil
}

// whole answers a retry of acts that are stored from first on.
func whole(a journal.Append, first int64, past history) (journal.Appended, error) {
	events, err := past.from(first, len(a.Events))
	if err != nil {
		return journal.Appended{}, err
	}
	known := make([]bool, len(events))
	for i := range known {
		known[i] = true
	}
	return journal.Appended{Events: events, Known: known}, nil
}

// number gives the events that are new their seqs, and returns the last one.
func number(last int64, a journal.Append, past history) (journal.Appended, int64, error) {
	done := journal.Appended{Events: make([]game.Event, len(a.Events)), Known: make([]bool, len(a.Events))}
	for i, e := range a.Events {
		if first, ok := stored(e.Key, done.Events[:i], past); ok {
			if a.Guard.Kind == journal.Act || !game.Same(first.Data, e.Data) {
				return journal.Appended{}, 0, &journal.Reused{Key: e.Key}
			}
			done.Events[i], done.Known[i] = first, true
			continue
		}
		last++
		e.Seq = last
		done.Events[i] = e
	}
	return done, last, nil
}

// stored finds the event of a key in the log, or among those before it in the same append. An append has few enough events
// to look through them.
func stored(key string, before []game.Event, past history) (game.Event, bool) {
	if key == "" {
		return game.Event{}, false
	}
	for _, e := range before {
		if e.Key == key {
			return e, true
		}
	}
	return past.find(key)
}

func (h head) holds(g journal.Guard) bool {
	return h.Status == journal.Open &&
		(g.Kind == journal.Ordinary || g.Barrier == h.Barrier) &&
		(g.Kind != journal.Act || h.owned(g.Owner, g.Epoch))
}

func (h head) owned(owner string, epoch int64) bool { return h.owner == owner && h.epoch == epoch }

func (h head) refused() *journal.Refused {
	return &journal.Refused{Status: h.Status, Barrier: h.Barrier, Owner: h.owner, Epoch: h.epoch}
}

// note writes on the row what an append changes, whose last new event is last.
func (h head) note(a journal.Append, last int64) {
	h.LastSeq = last
	if a.Guard.Kind == journal.Act {
		h.settle(a.Settled, a.DueAt)
	}
	if a.Barrier || a.End {
		h.Barrier = last
		if a.Roster != nil {
			h.Roster = *a.Roster
		}
	}
	if a.End {
		h.Status, h.DueAt = journal.Ended, time.Time{}
	}
}

// settle notes how far the owner has come. An ended session is never due.
func (h head) settle(settled int64, due time.Time) {
	h.Settled = max(h.Settled, settled)
	if h.Status == journal.Open {
		h.DueAt = micros(due)
	}
}

// micros returns a time as the stores keep it: in UTC, in whole microseconds.
func micros(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
