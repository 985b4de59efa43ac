package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// Store is a journal.Store on a database.
type Store struct {
	// Notes say what Open has found or changed that an operator should know.
	Notes []string
	// Tables is the version of the tables, and Before their version before Open.
	Tables, Before int64
	// ReadsOnly is why nobody may write: journal.ErrInspecting, ErrCopied, or nil. The engine obeys
	// it.
	ReadsOnly error

	dialect *dialect
	address string
	// writes runs the transactions. Appends on Postgres have a connection of their own.
	writes *sqlx.DB
	// reads runs the queries outside of transactions. On Postgres it is the same pool as writes.
	reads *sqlx.DB
	// commitQueue runs the transactions that are not appends on SQLite. It is nil on Postgres.
	commitQueue *commitQueue
	// file is the file of an SQLite database. It is nil on Postgres.
	file *databaseFile
	// beats is the pool for beats. It is nil on SQLite.
	beats      *sqlx.DB
	statements statements
	grouper    *grouper

	closers  []io.Closer // closed in reverse order
	close    sync.Once
	closeErr error
}

var _ journal.Store = (*Store)(nil)

// Open opens a database and migrates its tables. The address is a URL for Postgres, such as
// postgres://user@host/name, or the path of an SQLite file. The observers are called after each
// group of appends, which the next group waits for.
func Open(ctx context.Context, address string, observers ...func(GroupStats)) (*Store, error) {
	return OpenFor(ctx, Maintain, address, observers...)
}

// OpenFor is Open for a use. A database that is only read is not migrated.
func OpenFor(ctx context.Context, use Use, address string, observers ...func(GroupStats)) (*Store, error) {
	s := &Store{dialect: dialectOf(address)}
	observe := func(g GroupStats) {
		for _, f := range observers {
			f(g)
		}
	}
	if err := s.open(ctx, use, address, observe); err != nil {
		s.Close()
		return nil, s.dialect.explain(address, err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, use Use, address string, observe func(GroupStats)) error {
	if use == Inspect {
		s.ReadsOnly = journal.ErrInspecting
	}
	err := s.connect(ctx, address)
	if err == nil {
		err = s.compareOrigin(ctx, use)
	}
	if err == nil {
		err = s.update(ctx, use)
	}
	if err == nil {
		err = s.start(ctx, observe)
	}
	return err
}

func (s *Store) update(ctx context.Context, use Use) error {
	if s.ReadsOnly != nil {
		return s.checkVersion(ctx)
	}
	if _, err := s.migrate(ctx); err != nil || use == Maintain {
		return err
	}
	return s.sign(ctx)
}

func (s *Store) connect(ctx context.Context, address string) error {
	if err := s.dialect.connect(ctx, s, address); err != nil {
		return err
	}
	return s.dialect.checkEncoding(ctx, s)
}

func (s *Store) start(ctx context.Context, observe func(GroupStats)) error {
	if err := s.prepare(ctx); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	a, err := s.dialect.appender(ctx, s)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.grouper = startGrouper(a, observe)
	return nil
}

// Migrate migrates the tables to this version, which it returns. Adopt makes a copy a database of
// its own.
func Migrate(ctx context.Context, use Use, address string) (version int64, err error) {
	s := &Store{dialect: dialectOf(address)}
	defer s.Close()
	if err = s.connect(ctx, address); err == nil {
		version, err = s.migrate(ctx)
	}
	if err == nil && use == Adopt {
		err = s.sign(ctx)
	}
	return version, s.dialect.explain(address, err)
}

// Close stores the appends that wait. Later calls get journal.ErrUnavailable.
func (s *Store) Close() error {
	s.close.Do(func() {
		if s.grouper != nil {
			s.grouper.close()
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

// callLimit bounds a read or a transaction with its wait for a connection. It is above the timeout
// of one statement. When the network is silent all connections are stuck, and callers must not be.
const callLimit = 10 * time.Second

func (s *Store) readRow(ctx context.Context, stmt *sqlx.Stmt, row any, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return stmt.GetContext(ctx, row, args...)
}

// readRows reads into a pointer to a slice.
func (s *Store) readRows(ctx context.Context, stmt *sqlx.Stmt, rows any, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return stmt.SelectContext(ctx, rows, args...)
}

// get is readRow for a query that is not prepared.
func (s *Store) get(ctx context.Context, row any, query string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return s.reads.GetContext(ctx, row, s.reads.Rebind(query), args...)
}

// find is readRows for a query that is not prepared.
func (s *Store) find(ctx context.Context, rows any, query string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return s.reads.SelectContext(ctx, rows, s.reads.Rebind(query), args...)
}

// change runs one statement in a transaction. It reports whether that has changed a row.
func (s *Store) change(ctx context.Context, doing, query string, args ...any) (done bool, err error) {
	err = s.write(ctx, doing, func(ctx context.Context, tx *sqlx.Tx) error {
		done, err = execute(ctx, tx, query, args...)
		return err
	})
	return done, err
}

// execute is change inside a transaction.
func execute(ctx context.Context, tx *sqlx.Tx, query string, args ...any) (bool, error) {
	result, err := tx.ExecContext(ctx, tx.Rebind(query), args...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// write runs f in a transaction. A connection lost during the commit is journal.ErrOutcomeUnknown.
// A connection to a read-only database stays so, so the next write opens another.
func (s *Store) write(ctx context.Context, doing string, f func(ctx context.Context, tx *sqlx.Tx) error) error {
	err := s.transact(ctx, doing, f)
	if errors.Is(err, journal.ErrReadOnly) {
		idle := s.writes.Stats().MaxOpenConnections
		s.writes.SetMaxIdleConns(0) // closes those that are idle
		s.writes.SetMaxIdleConns(idle)
	}
	return err
}

func (s *Store) transact(ctx context.Context, doing string, f func(ctx context.Context, tx *sqlx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	if s.commitQueue != nil {
		if err := s.commitQueue.run(ctx, f); err != nil {
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

func decode[R, T any](rows []R, convert func(*R) (T, error)) ([]T, error) {
	list := make([]T, len(rows))
	for i := range rows {
		var err error
		if list[i], err = convert(&rows[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}
