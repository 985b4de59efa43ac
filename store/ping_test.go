package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// storesNothing checks that neither a ping nor an append is stored, and that both say why.
func storesNothing(t *testing.T, s *Store, cause error) {
	t.Helper()
	if err := s.Ping(t.Context()); !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, cause) {
		t.Errorf("ping: %v, want %v", err, cause)
	}
	if _, err := s.Append(t.Context(), keyed("a", "")); !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, cause) {
		t.Errorf("append: %v, want %v", err, cause)
	} else if strings.Count(err.Error(), "store: ") != 1 {
		t.Errorf("the error has its prefix twice: %v", err)
	}
	if _, err := s.Session(t.Context(), "a"); err != nil {
		t.Errorf("a read: %v, want none", err)
	}
}

// stores checks that a ping and an append are stored.
func stores(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("ping: %v", err)
	}
	if _, err := s.Append(t.Context(), keyed("a", "")); err != nil {
		t.Errorf("append: %v", err)
	}
}

// TestPingLeavesNothing pings, and finds only the session that was there before.
func TestPingLeavesNothing(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := setup(t, address, "a")
		for range 3 {
			sessiontest.NoError(t, s.Ping(t.Context()))
		}
		for table, want := range map[string]int{"homes": 1, "sessions": 1, "events": 1} {
			var n int
			if err := s.reads.Get(&n, "SELECT count(*) FROM "+table); err != nil || n != want {
				t.Errorf("%d rows in %s, %v; want %d", n, table, err, want)
			}
		}
	})
}

// TestFullDisk lets an SQLite file not grow. The server's tests fill a real disk.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	s := setup(t, t.TempDir()+"/ringer.db", "a")
	limit := func(pages string) {
		sessiontest.Must(s.writes.Exec("PRAGMA max_page_count = " + pages))(t)
	}
	limit("1")
	for n := 0; ; n++ { // the last pages have some room left
		if _, err := s.Append(t.Context(), keyed("a", "")); err != nil {
			break
		}
		if n > 1000 {
			t.Fatal("the file does not fill")
		}
	}
	storesNothing(t, s, journal.ErrFull)
	limit("1000000")
	stores(t, s)
}

// TestReadOnlyFile makes the connection that writes read-only, as for a file that was. The next
// connection writes again.
func TestReadOnlyFile(t *testing.T) {
	t.Parallel()
	s := setup(t, t.TempDir()+"/ringer.db", "a")
	sessiontest.Must(s.writes.Exec("PRAGMA query_only = 1"))(t)
	if _, err := s.Append(t.Context(), keyed("a", "")); !errors.Is(err, journal.ErrReadOnly) {
		t.Errorf("append: %v, want journal.ErrReadOnly", err)
	}
	if err := s.Ping(t.Context()); !errors.Is(err, journal.ErrReadOnly) {
		t.Errorf("ping: %v, want journal.ErrReadOnly", err)
	}
	stores(t, s)
}

// TestReadOnlyPostgres uses a Postgres whose transactions are read-only.
func TestReadOnlyPostgres(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	setup(t, address, "a")
	storesNothing(t, openAgain(t, address+"&default_transaction_read_only=on"), journal.ErrReadOnly)
}

// TestLockedTable locks each table that posts need. Many appends wait no longer than one.
func TestLockedTable(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"events", "sessions"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			address := storetest.Postgres(t)
			s, other := setup(t, address, "a", "b", "c"), openAgain(t, address)
			tx := other.writes.MustBegin()
			defer tx.Rollback()
			tx.MustExec("SET LOCAL idle_in_transaction_session_timeout = 0")
			tx.MustExec("LOCK TABLE " + table + " IN EXCLUSIVE MODE")
			storesNothing(t, s, journal.ErrLocked)
			// As a whole, so that they are not tried one by one.
			err := s.grouper.appender.store(requests(t, keyed("a", ""), keyed("b", ""), keyed("c", "")))
			if !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, journal.ErrLocked) {
				t.Errorf("the group: %v, want journal.ErrLocked", err)
			}
			sessiontest.NoError(t, tx.Rollback())
			stores(t, s)
		})
	}
}

// TestCauses translates errors of Postgres. A full tablespace needs a file system of its own.
func TestCauses(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]error{
		"53100": journal.ErrFull, "25006": journal.ErrReadOnly, "55P03": journal.ErrLocked,
		"22P05": journal.ErrValueRefused, "22021": journal.ErrValueRefused, "54000": journal.ErrValueRefused, "23514": journal.ErrValueRefused,
	} {
		err := fault("append", fmt.Errorf("pq: %w", &pq.Error{Severity: "ERROR", Code: pqerror.Code(code)}))
		if !errors.Is(err, want) || errors.Is(err, journal.ErrUnavailable) == errors.Is(err, journal.ErrValueRefused) {
			t.Errorf("%s becomes %v, want %v", code, err, want)
		}
	}
	if err := fault("append", errors.New("reset")); !errors.Is(err, journal.ErrUnavailable) || strings.Contains(err.Error(), "disk") {
		t.Errorf("an unknown error becomes %v", err)
	}
}
