package store

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"ringer/engine/journal"
)

// dialect is what the two databases do not have in common. All else, the queries, the tables and their migrations, they share.
type dialect struct {
	goose goose.Dialect
	// concurrent says that several programs may migrate the tables at the same moment.
	concurrent bool
	// connect opens the pools of a store.
	connect func(ctx context.Context, s *Store, address string) error
	// tables opens what the tables are changed on, which may take its time.
	tables func(ctx context.Context, s *Store) (*sqlx.DB, error)
	// carrier makes what carries its appends out.
	carrier func(ctx context.Context, s *Store) (func([]*request) error, error)
	// holdHome ends a query that reads a home, so that nobody claims it before the transaction is over.
	holdHome string
	// holdSession ends a query that reads a session's row, so that nobody deletes it before the transaction is over. Appends go on.
	holdSession string
	// remote says that a commit may be stored although its answer was lost.
	remote bool
	// explain gives the commonest mistakes in an address a message of their own.
	explain func(address string, err error) error
	// erased is called after rows have been deleted, so that nothing of them stays behind in the file.
	erased func(ctx context.Context, s *Store) error
}

var sqliteDialect = &dialect{
	goose:   goose.DialectSQLite3,
	connect: connectSQLite,
	tables:  func(_ context.Context, s *Store) (*sqlx.DB, error) { return s.writes, nil },
	carrier: func(ctx context.Context, s *Store) (func([]*request) error, error) {
		c, err := newSQLiteCarrier(ctx, s.writes)
		if err != nil {
			return nil, err
		}
		return c.carry, nil
	},
	explain: explainSQLite,
	erased:  eraseSQLite,
}

var postgresDialect = &dialect{
	goose:      goose.DialectPostgres,
	concurrent: true,
	connect:    connectPostgres,
	tables:     patientPostgres,
	carrier: func(ctx context.Context, s *Store) (func([]*request) error, error) {
		c, err := newPostgresCarrier(ctx, s)
		if err != nil {
			return nil, err
		}
		return c.carry, nil
	},
	holdHome:    " FOR SHARE OF h",
	holdSession: " FOR KEY SHARE",
	remote:      true,
	explain:     explainPostgres,
	erased:      func(context.Context, *Store) error { return nil }, // left to its vacuum
}

func dialectOf(address string) *dialect {
	if IsPostgres(address) {
		return postgresDialect
	}
	return sqliteDialect
}

// commitFault is the fault of a commit that failed.
func (d *dialect) commitFault(doing string, err error) error {
	if d.remote && !answered(err) {
		return fmt.Errorf("store: %s: %w: %w", doing, journal.ErrOutcomeUnknown, err)
	}
	return fault(doing, err)
}
