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

	"ringer/engine/journal"
)

// readPoolSize bounds the connections that read. Reads are short, so more would not help.
const readPoolSize = 8

// connectSQLite opens the file at path, or creates it. One process uses it at a time.
func connectSQLite(ctx context.Context, s *Store, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("store: find the database: %w", err)
	}
	if err := checkPath(path); err != nil {
		return err
	}
	if s.ReadsOnly != nil {
		if err := checkFile(path); err != nil {
			return err
		}
	}
	if err := s.takeLock(path); err != nil {
		return err
	}
	if s.file, err = openFile(path); err != nil {
		return err
	}
	// Transactions take the write lock when they begin: after a read they cannot always get it. One
	// connection writes, since several that wait for the lock starve each other.
	mode := "rw"
	if s.ReadsOnly != nil {
		mode = "ro"
	}
	if s.writes, err = openSQLite(ctx, path, 1, url.Values{"_txlock": {"immediate"}, "mode": {mode}}); err != nil {
		return fmt.Errorf("store: open the database %s: %w", path, err)
	}
	s.closers = append(s.closers, s.writes)
	s.commitQueue = &commitQueue{db: s.writes, file: s.file}
	if s.reads, err = openSQLite(ctx, path, readPoolSize, url.Values{"_query_only": {"1"}, "mode": {mode}}); err != nil {
		return fmt.Errorf("store: open the database %s: %w", path, err)
	}
	s.closers = append(s.closers, s.reads)
	if s.ReadsOnly != nil {
		return nil
	}
	s.Notes = append(s.Notes, s.file.restrict()...)
	return s.file.watchBeside()
}

// checkPath explains the commonest mistakes. SQLite would only say that it cannot open the file.
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

// checkpointPages is how many pages of 4 KiB the write-ahead log has when SQLite copies them, each
// once. With SQLite's own 1,000, a server with 50 busy sessions flushed ten times a second.
const checkpointPages = 4000

// openSQLite opens a pool. With synchronous(FULL) a commit survives a loss of power, and with
// secure_delete deleted rows are overwritten.
func openSQLite(ctx context.Context, path string, connections int, options url.Values) (*sqlx.DB, error) {
	options["_pragma"] = []string{
		"busy_timeout(5000)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)", fmt.Sprintf("wal_autocheckpoint(%d)", checkpointPages),
	}
	if options.Get("mode") != "ro" { // it changes the file
		options.Add("_pragma", "journal_mode(WAL)")
	}
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	// sqlx does not know the driver's name, and so keeps question marks, which SQLite uses.
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// eraseSQLite empties the write-ahead log. It still has the pages from before the delete. It waits
// for those who read from the log now.
func eraseSQLite(ctx context.Context, s *Store) error {
	var done struct{ Busy, Log, Checkpointed int }
	err := s.writes.GetContext(ctx, &done, "PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil && done.Busy != 0 {
		err = fmt.Errorf("%w: somebody reads from it; what was deleted stays in it until the next deletion", journal.ErrOutcomeUnknown)
	}
	if err != nil {
		return fault("empty the write-ahead log", err)
	}
	return nil
}
