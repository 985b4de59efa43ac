package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// secret is what a player said. Prune must leave no trace of it.
const secret = "the treasure lies under the old oak"

// createWithSecret stores a session with the secret everywhere. It ended at a time, or is open if
// that is 0.
func createWithSecret(t *testing.T, s *Store, id string, ended int64) {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		sessiontest.NoError(t, err)
	}
	ok(s.Create(t.Context(), journal.Session{ID: id, Home: "home of " + id}, event("")))
	epoch := claim(t, s, "home of "+id, "me")
	a := journal.Append{Session: id}
	for i := range 60 {
		a.Events = append(a.Events, session.Event{At: time.UnixMicro(1), Data: &session.MessageReceived{Post: session.Post{Text: fmt.Sprint(secret, i)}}})
	}
	_, err := s.Append(t.Context(), a)
	ok(err)
	ok(s.Record(t.Context(), id, []journal.RecordedCall{{Place: journal.Place{Seq: 61, Thought: "tht_" + id, N: 1}, Answer: secret}}))
	ok(s.Checkpoint(t.Context(), journal.Checkpoint{Session: id, Owner: "me", Epoch: epoch, Settled: 61, Snapshot: []byte(`"` + secret + `"`), SnapshotSeq: 61}))
	if ended == 0 {
		return
	}
	end := journal.Append{Session: id, Guard: journal.Guard{Kind: journal.BarrierFact, Barrier: 1}, End: true}
	end.Events = []session.Event{{At: time.UnixMicro(ended), Data: &session.SessionEnded{Reason: session.EndedByPlatform}}}
	_, err = s.Append(t.Context(), end)
	ok(err)
}

// TestPruneReadsOn checks that a page without an old session does not end a prune.
func TestPruneReadsOn(t *testing.T) { databases(t, pruneReadsOn) }

func pruneReadsOn(t *testing.T, address string) {
	s := openAgain(t, address)
	var logs []journal.Opening
	for i := range prunePage {
		logs = append(logs, journal.Opening{Session: journal.Session{ID: fmt.Sprint("new ", i), Home: "new"}, First: event("")})
	}
	sessiontest.NoError(t, s.CreateAll(t.Context(), logs))
	createWithSecret(t, s, "old", 1000)
	if counted, err := s.Prune(t.Context(), time.UnixMicro(1500), true, func(Pruned) {}); err != nil || counted != (Pruned{1, 62}) {
		t.Errorf("a dry run counted %+v, error %v; want the old session", counted, err)
	}
	done, err := s.Prune(t.Context(), time.UnixMicro(1500), false, func(Pruned) {})
	if err != nil || done != (Pruned{1, 62}) {
		t.Errorf("pruned %+v, error %v; want the old session", done, err)
	}
}

func TestPrune(t *testing.T) { databases(t, prune) }

func prune(t *testing.T, address string) {
	s := openAgain(t, address)
	createWithSecret(t, s, "open", 0)
	createWithSecret(t, s, "recent", 2000)
	for i := range 3 {
		createWithSecret(t, s, fmt.Sprint("old ", i), 1000)
	}
	var steps []Pruned
	done, err := s.Prune(t.Context(), time.UnixMicro(1500), false, func(p Pruned) { steps = append(steps, p) })
	if err != nil || done != (Pruned{3, 3 * 62}) || len(steps) != 3 || steps[2] != done {
		t.Errorf("pruned %+v with progress %+v, error %v; want the 3 old sessions", done, steps, err)
	}
	for _, id := range []string{"open", "recent"} {
		if n := length(t, s, id); n < 61 {
			t.Errorf("session %s has only %d events left", id, n)
		}
	}
	if _, err := s.Session(t.Context(), "old 1"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("error %v, want journal.ErrNotFound", err)
	}
	if _, err := s.Claim(t.Context(), "home of old 1", "me"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("error %v, want journal.ErrNotFound", err)
	}
	for _, table := range []string{"events", "calls", "surveys", "snapshots", "sessions", "homes"} {
		column := map[string]string{"events": "session_id", "calls": "session_id", "surveys": "session_id", "snapshots": "session_id"}[table]
		if column == "" {
			column = "id"
		}
		var n int
		if err := s.reads.Get(&n, "SELECT COUNT(*) FROM "+table+" WHERE "+column+" LIKE '%old%'"); err != nil || n != 0 {
			t.Errorf("%d rows are left in %s, error %v", n, table, err)
		}
	}
}

// TestPruneErasesText searches the files of a database for the secret.
func TestPruneErasesText(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := openAgain(t, filepath.Join(folder, "ringer.db"))
	for i := range 20 {
		createWithSecret(t, s, fmt.Sprint("old ", i), 1000)
	}
	sessiontest.Must(s.Prune(t.Context(), time.UnixMicro(1500), false, func(Pruned) {}))(t)
	files := sessiontest.Must(os.ReadDir(folder))(t)
	for _, f := range files {
		b := sessiontest.Must(os.ReadFile(filepath.Join(folder, f.Name())))(t)
		if n := bytes.Count(b, []byte("treasure")); n > 0 {
			t.Errorf("%s still has the text %d times", f.Name(), n)
		}
	}
}
