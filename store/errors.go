package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ringer/engine"
)

// fault says what was being done when an error came, and gives a driver's error its code: a row that is not there is
// engine.ErrNotFound; all else but a broken constraint, which is a fault of the caller, is engine.ErrUnavailable.
func fault(doing string, err error) error {
	var refused *engine.Refused
	var taken *engine.Taken
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("store: %s: %w", doing, engine.ErrNotFound)
	case errors.As(err, &refused), errors.As(err, &taken), errors.Is(err, engine.ErrNotFound),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT:
		return fmt.Errorf("store: %s: %w", doing, err)
	}
	return fmt.Errorf("store: %s: %w: %w", doing, engine.ErrUnavailable, err)
}

// sqliteCode returns SQLite's primary result code, 0 for an error that is none of its own.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}
