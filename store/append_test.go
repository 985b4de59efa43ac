package store

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lib/pq"
	"pgregory.net/rapid"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestABadAppendHarmsNoNeighbour(t *testing.T) { databases(t, aBadAppendHarmsNoNeighbour) }

func aBadAppendHarmsNoNeighbour(t *testing.T, address string) {
	s := setup(t, address, "a", "b")
	poison := `CREATE TRIGGER poison BEFORE INSERT ON events WHEN NEW.key = 'bad' BEGIN SELECT RAISE(ABORT, 'poison'); END`
	if s.dialect == postgresDialect {
		poison = `ALTER TABLE events ADD CONSTRAINT poison CHECK (key <> 'bad')`
	}
	sessiontest.Must(s.writes.Exec(poison))(t)
	group := requests(t, keyed("a", "1", "2"), keyed("a", "3", "bad"), keyed("nowhere", "1"), keyed("b", "1"), keyed("a", "4"))
	s.grouper.process(group)
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
	other.Events[1].Data = &session.TypingStarted{PlanID: "pln_2"}
	group := together(t, s, keyed("a", "1", "2"), keyed("a", "2", "3"), other, keyed("a", "x"))
	first, second := group[0].appended, group[1].appended
	if !second.Known[0] || second.Events[0].Seq != first.Events[1].Seq || second.Known[1] || second.Events[1].Seq != 4 {
		t.Errorf("got %+v after %+v; want seq %d, known, then seq 4, new", second, first, first.Events[1].Seq)
	}
	if group[2].err == nil || group[3].err != nil || group[3].appended.Known[0] {
		t.Errorf("the append that reuses a key: error %v; its other key afterwards: %+v, error %v", group[2].err, group[3].appended, group[3].err)
	}
	wantLength(t, s, "a", 5)
}

func TestActsAreKnownWithinAGroup(t *testing.T) { databases(t, actsAreKnownWithinAGroup) }

func actsAreKnownWithinAGroup(t *testing.T, address string) {
	s := setup(t, address, "a")
	epoch := claim(t, s, "a", "me")
	one, two := keyed("a", "a:1", "", ""), keyed("a", "b:1", "")
	one.Guard = actsOf("me", epoch)
	two.Guard = one.Guard
	for i, done := range together(t, s, one, two, one, two) {
		want := [][]int64{{2, 3, 4}, {5, 6}}[i%2]
		var seqs []int64
		for k, e := range done.appended.Events {
			if seqs = append(seqs, e.Seq); done.appended.Known[k] != (i >= 2) {
				t.Errorf("append %d: known is %t, want %t", i, i < 2, i >= 2)
			}
		}
		if !slices.Equal(seqs, want) {
			t.Errorf("append %d: seqs %v, error %v; want seqs %v", i, seqs, done.err, want)
		}
	}
	wantLength(t, s, "a", 6)
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
			t.Errorf("append %d: %+v, error %v; want it stored", i, r.appended, r.err)
		}
		wantLength(t, s, ids[i], 4)
	}
}

func TestCloseStoresWaitingAppends(t *testing.T) { databases(t, closeStoresWaitingAppends) }

func closeStoresWaitingAppends(t *testing.T, address string) {
	s := setup(t, address, "a")
	list := requests(t, slices.Repeat([]journal.Append{keyed("a", "")}, 40)...)
	for i, r := range list {
		if i%2 == 1 { // so that each append is a group of its own
			r.Guard = journal.Guard{Kind: journal.BarrierFact, Barrier: 1}
		}
		s.grouper.enqueue(r)
	}
	sessiontest.NoError(t, s.Close())
	for i, r := range list {
		<-r.done
		if r.err != nil || r.appended.Events[0].Seq != int64(i+2) {
			t.Errorf("append %d: %+v, error %v; want it stored", i, r.appended, r.err)
		}
	}
}

// TestTextArray checks that lib/pq reads the same texts from a parameter that went in.
func TestTextArray(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "NULL", `"`, `\`, `{"a":"b\\"}`, "a,b"}))).Draw(t, "texts")
		value := sessiontest.Must(textArray(texts).Value())(t)
		var read pq.StringArray
		if err := read.Scan(value); err != nil {
			t.Fatalf("%s: %v", value, err)
		}
		if len(texts)+len(read) > 0 && !reflect.DeepEqual([]string(read), texts) {
			t.Fatalf("%q became %q; the parameter was %s", texts, read, value)
		}
	})
}
