package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// Store is an journal.Store on a database.
type Store struct {
	dialect *dialect
	address string
	// writes carries the transactions of everything but appends, reads the rest. On Postgres they are one pool.
	writes, reads *sqlx.DB
	commits       *commits // carries the transactions on SQLite
	statements    statements
	groups        *grouper

	closers  []io.Closer // closed in reverse order
	close    sync.Once
	closeErr error
}

var _ journal.Store = (*Store)(nil)

// Open opens the database that an address names, brings its tables to this version and returns a store on it: Postgres for
// postgres://user@host/name, else the SQLite file at that path. Each of carried is told of each group of appends, by one
// goroutine that the next group waits for.
func Open(ctx context.Context, address string, carried ...func(Group)) (*Store, error) {
	s := &Store{dialect: dialectOf(address)}
	tell := func(g Group) {
		for _, f := range carried {
			f(g)
		}
	}
	if err := s.open(ctx, address, tell); err != nil {
		s.Close()
		return nil, s.dialect.explain(address, err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, address string, carried func(Group)) error {
	if err := s.dialect.connect(ctx, s, address); err != nil {
		return err
	}
	if _, err := s.migrate(ctx); err != nil {
		return err
	}
	var err error
	if s.statements, err = prepare(ctx, s.reads); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	carry, err := s.dialect.carrier(ctx, s)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.groups = startGrouper(carry, carried)
	return nil
}

// Migrate brings the tables of a database to this version, and returns it. Open does so, too.
func Migrate(ctx context.Context, address string) (version int64, err error) {
	s := &Store{dialect: dialectOf(address)}
	defer s.Close()
	if err = s.dialect.connect(ctx, s, address); err == nil {
		version, err = s.migrate(ctx)
	}
	return version, s.dialect.explain(address, err)
}

// IsPostgres tells whether an address is that of a Postgres.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Close carries out the appends that wait, and closes the database. What comes later gets journal.ErrUnavailable.
func (s *Store) Close() error {
	s.close.Do(func() {
		if s.groups != nil {
			s.groups.close()
		}
		var errs []error
		for _, c := range slices.Backward(s.closers) {
			errs = append(errs, c.Close())
		}
		if err := errors.Join(errs...); err != nil {
			s.closeErr = fmt.Errorf("store: close: %w", err)
		}
	})
	return s.closeErr
}

// Ping implements journal.Store.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	if _, err := s.reads.ExecContext(ctx, "SELECT 1 FROM homes LIMIT 1"); err != nil {
		return fault("ping", err)
	}
	return nil
}

// callLimit bounds a read or a transaction, the wait for a connection with it: it is above what one statement may take, and
// somebody waits for an answer. When the network falls silent all connections hang, and whoever waits for one must not wait on.
const callLimit = 10 * time.Second

// one reads one row, many reads several.
func (s *Store) one(ctx context.Context, stmt *sqlx.Stmt, row any, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return stmt.GetContext(ctx, row, args...)
}

func (s *Store) many(ctx context.Context, stmt *sqlx.Stmt, rows any, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return stmt.SelectContext(ctx, rows, args...)
}

// write runs f in a transaction. When its commit is cut off nobody knows what became of it.
func (s *Store) write(ctx context.Context, doing string, f func(ctx context.Context, tx *sqlx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	if s.commits != nil {
		if err := s.commits.take(ctx, f); err != nil {
			return fault(doing, err)
		}
		return nil
	}
	tx, err := s.writes.BeginTxx(ctx, nil)
	if err != nil {
		return fault(doing, err)
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(ctx, tx); err != nil {
		return fault(doing, err)
	}
	if err := tx.Commit(); err != nil {
		return s.dialect.commitFault(doing, err)
	}
	return nil
}
