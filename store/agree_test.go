package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/store/storetest"
)

// TestGroupsAgreeWithOneByOne draws appends, lets a database carry them out in groups and memory one by one in the same
// order, and wants the same outcomes, rows and logs.
func TestGroupsAgreeWithOneByOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint("SQLite/", seed), func(t *testing.T) { agree(t, seed, filepath.Join(t.TempDir(), "ringer.db")) })
		t.Run(fmt.Sprint("Postgres/", seed), func(t *testing.T) { agree(t, seed, storetest.Postgres(t)) })
	}
}

func agree(t *testing.T, seed uint64, address string) {
	t.Parallel()
	d := newDrawer(t, seed, address)
	for range 40 {
		d.round(t)
	}
	for _, id := range d.ids {
		d.compare(t, id)
	}
	for _, before := range []int64{0, 500, 1 << 40} {
		a, err := d.database.Due(t.Context(), time.UnixMicro(before), 10)
		b, err2 := d.memory.Due(t.Context(), time.UnixMicro(before), 10)
		d.same(t, a, b, err, err2)
	}
	for _, after := range []string{"", "one"} {
		a, err := d.database.Unsettled(t.Context(), after, 3)
		b, err2 := d.memory.Unsettled(t.Context(), after, 3)
		d.same(t, a, b, err, err2)
	}
}

// same wants two lists of homes to be equal.
func (d *drawer) same(t *testing.T, a, b []string, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil || !slices.Equal(a, b) {
		t.Errorf("%v and %v, %v", a, b, err)
	}
}

// drawer draws what happens to a few sessions in both stores.
type drawer struct {
	*rand.Rand
	database *Store
	memory   *Memory
	ids      []string
	clock    int64
	// steps carries groups out on Postgres, step by step.
	steps *postgresCarrier
}

func newDrawer(t *testing.T, seed uint64, address string) *drawer {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, 1)), database: setup(t, address), memory: NewMemory(), ids: []string{"a", "b", "c", "d"}}
	if IsPostgres(address) {
		var err error
		if d.steps, err = newPostgresCarrier(t.Context(), d.database); err != nil {
			t.Fatal(err)
		}
	}
	for i, id := range d.ids {
		row := journal.Session{ID: id, Home: []string{"one", "two"}[i%2], CreatedAt: time.UnixMicro(int64(i)).UTC()}
		for _, s := range []journal.Store{d.database, d.memory} {
			if err := s.Create(t.Context(), row, game.Event{At: time.UnixMicro(1).UTC(), Data: &game.SessionCreated{}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}

// round moves a home to a new owner at times, and then lets some appends wait at the same moment.
func (d *drawer) round(t *testing.T) {
	t.Helper()
	if d.IntN(5) == 0 {
		for _, s := range []journal.Store{d.database, d.memory} {
			if _, err := s.Claim(t.Context(), []string{"one", "two"}[d.clock%2], "me"); err != nil {
				t.Fatal(err)
			}
		}
	}
	var waiting []*request
	for range 1 + d.IntN(60) {
		waiting = append(waiting, requests(t, d.append())...)
	}
	for len(waiting) > 0 {
		var group []*request
		group, waiting = nextGroup(waiting)
		for _, r := range d.carry(t, group) {
			want, err := d.memory.Append(t.Context(), r.Append)
			if got := r.outcome; !reflect.DeepEqual(got, outcome{want, err}) {
				t.Fatalf("%+v\ngot  %+v\nwant %+v, %v", r.Append, got, want, err)
			}
		}
	}
}

// carry carries a group out and returns it in the order in which that happened: on Postgres what is known in part comes later.
func (d *drawer) carry(t *testing.T, group []*request) (order []*request) {
	t.Helper()
	if d.steps == nil {
		if err := d.database.groups.carry(group); err != nil {
			t.Fatal(err)
		}
		return group
	}
	pasts := map[*request]*past{}
	for left := group; len(left) > 0; left = unsettled(left) {
		if err := d.steps.step(left, pasts); err != nil {
			t.Fatal(err)
		}
		for _, stored := range []bool{true, false} { // what the statement stored comes before what was looked at
			for _, r := range left {
				if r.settled && stored == (r.err == nil && slices.Contains(r.appended.Known, false)) {
					order = append(order, r)
				}
			}
		}
	}
	return order
}

// append draws one: guards that mostly hold, keys that often come again, contents that seldom differ.
func (d *drawer) append() journal.Append {
	d.clock++
	id := d.ids[d.IntN(len(d.ids))]
	row := d.memory.sessions[id]
	a := journal.Append{Session: id, Guard: journal.Guard{Kind: journal.GuardKind(d.IntN(3)), Barrier: row.row.Barrier}}
	if d.IntN(10) == 0 {
		a.Guard.Barrier--
	}
	if a.Guard.Kind == journal.Act {
		a.Guard.Owner, a.Guard.Epoch = row.home.owner, row.home.epoch-int64(d.IntN(10)/9)
		a.Settled, a.DueAt = int64(d.IntN(int(row.row.LastSeq)+1)), time.UnixMicro(d.Int64N(1000)).UTC()
	}
	a.Barrier = a.Guard.Kind != journal.Ordinary && d.IntN(4) == 0
	if a.Barrier && d.IntN(2) == 0 {
		a.Roster = &game.Roster{Seat: fmt.Sprint(d.clock)}
	}
	a.End = a.Barrier && d.IntN(40) == 0
	for range 1 + d.IntN(4) {
		e := game.Event{At: time.UnixMicro(d.clock).UTC(), Data: &game.TypingStarted{PlanID: fmt.Sprint(d.IntN(20) / 19)}}
		if a.Guard.Kind == journal.Act {
			e.Cursor = a.Settled
		}
		if d.IntN(2) == 0 {
			e.Key = fmt.Sprint("k:", d.IntN(60))
		}
		a.Events = append(a.Events, e)
	}
	return a
}

// compare wants one session's row and log to be the same in both.
func (d *drawer) compare(t *testing.T, id string) {
	t.Helper()
	var rows [2]journal.Session
	var logs [2][]game.Event
	for i, s := range []journal.Store{d.database, d.memory} {
		var err error
		if rows[i], err = s.Session(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if logs[i], err = s.Events(t.Context(), id, 0, 100_000); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(rows[0], rows[1]) || !reflect.DeepEqual(logs[0], logs[1]) {
		t.Errorf("session %s: %d and %d events\n%+v\n%+v", id, len(logs[0]), len(logs[1]), rows[0], rows[1])
	}
}
