package engine

import (
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"ringer/engine/journal"
)

const (
	// awayRetry is how long a home waits when the database does not answer. After the database is
	// back, acts are late by at most this time.
	awayRetry = 500 * time.Millisecond
	// faultRetry is how long a home waits after another fault. The wait doubles with each fault.
	faultRetry = time.Second
	// maxFaultRetry bounds that wait.
	maxFaultRetry = time.Minute
)

// trouble logs why steps of homes fail. It logs once when the database stops answering and once
// when it answers again, however many homes wait.
type trouble struct {
	log  *slog.Logger
	away atomic.Bool
}

// retry logs that the step of a home failed. It returns how long to wait before the next try.
func (t *trouble) retry(home string, err error, failures int) time.Duration {
	if errors.Is(err, journal.ErrUnavailable) || errors.Is(err, journal.ErrOutcomeUnknown) {
		if t.away.CompareAndSwap(false, true) {
			t.log.Error("the database does not answer; due messages and votes wait for it", slog.Any("error", err))
		}
		return awayRetry
	}
	t.log.Error("a home could not be brought up to date; it is tried again", slog.String("home", home), slog.Any("error", err))
	return min(faultRetry<<min(failures, 10), maxFaultRetry)
}

// databaseAnswered notes that the database has answered.
func (t *trouble) databaseAnswered() {
	if t.away.Load() && t.away.CompareAndSwap(true, false) {
		t.log.Info("the database answers again")
	}
}
