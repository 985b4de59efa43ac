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

// fault wraps an error with what was being done, and gives a driver's error its code.
func fault(doing string, err error) error { return fmt.Errorf("store: %s: %w", doing, coded(err)) }

// coded gives a driver's error its code: journal.ErrNotFound, ErrValueRefused, or none for a broken
// constraint. Every other error is journal.ErrUnavailable.
func coded(err error) error {
	_, refused := errors.AsType[*journal.Refused](err)
	_, held := errors.AsType[*journal.Held](err)
	_, full := errors.AsType[*journal.QuotaReached](err)
	_, taken := errors.AsType[*journal.ExternalIDTaken](err)
	switch {
	case valueRefused(err):
		return fmt.Errorf("%w: %w", journal.ErrValueRefused, err)
	case errors.Is(err, sql.ErrNoRows):
		return journal.ErrNotFound
	case refused, taken, full, held, errors.Is(err, journal.ErrNotFound), errors.Is(err, journal.ErrNotOwner), errors.Is(err, journal.ErrUnavailable),
		errors.Is(err, journal.ErrOutcomeUnknown), errors.Is(err, context.Canceled), constraintBroken(err):
		return err
	}
	return unavailable(err)
}

// unavailable returns journal.ErrUnavailable with the driver's error, and the cause if it shows
// one.
func unavailable(err error) error {
	if ofPooler(err) {
		return fmt.Errorf("%w: %w; %s", journal.ErrUnavailable, err, adviceOnPooler)
	}
	if cause := causeOf(err); cause != nil {
		return fmt.Errorf("%w: %w: %w", journal.ErrUnavailable, cause, err)
	}
	return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
}

// causeOf returns why a database stores nothing, or nil if the driver's error does not show it.
func causeOf(err error) error {
	switch postgresCode(err) {
	case diskFull:
		return journal.ErrFull
	case readOnly:
		return journal.ErrReadOnly
	case lockTimeout:
		return journal.ErrLocked
	}
	switch sqliteCode(err) {
	case sqlite3.SQLITE_FULL:
		return journal.ErrFull
	case sqlite3.SQLITE_READONLY:
		return journal.ErrReadOnly
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return journal.ErrLocked
	}
	return nil
}

// valueRefused reports whether a database refused a value itself: its characters, its size, or what
// a check says. A retry would not help.
func valueRefused(err error) bool {
	switch code := postgresCode(err); code[:2] {
	case "22", "54": // data exception, a limit of the program
		return true
	case "23":
		return code == "23514" // a check
	}
	return sqliteCode(err) == sqlite3.SQLITE_TOOBIG
}

func constraintBroken(err error) bool {
	return postgresCode(err)[:2] == "23" || sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT
}

// duplicateKey reports whether another transaction has just stored a row with the same key.
func duplicateKey(err error) bool { return postgresCode(err) == "23505" }

// keyTaken reports whether another transaction has just stored an event with the same key.
func keyTaken(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && duplicateKey(err) && e.Constraint == "events_key"
}

// partRefused reports whether append.sql has divided by zero, and so stored nothing, because some
// appends that belong together could not be stored.
func partRefused(err error) bool { return postgresCode(err) == "22012" }

// timedOut reports whether a statement took too long, or waited too long for a lock.
func timedOut(err error) bool {
	code := postgresCode(err)
	return code == "57014" || code == lockTimeout
}

// tableLocked reports whether Postgres waited too long for the lock of a table. After waiting for a
// row, the error would name that row.
func tableLocked(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && string(e.Code) == lockTimeout && e.Where == ""
}

// answered reports whether Postgres itself reported the error and keeps the connection open. Then
// it has stored nothing. After a fatal error it may have: a server may end a connection after the
// commit.
func answered(err error) bool {
	e, ok := errors.AsType[*pq.Error](err)
	return ok && !e.Fatal()
}

const (
	noCode      = "-----"
	diskFull    = "53100"
	lockTimeout = "55P03"
	// readOnly is the code of a server that has become a standby, or that takes no writes.
	readOnly = "25006"
	// noColumn and notSupported are the codes of databases that only resemble Postgres.
	noColumn     = "42703"
	notSupported = "0A000"
)

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
