package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/lib/pq"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ringer/engine/journal"
)

// fault says what was being done when an error came, and gives a driver's error its code: a row that is not there is
// journal.ErrNotFound; all else but what the database has against the values themselves is journal.ErrUnavailable.
func fault(doing string, err error) error {
	var refused *journal.Refused
	var taken *journal.Taken
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("store: %s: %w", doing, journal.ErrNotFound)
	case errors.As(err, &refused), errors.As(err, &taken), errors.Is(err, journal.ErrNotFound), errors.Is(err, journal.ErrUnavailable),
		errors.Is(err, journal.ErrOutcomeUnknown), errors.Is(err, context.Canceled), unacceptable(err):
		return fmt.Errorf("store: %s: %w", doing, err)
	}
	return fmt.Errorf("store: %s: %w: %w", doing, journal.ErrUnavailable, err)
}

// unacceptable tells whether a database refused the values themselves. Trying again would not help.
func unacceptable(err error) bool {
	switch code := postgresCode(err); code[:2] {
	case "22", "23", "54": // data exception, broken constraint, a limit of the program
		return true
	case none[:2]:
		return sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT
	}
	return false
}

// doubled tells whether Postgres refused a row because another transaction has just stored one with the same key.
func doubled(err error) bool { return postgresCode(err) == "23505" }

// timedOut tells whether Postgres gave a statement up because it took too long, or waited too long for a lock.
func timedOut(err error) bool {
	code := postgresCode(err)
	return code == "57014" || code == "55P03"
}

// answered tells whether Postgres itself reported the error and lives on: then it has stored nothing. A connection that broke
// tells nothing, and one that the server ended may have been ended after the commit.
func answered(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && !e.Fatal()
}

// none stands for the code of an error that is none of Postgres's own.
const none = "-----"

func postgresCode(err error) string {
	var e *pq.Error
	if errors.As(err, &e) && len(e.Code) == len(none) {
		return string(e.Code)
	}
	return none
}

// sqliteCode returns SQLite's primary result code, 0 for an error that is none of its own.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}
