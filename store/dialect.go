package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"ringer/engine/journal"
)

// dialect holds what differs between the databases: they share tables, migrations and queries.
type dialect struct {
	goose   goose.Dialect
	connect func(ctx context.Context, s *Store, address string) error
	// migrationPool returns the pool that migrates the tables. Its statements may take long.
	migrationPool func(ctx context.Context, s *Store) (*sqlx.DB, error)
	// checkEncoding refuses a database that cannot store every text.
	checkEncoding func(ctx context.Context, s *Store) error
	appender      func(ctx context.Context, s *Store) (appender, error)
	// lockHome ends a query that reads a home. Nobody claims the home before the transaction is
	// over.
	lockHome string
	// lockTenant ends a query that reads a tenant, for a transaction that counts what it has.
	lockTenant string
	// skipLocked ends a query that selects homes, so that two programs never take the same ones.
	skipLocked string
	// lockSession ends a query that reads a session's row. Nobody deletes the row before the
	// transaction is over, but appends go on.
	lockSession string
	// lockRow ends a query that reads a row. All who lock the row wait.
	lockRow string
	// shareRow ends a query that reads a row. Nobody changes it before the transaction is over.
	shareRow string
	// remote says that several programs may use the database, and that a commit may be stored
	// although its answer was lost.
	remote bool
	// explain adds a hint to the error of a common mistake in an address.
	explain func(address string, err error) error
	// selectTime returns the database's own clock in microseconds; empty if it has none.
	selectTime string
	// erase runs after rows have been deleted, so that no trace of them remains in the file.
	erase func(ctx context.Context, s *Store) error
}

var sqliteDialect = &dialect{
	goose:         goose.DialectSQLite3,
	connect:       connectSQLite,
	migrationPool: func(_ context.Context, s *Store) (*sqlx.DB, error) { return s.writes, nil },
	// An SQLite file has UTF-8 or UTF-16, and both have every character.
	checkEncoding: func(context.Context, *Store) error { return nil },
	appender:      newSQLiteAppender,
	explain:       explainSQLite,
	erase:         eraseSQLite,
}

var postgresDialect = &dialect{
	goose:         goose.DialectPostgres,
	connect:       connectPostgres,
	migrationPool: migrationPoolPostgres,
	checkEncoding: checkEncodingPostgres,
	appender:      newPostgresAppender,
	lockHome:      " FOR SHARE OF h",
	lockTenant:    " FOR NO KEY UPDATE",
	skipLocked:    " FOR UPDATE OF h SKIP LOCKED",
	lockSession:   " FOR KEY SHARE",
	lockRow:       " FOR UPDATE",
	shareRow:      " FOR SHARE",
	remote:        true,
	explain:       explainPostgres,
	selectTime:    `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)`,
	// Postgres frees deleted rows when it vacuums. docs/operations.md says what its files keep.
	erase: func(context.Context, *Store) error { return nil },
}

func dialectOf(address string) *dialect {
	if IsPostgres(address) {
		return postgresDialect
	}
	return sqliteDialect
}

func (d *dialect) commitFault(doing string, err error) error {
	if d.remote && !answered(err) {
		return fmt.Errorf("store: %s: %w: %w", doing, journal.ErrOutcomeUnknown, err)
	}
	return fault(doing, err)
}
