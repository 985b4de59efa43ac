package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// databases runs a test on SQLite and on Postgres.
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

// setup opens a database and creates a session for each id.
func setup(t *testing.T, address string, ids ...string) *Store {
	t.Helper()
	s := openAgain(t, address)
	for _, id := range ids {
		sessiontest.NoError(t, s.Create(t.Context(), journal.Session{ID: id, Home: id}, event("")))
	}
	return s
}

func openAgain(t *testing.T, address string) *Store {
	t.Helper()
	s := sessiontest.Must(Open(t.Context(), address))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func claim(t *testing.T, s journal.Store, home, owner string) int64 {
	t.Helper()
	epoch := sessiontest.Must(s.Claim(t.Context(), home, owner))(t)
	return epoch
}

// actsOf is the guard of acts under the first barrier.
func actsOf(owner string, epoch int64) journal.Guard {
	return journal.Guard{Kind: journal.Act, Barrier: 1, Owner: owner, Epoch: epoch}
}

// lockRow locks the row of session "a" in a transaction. It returns the id of the server process.
func lockRow(t *testing.T, s *Store) (tx *sqlx.Tx, process int) {
	t.Helper()
	tx = sessiontest.Must(s.writes.Beginx())(t)
	t.Cleanup(func() { tx.Rollback() })
	sessiontest.Must(tx.Exec("SET LOCAL idle_in_transaction_session_timeout = 0"))(t)
	sessiontest.NoError(t, tx.Get(&process, "SELECT pg_backend_pid() FROM sessions WHERE id = 'a' FOR UPDATE"))
	return tx, process
}

// waitBehind returns when a statement waits for a lock of a process, which lockRow returned.
func waitBehind(t *testing.T, s *Store, process int) {
	t.Helper()
	for waits := 0; waits == 0; {
		sessiontest.NoError(t, s.reads.Get(&waits, "SELECT count(*) FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid))", process))
	}
}

func event(key string) session.Event {
	return session.Event{At: time.UnixMicro(1), Key: key, Data: &session.TypingStarted{PlanID: "pln_1"}}
}

func requests(t *testing.T, appends ...journal.Append) []*request {
	t.Helper()
	list := make([]*request, len(appends))
	for i, a := range appends {
		r := sessiontest.Must(newRequest(t.Context(), a, nil))(t)
		list[i] = r
	}
	return list
}

// together stores appends as one group, which must not fail as a whole.
func together(t *testing.T, s *Store, appends ...journal.Append) []outcome {
	t.Helper()
	group := requests(t, appends...)
	sessiontest.NoError(t, s.grouper.appender.store(group))
	outcomes := make([]outcome, len(group))
	for i, r := range group {
		outcomes[i] = r.outcome
	}
	return outcomes
}

// keyed is an append of ordinary facts, one for each key.
func keyed(session string, keys ...string) journal.Append {
	a := journal.Append{Session: session}
	for _, key := range keys {
		a.Events = append(a.Events, event(key))
	}
	return a
}

// length returns the length of a log. The log must have no gaps, and be as long as its row says.
func length(t *testing.T, s *Store, session string) int64 {
	t.Helper()
	events := sessiontest.Must(s.Events(t.Context(), session, 0, 1000))(t)
	for i, e := range events {
		if e.Seq != int64(i+1) {
			t.Fatalf("event %d has seq %d", i+1, e.Seq)
		}
	}
	row := sessiontest.Must(s.Session(t.Context(), session))(t)
	if row.LastSeq != int64(len(events)) {
		t.Fatalf("the log has %d events, but last_seq is %d", len(events), row.LastSeq)
	}
	return row.LastSeq
}

// wantLength checks the length of a log.
func wantLength(t *testing.T, s *Store, session string, want int64) {
	t.Helper()
	if n := length(t, s, session); n != want {
		t.Errorf("session %s has %d events, want %d", session, n, want)
	}
}
