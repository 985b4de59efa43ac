package store

import (
	"slices"

	"github.com/lib/pq"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// round is what one statement carries on Postgres: of each session ordinary appends, or one of another guard; and each key once.
type round struct {
	requests []*request
	// pasts is what is known of each already, nil for nothing; plans tells what of each is new, its seqs not yet the right ones.
	pasts []*past
	plans []journal.Appended
	// odd are appends that contradict themselves: no statement could store them, and their session's row says what they are.
	odd []*request
	// sessions holds the first append of each session, places where it stands there.
	sessions []*request
	places   map[string]int
	keys     map[sessionKey]bool
}

type sessionKey struct{ session, key string }

// newRound takes from a group what one statement can carry.
func newRound(left []*request, pasts map[*request]*past) *round {
	r := &round{places: map[string]int{}, keys: map[sessionKey]bool{}}
	later := map[string]bool{} // sessions of which one waits for the next round, and the others behind it
	for _, q := range left {
		plan, _, err := number(0, q.Append, pasts[q])
		if err != nil {
			r.odd = append(r.odd, q)
		} else if later[q.Session] || !r.takes(q) {
			later[q.Session] = true
		} else {
			r.requests, r.pasts, r.plans = append(r.requests, q), append(r.pasts, pasts[q]), append(r.plans, plan)
		}
	}
	return r
}

// takes gives an append its place, if it can share a statement with those before it.
func (r *round) takes(q *request) bool {
	place, seen := r.places[q.Session]
	if seen && (q.Guard.Kind != journal.Ordinary || r.sessions[place].Guard.Kind != journal.Ordinary) {
		return false
	}
	for _, e := range q.Events {
		if e.Key != "" && r.keys[sessionKey{q.Session, e.Key}] {
			return false
		}
	}
	for _, e := range q.Events {
		if e.Key != "" {
			r.keys[sessionKey{q.Session, e.Key}] = true
		}
	}
	if !seen {
		r.places[q.Session] = len(r.sessions)
		r.sessions = append(r.sessions, q)
	}
	return true
}

// stored returns the outcome of an append whose first new event got a seq.
func (r *round) stored(i int, first int64) outcome {
	plan := r.plans[i]
	if slices.Contains(plan.Known, true) {
		done, _, err := number(first-1, r.requests[i].Append, r.pasts[i])
		return outcome{done, err}
	}
	for k := range plan.Events {
		plan.Events[k].Seq += first - 1
	}
	return outcome{appended: plan}
}

// args are the parameters of append.sql.
func (r *round) args() []any {
	var s struct {
		ids, owners, rosters                    []string
		kinds, barriers, epochs, settleds, dues []int64
		moves, ends                             []bool
	}
	for _, q := range r.sessions {
		s.ids, s.kinds, s.barriers = append(s.ids, q.Session), append(s.kinds, int64(q.Guard.Kind)), append(s.barriers, q.Guard.Barrier)
		s.owners, s.epochs = append(s.owners, q.Guard.Owner), append(s.epochs, q.Guard.Epoch)
		s.settleds, s.dues = append(s.settleds, q.Settled), append(s.dues, dueMicros(q.DueAt))
		s.moves, s.ends, s.rosters = append(s.moves, q.Barrier || q.End), append(s.ends, q.End), append(s.rosters, q.roster.String)
	}
	var l struct {
		places, appends, ats, cursors []int64
		sessions, types, keys, data   []string
	}
	for i, q := range r.requests {
		for k, e := range q.Events {
			if r.plans[i].Known[k] {
				continue
			}
			l.places, l.appends = append(l.places, int64(r.places[q.Session]+1)), append(l.appends, int64(i))
			l.sessions, l.ats, l.types = append(l.sessions, q.Session), append(l.ats, e.At.UnixMicro()), append(l.types, string(e.Data.Type()))
			l.keys, l.data, l.cursors = append(l.keys, e.Key), append(l.data, q.data[k]), append(l.cursors, e.Cursor)
		}
	}
	return []any{
		textArray(s.ids), pq.Array(s.kinds), pq.Array(s.barriers), textArray(s.owners), pq.Array(s.epochs), pq.Array(s.settleds),
		pq.Array(s.dues), pq.Array(s.moves), pq.Array(s.ends), textArray(s.rosters),
		pq.Array(l.places), pq.Array(l.appends), textArray(l.sessions), pq.Array(l.ats), textArray(l.types), textArray(l.keys), textArray(l.data),
		pq.Array(l.cursors), game.Version,
	}
}
