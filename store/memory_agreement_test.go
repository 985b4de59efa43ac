package store

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestGroupsAgreeWithOneByOne stores random appends in groups in a database, and one by one in
// memory. Outcomes, rows and logs must be the same.
func TestGroupsAgreeWithOneByOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint("SQLite/", seed), func(t *testing.T) { agree(t, seed, filepath.Join(t.TempDir(), "ringer.db")) })
		t.Run(fmt.Sprint("Postgres/", seed), func(t *testing.T) { agree(t, seed, storetest.Postgres(t)) })
	}
}

func agree(t *testing.T, seed uint64, address string) {
	t.Parallel()
	g := newGenerator(t, seed, address)
	for range 40 {
		g.storeSome(t)
	}
	for _, id := range g.ids {
		g.compare(t, id)
	}
	for _, before := range []int64{0, 500, 1 << 40} {
		g.takeSame(t, journal.Selection{Kind: journal.Due, Before: time.UnixMicro(before), Examined: 10, Limit: 10})
	}
	for _, limit := range []int{1, 3} {
		g.takeSame(t, journal.Selection{Kind: journal.Unsettled, Limit: limit})
	}
}

// takeSame takes homes from both stores. They must be the same, in any order.
func (g *generator) takeSame(t *testing.T, homes journal.Selection) {
	t.Helper()
	a, err := g.database.Take(t.Context(), "me", homes)
	b, err2 := g.memory.Take(t.Context(), "me", homes)
	byHome := func(a, b journal.Taken) int { return cmp.Compare(a.Home, b.Home) }
	slices.SortFunc(a, byHome)
	slices.SortFunc(b, byHome)
	if err := errors.Join(err, err2); err != nil || !slices.EqualFunc(a, b, func(a, b journal.Taken) bool {
		return a.Lease == b.Lease && a.Unsettled == b.Unsettled && a.Due.Equal(b.Due)
	}) {
		t.Errorf("the database has %v, memory has %v, error %v", a, b, err)
	}
}

// generator makes random appends to a few sessions, and stores them in both stores.
type generator struct {
	*rand.Rand
	database *Store
	memory   *Memory
	ids      []string
	clock    int64
	// postgres stores groups round by round. It is nil on SQLite.
	postgres *postgresAppender
}

func newGenerator(t *testing.T, seed uint64, address string) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), database: setup(t, address), memory: NewMemory(), ids: []string{"a", "b", "c", "d"}}
	if IsPostgres(address) {
		a := sessiontest.Must(newPostgresAppender(t.Context(), g.database))(t)
		g.postgres = a.(*postgresAppender)
	}
	for i, id := range g.ids {
		row := journal.Session{ID: id, Home: []string{"one", "two"}[i%2], CreatedAt: time.UnixMicro(int64(i)).UTC()}
		for _, s := range []journal.Store{g.database, g.memory} {
			sessiontest.NoError(t, s.Create(t.Context(), row, session.Event{At: time.UnixMicro(1).UTC(), Data: &session.SessionCreated{}}))
		}
	}
	return g
}

// storeSome stores some appends that wait together, at times after a new owner has a home.
func (g *generator) storeSome(t *testing.T) {
	t.Helper()
	if g.IntN(5) == 0 {
		for _, s := range []journal.Store{g.database, g.memory} {
			claim(t, s, []string{"one", "two"}[g.clock%2], "me")
		}
	}
	var waiting []*request
	for range 1 + g.IntN(60) {
		waiting = append(waiting, requests(t, g.append())...)
	}
	for len(waiting) > 0 {
		var group []*request
		group, waiting = nextGroup(waiting)
		for _, r := range g.store(t, group) {
			want, err := g.memory.Append(t.Context(), r.Append)
			if got := r.outcome; !reflect.DeepEqual(got, outcome{want, err}) {
				t.Fatalf("%+v\ngot  %+v\nwant %+v, %v", r.Append, got, want, err)
			}
		}
	}
}

// store stores a group, and returns its requests in the order in which they took effect: on
// Postgres one with some known events comes later.
func (g *generator) store(t *testing.T, group []*request) (order []*request) {
	t.Helper()
	if g.postgres == nil {
		sessiontest.NoError(t, g.database.grouper.appender.store(group))
		return group
	}
	found := map[*request]*postgresSession{}
	for left := group; len(left) > 0; left = unfinished(left) {
		sessiontest.NoError(t, g.postgres.nextRound(left, found))
		// Requests that the statement stored come before the ones that were judged.
		for _, stored := range []bool{true, false} {
			for _, r := range left {
				if r.finished && stored == (r.err == nil && slices.Contains(r.appended.Known, false)) {
					order = append(order, r)
				}
			}
		}
	}
	return order
}

// append returns a random append. Most guards hold, many keys come twice, and few contents differ.
func (g *generator) append() journal.Append {
	g.clock++
	id := g.ids[g.IntN(len(g.ids))]
	row := g.memory.sessions[id]
	a := journal.Append{Session: id, Guard: journal.Guard{Kind: journal.GuardKind(g.IntN(3)), Barrier: row.row.Barrier}}
	if g.IntN(10) == 0 {
		a.Guard.Barrier--
	}
	if a.Guard.Kind == journal.Act {
		a.Guard.Owner, a.Guard.Epoch = row.home.owner, row.home.epoch-int64(g.IntN(10)/9)
		a.Settled, a.DueAt = int64(g.IntN(int(row.row.LastSeq)+1)), time.UnixMicro(g.Int64N(1000)).UTC()
	}
	a.Barrier = a.Guard.Kind != journal.Ordinary && g.IntN(4) == 0
	if a.Barrier && g.IntN(2) == 0 {
		a.Roster = &session.Roster{Seat: fmt.Sprint(g.clock)}
	}
	a.End = a.Barrier && g.IntN(40) == 0
	for range 1 + g.IntN(4) {
		e := session.Event{At: time.UnixMicro(g.clock).UTC(), Data: &session.TypingStarted{PlanID: fmt.Sprint(g.IntN(20) / 19)}}
		if a.Guard.Kind == journal.Act {
			e.Cursor = a.Settled
		}
		if g.IntN(2) == 0 {
			e.Key = fmt.Sprint("k:", g.IntN(60))
		}
		a.Events = append(a.Events, e)
	}
	return a
}

// compare checks that a session has the same row and log in both stores.
func (g *generator) compare(t *testing.T, id string) {
	t.Helper()
	var rows [2]journal.Session
	var logs [2][]session.Event
	for i, s := range []journal.Store{g.database, g.memory} {
		rows[i] = sessiontest.Must(s.Session(t.Context(), id))(t)
		logs[i] = sessiontest.Must(s.Events(t.Context(), id, 0, 100_000))(t)
		logs[i] = slices.Clone(logs[i])
		for j := range logs[i] {
			logs[i][j].Size = 0 // the memory store keeps none
		}
	}
	if !reflect.DeepEqual(rows[0], rows[1]) || !reflect.DeepEqual(logs[0], logs[1]) {
		t.Errorf("session %s has %d events in the database and %d in memory; the rows are\n%+v\n%+v", id, len(logs[0]), len(logs[1]), rows[0], rows[1])
	}
}
