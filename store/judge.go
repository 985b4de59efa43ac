package store

import (
	"errors"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// head is what decides on an append: the session's row, and the owner of its home.
type head struct {
	*journal.Session
	owner string
	epoch int64
}

// history is the part of a session's log that decides on an append.
type history interface {
	// find returns the event that is stored under a key.
	find(key string) (session.Event, bool)
	// from returns n events beginning with a seq, or fewer when the log ends earlier.
	from(seq int64, n int) ([]session.Event, error)
}

var errNoEvents = errors.New("store: an append without events; it needs at least one")

// judge decides on an append, and applies it to the row in h. The caller stores the returned events
// that are not known. Keys come before the guard: a retry of a stored append is answered as known,
// even if the guard does not hold any more.
func judge(h head, a journal.Append, log history) (journal.Appended, error) {
	if a.Guard.Kind == journal.Act && a.Events[0].Key != "" {
		if first, ok := log.find(a.Events[0].Key); ok {
			return knownActs(a, first.Seq, log)
		}
	}
	done, last, err := assignSeqs(h.LastSeq, a, log)
	if err != nil || last == h.LastSeq {
		return done, err
	}
	if !h.allows(a.Guard) {
		return journal.Appended{}, h.refused()
	}
	h.apply(a, last)
	return done, nil
}

// logState is a session's row with its history.
type logState struct {
	head
	history
}

// judgeAll decides on appends that are stored together, and applies them to the rows, unless it
// fails. If the first append is known, the others have no result.
func judgeAll(logs []logState, appends []journal.Append) ([]journal.Appended, error) {
	done, rows := make([]journal.Appended, len(appends)), make([]journal.Session, len(appends))
	for i, a := range appends {
		h := logs[i].head
		rows[i] = *h.Session
		h.Session = &rows[i]
		var err error
		if done[i], err = judge(h, a, logs[i].history); err != nil {
			return nil, err
		}
		if i == 0 && !slices.Contains(done[0].Known, false) {
			return done, nil
		}
	}
	for i := range rows {
		*logs[i].Session = rows[i]
	}
	return done, nil
}

// knownActs answers a retry of acts that are stored already. first is the seq of the first one.
func knownActs(a journal.Append, first int64, log history) (journal.Appended, error) {
	events, err := log.from(first, len(a.Events))
	if err != nil {
		return journal.Appended{}, err
	}
	known := make([]bool, len(events))
	for i := range known {
		known[i] = true
	}
	return journal.Appended{Events: events, Known: known}, nil
}

// assignSeqs numbers the new events of an append after last. It returns the new last seq.
func assignSeqs(last int64, a journal.Append, log history) (journal.Appended, int64, error) {
	done := journal.Appended{Events: make([]session.Event, len(a.Events)), Known: make([]bool, len(a.Events))}
	for i, e := range a.Events {
		if first, ok := findKnown(e.Key, done.Events[:i], log); ok {
			if a.Guard.Kind == journal.Act || !session.Same(first.Data, e.Data) {
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

// findKnown finds the event with a key, in the log or among the few earlier ones of the append.
func findKnown(key string, earlier []session.Event, log history) (session.Event, bool) {
	if key == "" {
		return session.Event{}, false
	}
	for _, e := range earlier {
		if e.Key == key {
			return e, true
		}
	}
	return log.find(key)
}

func (h head) allows(g journal.Guard) bool {
	return g.Kind == journal.Withdrawal || h.Status == journal.Open &&
		(g.Kind == journal.Ordinary || g.Barrier == h.Barrier) &&
		(g.Kind != journal.Act || h.ownedBy(g.Owner, g.Epoch))
}

func (h head) ownedBy(owner string, epoch int64) bool { return h.owner == owner && h.epoch == epoch }

func (h head) refused() *journal.Refused {
	return &journal.Refused{Status: h.Status, Barrier: h.Barrier, Owner: h.owner, Epoch: h.epoch}
}

// apply changes the row. last is the seq of the append's last new event.
func (h head) apply(a journal.Append, last int64) {
	h.LastSeq = last
	if a.Guard.Kind == journal.Act {
		h.settle(a.Settled, a.DueAt)
	}
	if a.Barrier || a.End {
		h.Barrier = last - int64(a.Trailing)
		if a.Roster != nil {
			h.Roster = *a.Roster
		}
	}
	if a.End {
		h.Status, h.DueAt = journal.Ended, time.Time{}
	}
}

// settle sets the settled seq, which never moves back, and the due time. An ended session has none.
func (h head) settle(settled int64, due time.Time) {
	h.Settled = max(h.Settled, settled)
	if h.Status == journal.Open {
		h.DueAt = storedTime(due)
	}
}

// storedTime returns a time as the stores keep it: in UTC, in whole microseconds.
func storedTime(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
