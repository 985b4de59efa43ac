package store

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"github.com/pressly/goose/v3"

	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestMigrationBesideABackup migrates the tables of an old server that a long transaction has read.
func TestMigrationBesideABackup(t *testing.T) {
	t.Parallel()
	for table, c := range map[string]struct {
		// held is what the long transaction has done.
		held string
		// patience is how long an old server waits for a lock. A server waits for a second.
		patience string
	}{
		// A dump of the database reads all tables. Nothing but clock may be locked meanwhile.
		"clock": {`SELECT shift FROM clock`, "1ms"},
		"homes": {`INSERT INTO homes (id, tenant, owner, epoch) VALUES ('held', '', '', 0)`, "1s"},
	} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			address := storetest.Postgres(t)
			old := tablesOf(t, address, 7)
			long, process := begin(t, old, c.held)
			migrating, end := context.WithCancelCause(t.Context())
			go func() {
				_, err := Migrate(t.Context(), Maintain, address+"&lock_timeout=200")
				end(err) // nil is context.Canceled
			}()
			for range 2 { // it waits, gives up, and waits again
				awaitWaiting(migrating, t, old, process, true)
				inserting, _ := begin(t, old, "SET LOCAL lock_timeout = '"+c.patience+"'")
				_, err := inserting.Exec(`INSERT INTO homes (id, tenant, owner, epoch) VALUES (gen_random_uuid()::text, '', '', 0)`)
				if err = errors.Join(err, inserting.Commit()); err != nil {
					t.Errorf("an old server cannot open a session: %v", err)
				}
				awaitWaiting(migrating, t, old, process, false)
			}
			sessiontest.NoError(t, long.Commit())
			<-migrating.Done()
			if err := context.Cause(migrating); err != context.Canceled {
				t.Errorf("after the end of the long transaction: %v", err)
			}
			setup(t, address, "ses_a")
		})
	}
}

// tablesOf makes the tables of an older version.
func tablesOf(t *testing.T, address string, version int64) *sqlx.DB {
	t.Helper()
	db := sessiontest.Must(openPostgres(t.Context(), address, poolSize, networkLimit))(t)
	t.Cleanup(func() { db.Close() })
	files := sessiontest.Must(fs.Sub(migrations, "migrations"))(t)
	provider := sessiontest.Must(goose.NewProvider(goose.DialectPostgres, db.DB, files))(t)
	sessiontest.Must(provider.UpTo(t.Context(), version))(t)
	return db
}

// begin begins a transaction with a statement. It returns the id of the server process.
func begin(t *testing.T, db *sqlx.DB, statement string) (tx *sqlx.Tx, process int) {
	t.Helper()
	tx = sessiontest.Must(db.Beginx())(t)
	t.Cleanup(func() { tx.Rollback() })
	for _, query := range []string{"SET LOCAL idle_in_transaction_session_timeout = 0", statement} {
		sessiontest.Must(tx.Exec(query))(t)
	}
	sessiontest.NoError(t, tx.Get(&process, "SELECT pg_backend_pid()"))
	return tx, process
}

// awaitWaiting returns when a statement waits for a lock of a process, or none does, and fails when
// the context ends.
func awaitWaiting(ctx context.Context, t *testing.T, db *sqlx.DB, process int, want bool) {
	t.Helper()
	for waits := !want; waits != want; {
		err := db.GetContext(ctx, &waits, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid))) FROM pg_sleep(0.01)`, process)
		if err != nil {
			t.Fatal(err, context.Cause(ctx))
		}
	}
}

func TestMigrationWaitsForLocksBriefly(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	for suffix, want := range map[string]string{"": "2s", "&lock_timeout=7000": "7s"} {
		s := &Store{address: address + suffix}
		db := sessiontest.Must(migrationPoolPostgres(t.Context(), s))(t)
		defer db.Close()
		var got string
		if err := db.Get(&got, "SHOW lock_timeout"); err != nil || got != want {
			t.Errorf("with %q: %s, %v; want %s", suffix, got, err, want)
		}
	}
}

func TestUntilUnlocked(t *testing.T) {
	t.Parallel()
	locked := &pq.Error{Code: lockTimeout}
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			tries := 0
			err := untilUnlocked(t.Context(), func() error {
				if tries++; tries < 20 {
					return &goose.PartialError{Failed: &goose.MigrationResult{Source: &goose.Source{}}, Err: locked}
				}
				return nil
			})
			if err != nil || tries != 20 {
				t.Errorf("%d tries: %v", tries, err)
			}
		})
	})
	t.Run("ErrLockedForMinutes", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			err := untilUnlocked(t.Context(), func() error { time.Sleep(2 * time.Second); return locked })
			if !errors.Is(err, locked) || !strings.Contains(err.Error(), "pg_stat_activity") {
				t.Error(err)
			}
		})
	})
	t.Run("ErrOther", func(t *testing.T) {
		t.Parallel()
		other := errors.New("no such table")
		if err := untilUnlocked(t.Context(), func() error { return other }); err != other {
			t.Error(err)
		}
	})
	t.Run("ErrCancelled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		if err := untilUnlocked(ctx, func() error { cancel(); return locked }); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}
