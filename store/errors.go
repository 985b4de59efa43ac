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

// fault wraps an error with what was being done, and gives a driver's error its code. A missing row
// is journal.ErrNotFound. An error about the values themselves has no code. Every other error is
// journal.ErrUnavailable.
func fault(doing string, err error) error {
	_, refused := errors.AsType[*journal.Refused](err)
	_, taken := errors.AsType[*journal.ExternalIDTaken](err)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("store: %s: %w", doing, journal.ErrNotFound)
	case refused, taken, errors.Is(err, journal.ErrNotFound), errors.Is(err, journal.ErrUnavailable),
		errors.Is(err, journal.ErrOutcomeUnknown), errors.Is(err, context.Canceled), valuesRefused(err):
		return fmt.Errorf("store: %s: %w", doing, err)
	}
	return fmt.Errorf("store: %s: %w: %w", doing, journal.ErrUnavailable, err)
}

// valuesRefused reports whether a database refused the values themselves. Then a retry would not
// help.
func valuesRefused(err error) bool {
	switch code := postgresCode(err); code[:2] {
	case "22", "23", "54": // data exception, broken constraint, a limit of the program
		return true
	case noCode[:2]:
		return sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT
	}
	return false
}

// duplicateKey reports whether Postgres refused a row because another transaction has just stored a
// row with the same key.
func duplicateKey(err error) bool { return postgresCode(err) == "23505" }

// timedOut reports whether Postgres aborted a statement that took too long, or that waited too long
// for a lock.
func timedOut(err error) bool {
	code := postgresCode(err)
	return code == "57014" || code == "55P03"
}

// answered reports whether Postgres itself reported the error and keeps the connection open. Then
// it has stored nothing. After any other error it may have stored something: a server may even end
// a connection after the commit.
func answered(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && !e.Fatal()
}

// noCode stands for the code of an error that is not from Postgres.
const noCode = "-----"

func postgresCode(err error) string {
	if e, ok := errors.AsType[*pq.Error](err); ok && len(e.Code) == len(noCode) {
		return string(e.Code)
	}
	return noCode
}

// sqliteCode returns SQLite's primary result code; 0 for an error that is not from SQLite.
func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}
