package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	sqlite3 "modernc.org/sqlite/lib"

	"ringer/engine"
)

// readers bounds the connections that read: a read is short, and more of them run no faster than the cores.
const readers = 8

// Store is an engine.Store on a SQLite file.
type Store struct {
	lock *lock
	// writer has one connection, which all writing waits for: SQLite lets one transaction write, and several that try
	// starve each other. reader sees what has been committed.
	writer, reader *sqlx.DB
	statements     *statements
	groups         *grouper

	close    sync.Once
	closeErr error
}

var _ engine.Store = (*Store)(nil)

// OpenSQLite opens the database in the file at path, and makes it if there is none. One process uses it at a time.
func OpenSQLite(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("store: find the database: %w", err)
	}
	if err := checkPath(path); err != nil {
		return nil, err
	}
	l, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	s := &Store{lock: l}
	if err := s.open(ctx, path); err != nil {
		s.Close()
		if sqliteCode(err) == sqlite3.SQLITE_NOTADB {
			return nil, fmt.Errorf("store: %s is not an SQLite database; choose another file", path)
		}
		return nil, err
	}
	return s, nil
}

// checkPath gives the commonest mistakes a message of their own; SQLite only says that it cannot open the file.
func checkPath(path string) error {
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) || err == nil && !info.IsDir() {
		return fmt.Errorf("store: there is no folder %s for the database; create it, or choose another path", folder)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("store: %s is a folder; name a file in it for the database", path)
	}
	return nil
}

func (s *Store) open(ctx context.Context, path string) (err error) {
	// A transaction that begins by reading could not always go on to write, so the writer's are immediate.
	if s.writer, err = connect(ctx, path, 1, url.Values{"_txlock": {"immediate"}}); err != nil {
		return fmt.Errorf("store: open the database %s: %w", path, err)
	}
	if err := migrate(ctx, goose.DialectSQLite3, s.writer.DB); err != nil {
		return err
	}
	if s.reader, err = connect(ctx, path, readers, url.Values{"_query_only": {"1"}}); err != nil {
		return fmt.Errorf("store: open the database %s: %w", path, err)
	}
	if s.statements, err = prepare(ctx, s.reader); err != nil {
		return fmt.Errorf("store: prepare: %w", err)
	}
	c, err := newCarrier(ctx, s.writer)
	if err != nil {
		return fmt.Errorf("store: prepare: %w", err)
	}
	s.groups = startGrouper(c.carry)
	return nil
}

// connect opens a pool on the file at an absolute path. FULL makes each commit outlive a loss of power.
func connect(ctx context.Context, path string, connections int, options url.Values) (*sqlx.DB, error) {
	options["_pragma"] = []string{"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// Close carries out the appends that wait, and closes the database. What comes later gets engine.ErrUnavailable.
func (s *Store) Close() error {
	s.close.Do(func() {
		if s.groups != nil {
			s.groups.close()
		}
		var errs []error
		for _, db := range []*sqlx.DB{s.reader, s.writer} {
			if db != nil {
				errs = append(errs, db.Close())
			}
		}
		errs = append(errs, s.lock.release())
		if err := errors.Join(errs...); err != nil {
			s.closeErr = fmt.Errorf("store: close: %w", err)
		}
	})
	return s.closeErr
}

// Ping implements engine.Store.
func (s *Store) Ping(ctx context.Context) error {
	if _, err := s.reader.ExecContext(ctx, "SELECT 1 FROM homes LIMIT 1"); err != nil {
		return fault("ping", err)
	}
	return nil
}

// write runs f in a transaction.
func (s *Store) write(ctx context.Context, doing string, f func(tx *sqlx.Tx) error) error {
	tx, err := s.writer.BeginTxx(ctx, nil)
	if err != nil {
		return fault(doing, err)
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(tx); err != nil {
		return fault(doing, err)
	}
	if err := tx.Commit(); err != nil {
		return fault(doing, err)
	}
	return nil
}
