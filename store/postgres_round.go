package store

import (
	"database/sql/driver"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/lib/pq"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// round is the part of a group that one statement can store on Postgres: one guard a session, each
// key once, and only a session's last append may move the barrier.
type round struct {
	whole []*request
	// requests are the appends of whole.
	requests []*request
	// found holds the session of each request after an earlier round; nil before the first.
	found []*postgresSession
	// plans holds the result of each request, with seqs from 1: the last seq is not known yet.
	plans []journal.Appended
	// reused are requests that use a key for two contents. No statement can store them.
	reused []*request
	// offsets holds how many new events of its session come before each request. args computes
	// them.
	offsets []int64
	turns   turns
	// sessions holds the last request of each session: the one that may change the whole row.
	sessions []*request
	places   map[string]int
	keys     map[sessionKey]bool
}

type sessionKey struct{ session, key string }

// newRound takes from a group what one statement can store.
func newRound(left []*request, found map[*request]*postgresSession) *round {
	r := &round{turns: turns{}, places: map[string]int{}, keys: map[sessionKey]bool{}}
	for _, q := range left {
		parts := q.all()
		plans, err := planAll(parts, found)
		if err != nil {
			r.reused = append(r.reused, q)
			continue
		}
		if slices.ContainsFunc(parts, r.repeatsKey) {
			r.turns.end(q)
			continue
		}
		if !r.turns.take(q) {
			continue
		}
		r.whole = append(r.whole, q)
		for i, part := range parts {
			r.reserve(part)
			r.requests, r.found, r.plans = append(r.requests, part), append(r.found, found[part]), append(r.plans, plans[i])
		}
	}
	return r
}

// planAll returns the plan of each append. Its error says that one contradicts itself.
func planAll(parts []*request, found map[*request]*postgresSession) ([]journal.Appended, error) {
	plans := make([]journal.Appended, len(parts))
	for i, part := range parts {
		var err error
		if plans[i], _, err = assignSeqs(0, part.Append, found[part]); err != nil {
			return nil, err
		}
	}
	return plans, nil
}

// repeatsKey reports whether an earlier append of the round has a key of this one.
func (r *round) repeatsKey(q *request) bool {
	return slices.ContainsFunc(q.Events, func(e session.Event) bool { return e.Key != "" && r.keys[sessionKey{q.Session, e.Key}] })
}

func (r *round) reserve(q *request) {
	for _, e := range q.Events {
		if e.Key != "" {
			r.keys[sessionKey{q.Session, e.Key}] = true
		}
	}
	if place, seen := r.places[q.Session]; seen {
		r.sessions[place] = q
		return
	}
	r.places[q.Session] = len(r.sessions)
	r.sessions = append(r.sessions, q)
}

// together returns the places of sessions whose appends are stored together with others, or nil.
func (r *round) together() (places []int64) {
	var in []bool
	for _, q := range r.whole {
		if len(q.with) == 0 {
			continue
		}
		if in == nil {
			in = make([]bool, len(r.sessions))
		}
		for _, part := range q.all() {
			if place := r.places[part.Session]; !in[place] {
				in[place], places = true, append(places, int64(place+1))
			}
		}
	}
	return places
}

// stored returns the outcome of request i. last is the last seq of its session before the round.
func (r *round) stored(i int, last int64) outcome {
	plan := r.plans[i]
	last += r.offsets[i]
	if slices.Contains(plan.Known, true) {
		done, _, err := assignSeqs(last, r.requests[i].Append, r.found[i])
		return outcome{done, err}
	}
	for k := range plan.Events {
		plan.Events[k].Seq += last
	}
	return outcome{appended: plan}
}

// sort brings the sessions into the order in which the statement locks their rows.
func (r *round) sort() {
	slices.SortFunc(r.sessions, func(a, b *request) int { return strings.Compare(a.Session, b.Session) })
	for i, q := range r.sessions {
		r.places[q.Session] = i
	}
}

// args returns the parameters of append.sql, and the parts of it that the round needs. They are
// eleven columns of sessions, nine of events, the version of the events, the places of together,
// and a slot of the feed. moves is 0 for an append that moves no barrier, else 1 and its trailing
// events.
func (r *round) args() ([]any, parts) {
	r.sort()
	var l struct {
		places, numbers, ats, cursors, shifts []int64
		sessions, types, keys, data           []string
	}
	sizes, settled := make([]int64, len(r.sessions)), make([]int64, len(r.sessions))
	r.offsets = make([]int64, len(r.requests))
	for i, q := range r.requests {
		place := r.places[q.Session]
		r.offsets[i], settled[place] = sizes[place], max(settled[place], q.Settled)
		for k, e := range q.Events {
			if r.plans[i].Known[k] {
				continue
			}
			sizes[place]++
			l.places, l.numbers = append(l.places, int64(place+1)), append(l.numbers, sizes[place])
			l.sessions, l.ats, l.types = append(l.sessions, q.Session), append(l.ats, e.At.UnixMicro()), append(l.types, string(e.Data.Type()))
			l.keys, l.data, l.cursors = append(l.keys, e.Key), append(l.data, q.data[k]), append(l.cursors, e.Cursor)
			l.shifts = append(l.shifts, e.Shift.Microseconds())
		}
	}
	var s struct {
		ids, owners, rosters                 []string
		kinds, barriers, epochs, dues, moves []int64
		ends                                 []bool
	}
	for _, q := range r.sessions {
		s.ids, s.kinds, s.barriers = append(s.ids, q.Session), append(s.kinds, int64(q.Guard.Kind)), append(s.barriers, q.Guard.Barrier)
		s.owners, s.epochs = append(s.owners, q.Guard.Owner), append(s.epochs, q.Guard.Epoch)
		s.dues, s.moves = append(s.dues, dueMicros(q.DueAt)), append(s.moves, q.moves())
		s.ends, s.rosters = append(s.ends, q.End), append(s.rosters, q.roster.String)
	}
	keys, together := sparse(l.keys), r.together()
	needs := parts{Changes: slices.ContainsFunc(r.requests, (*request).changes), Keys: keys != nil, Together: together != nil}
	return []any{
		textArray(s.ids), pq.Array(sizes), pq.Array(s.kinds), pq.Array(sparse(s.barriers)), textArray(sparse(s.owners)), pq.Array(sparse(s.epochs)),
		pq.Array(sparse(settled)), pq.Array(sparse(s.dues)), pq.Array(sparse(s.moves)), pq.Array(sparse(s.ends)), textArray(sparse(s.rosters)),
		pq.Array(l.places), pq.Array(l.numbers), textArray(l.sessions), pq.Array(l.ats), textArray(l.types), textArray(keys), textArray(l.data),
		pq.Array(sparse(l.cursors)), pq.Array(sparse(l.shifts)), session.EventVersion, pq.Array(together), rand.N(int64(journal.FeedSlots)),
	}, needs
}

// sparse returns nil for a column of zero values, as most are, since most groups have only
// messages. The full columns took an eighth of a group's time.
func sparse[T comparable](column []T) []T {
	var zero T
	if slices.ContainsFunc(column, func(v T) bool { return v != zero }) {
		return column
	}
	return nil
}

// textArray is a text[] parameter. Unlike lib/pq's, it allocates its buffer once: every append
// needs several.
type textArray []string

func (a textArray) Value() (driver.Value, error) {
	size := 2
	for _, s := range a {
		// Each text has two quotes, a comma, and a backslash before about every tenth character of
		// JSON.
		size += len(s) + len(s)/8 + 3
	}
	b := append(make([]byte, 0, size), '{')
	for i, s := range a {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		from := 0
		for k := range len(s) {
			if s[k] == '"' || s[k] == '\\' {
				b = append(append(b, s[from:k]...), '\\')
				from = k
			}
		}
		b = append(append(b, s[from:]...), '"')
	}
	return append(b, '}'), nil
}
