package store

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/store/storetest"
)

// databases runs a test on both.
func databases(t *testing.T, run func(t *testing.T, address string)) {
	t.Helper()
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		run(t, filepath.Join(t.TempDir(), "ringer.db"))
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		run(t, storetest.Postgres(t))
	})
}

// setup opens a database with a session for each id.
func setup(t *testing.T, address string, ids ...string) *Store {
	t.Helper()
	s := another(t, address)
	for _, id := range ids {
		if err := s.Create(t.Context(), journal.Session{ID: id, Home: id}, event("")); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// another opens a database, perhaps one that is open already.
func another(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func event(key string) game.Event {
	return game.Event{At: time.UnixMicro(1), Key: key, Data: &game.TypingStarted{PlanID: "pln_1"}}
}

func requests(t *testing.T, appends ...journal.Append) []*request {
	t.Helper()
	list := make([]*request, len(appends))
	for i, a := range appends {
		r, err := newRequest(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = r
	}
	return list
}

// together carries appends out as one group, which must not fail as a whole.
func together(t *testing.T, s *Store, appends ...journal.Append) []outcome {
	t.Helper()
	group := requests(t, appends...)
	if err := s.groups.carry(group); err != nil {
		t.Fatal(err)
	}
	outcomes := make([]outcome, len(group))
	for i, r := range group {
		outcomes[i] = r.outcome
	}
	return outcomes
}

func keyed(session string, keys ...string) journal.Append {
	a := journal.Append{Session: session}
	for _, key := range keys {
		a.Events = append(a.Events, event(key))
	}
	return a
}

// length wants a log without gaps, as long as its row says, and returns its length.
func length(t *testing.T, s *Store, session string) int64 {
	t.Helper()
	events, err := s.Events(t.Context(), session, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Seq != int64(i+1) {
			t.Fatalf("event %d stands in place %d", e.Seq, i+1)
		}
	}
	row, err := s.Session(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	if row.LastSeq != int64(len(events)) {
		t.Fatalf("the row says that %d is the last of %d events", row.LastSeq, len(events))
	}
	return row.LastSeq
}

func TestABadAppendHarmsNoNeighbour(t *testing.T) { databases(t, aBadAppendHarmsNoNeighbour) }

func aBadAppendHarmsNoNeighbour(t *testing.T, address string) {
	s := setup(t, address, "a", "b")
	poison := `CREATE TRIGGER poison BEFORE INSERT ON events WHEN NEW.key = 'bad' BEGIN SELECT RAISE(ABORT, 'poison'); END`
	if s.dialect == postgresDialect {
		poison = `ALTER TABLE events ADD CONSTRAINT poison CHECK (key <> 'bad')`
	}
	if _, err := s.writes.Exec(poison); err != nil {
		t.Fatal(err)
	}
	group := requests(t, keyed("a", "1", "2"), keyed("a", "3", "bad"), keyed("nowhere", "1"), keyed("b", "1"), keyed("a", "4"))
	s.groups.carryOut(group)
	for i, want := range []string{"", "poison", "not found", "", ""} {
		if err := group[i].err; (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("append %d: error %v, want %q", i, err, want)
		}
	}
	if a, b := length(t, s, "a"), length(t, s, "b"); a != 4 || b != 2 {
		t.Errorf("%d events in a and %d in b, want 4 and 2", a, b)
	}
}

func TestKeysAreKnownWithinAGroup(t *testing.T) { databases(t, keysAreKnownWithinAGroup) }

func keysAreKnownWithinAGroup(t *testing.T, address string) {
	s := setup(t, address, "a")
	other := keyed("a", "x", "2")
	other.Events[1].Data = &game.TypingStarted{PlanID: "pln_2"}
	group := together(t, s, keyed("a", "1", "2"), keyed("a", "2", "3"), other, keyed("a", "x"))
	first, second := group[0].appended, group[1].appended
	if !second.Known[0] || second.Events[0].Seq != first.Events[1].Seq || second.Known[1] || second.Events[1].Seq != 4 {
		t.Errorf("%+v after %+v", second, first)
	}
	if group[2].err == nil || group[3].err != nil || group[3].appended.Known[0] {
		t.Errorf("the append that reuses a key: %v; its other key afterwards: %+v, %v", group[2].err, group[3].appended, group[3].err)
	}
	if n := length(t, s, "a"); n != 5 {
		t.Errorf("%d events, want 5", n)
	}
}

func TestActsAreKnownWithinAGroup(t *testing.T) { databases(t, actsAreKnownWithinAGroup) }

func actsAreKnownWithinAGroup(t *testing.T, address string) {
	s := setup(t, address, "a")
	epoch, err := s.Claim(t.Context(), "a", "me")
	if err != nil {
		t.Fatal(err)
	}
	one, two := keyed("a", "a:1", "", ""), keyed("a", "b:1", "")
	one.Guard = journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: epoch}
	two.Guard = one.Guard
	for i, done := range together(t, s, one, two, one, two) {
		want := [][]int64{{2, 3, 4}, {5, 6}}[i%2]
		var seqs []int64
		for k, e := range done.appended.Events {
			if seqs = append(seqs, e.Seq); done.appended.Known[k] != (i >= 2) {
				t.Errorf("append %d: known is %t", i, i < 2)
			}
		}
		if !slices.Equal(seqs, want) {
			t.Errorf("append %d: %v, %v; want %v", i, seqs, done.err, want)
		}
	}
	if n := length(t, s, "a"); n != 6 {
		t.Errorf("%d events, want 6", n)
	}
}

func TestAGroupOfManySessions(t *testing.T) { databases(t, aGroupOfManySessions) }

func aGroupOfManySessions(t *testing.T, address string) {
	ids := strings.Split(strings.Repeat("x", 100), "")
	appends := make([]journal.Append, len(ids))
	for i := range ids {
		ids[i] = strings.Repeat("x", i+1)
		appends[i] = keyed(ids[i], "1", "", "3")
	}
	s := setup(t, address, ids...)
	for i, r := range together(t, s, appends...) {
		if r.err != nil || len(r.appended.Events) != 3 {
			t.Errorf("append %d: %+v, %v", i, r.appended, r.err)
		}
		if n := length(t, s, ids[i]); n != 4 {
			t.Errorf("%d events in session %d, want 4", n, i)
		}
	}
}

func TestCloseStoresWhatWaits(t *testing.T) { databases(t, closeStoresWhatWaits) }

func closeStoresWhatWaits(t *testing.T, address string) {
	s := setup(t, address, "a")
	list := requests(t, slices.Repeat([]journal.Append{keyed("a", "")}, 40)...)
	for i, r := range list {
		if i%2 == 1 { // so that each is a group of its own
			r.Guard = journal.Guard{Kind: journal.BarrierFact, Barrier: 1}
		}
		s.groups.enqueue(r)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for i, r := range list {
		<-r.done
		if r.err != nil || r.appended.Events[0].Seq != int64(i+2) {
			t.Errorf("append %d: %+v, %v", i, r.appended, r.err)
		}
	}
}
