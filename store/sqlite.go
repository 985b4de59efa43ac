package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/jmoiron/sqlx"
	sqlite3 "modernc.org/sqlite/lib"
)

// readers bounds the connections that read: a read is short, and more of them run no faster than the cores.
const readers = 8

// connectSQLite opens the database in the file at path, and makes it if there is none. One process uses it at a time.
func connectSQLite(ctx context.Context, s *Store, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("store: find the database: %w", err)
	}
	if err := checkPath(path); err != nil {
		return err
	}
	l, err := takeLock(path)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, l)
	// A transaction that begins by reading could not always go on to write, so the writer's are immediate. It has one
	// connection, which all writing waits for: SQLite lets one transaction write, and several that try starve each other.
	if s.writes, err = openSQLite(ctx, path, 1, url.Values{"_txlock": {"immediate"}}); err != nil {
		return fmt.Errorf("store: open the database %s: %w", path, err)
	}
	s.closers = append(s.closers, s.writes)
	s.commits = &commits{db: s.writes}
	if s.reads, err = openSQLite(ctx, path, readers, url.Values{"_query_only": {"1"}}); err != nil {
		return fmt.Errorf("store: open the database %s: %w", path, err)
	}
	s.closers = append(s.closers, s.reads)
	return nil
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

func explainSQLite(path string, err error) error {
	if sqliteCode(err) == sqlite3.SQLITE_NOTADB {
		return fmt.Errorf("store: %s is not an SQLite database; choose another file", path)
	}
	return err
}

// openSQLite opens a pool on the file at an absolute path. FULL makes each commit outlive a loss of power; what is deleted is
// overwritten.
func openSQLite(ctx context.Context, path string, connections int, options url.Values) (*sqlx.DB, error) {
	options["_pragma"] = []string{"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)"}
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn.String()) // sqlx does not know the name, and leaves question marks as they are
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// eraseSQLite empties the write-ahead log, which still holds the pages as they were.
func eraseSQLite(ctx context.Context, s *Store) error {
	if _, err := s.writes.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return fault("empty the write-ahead log", err)
	}
	return nil
}
