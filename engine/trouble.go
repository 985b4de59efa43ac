package engine

import (
	"errors"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	// awayRetry is how long a home waits for a database that is away: its acts are late by no more than that when it is back.
	awayRetry = 500 * time.Millisecond
	// faultRetry is how long a home waits after a fault of its own, twice as long after each one more, up to maxFaultRetry.
	faultRetry    = time.Second
	maxFaultRetry = time.Minute
)

// trouble logs what hinders the homes: once when the database goes away and once when it is back, however many homes wait.
type trouble struct {
	log  *slog.Logger
	away atomic.Bool
}

// retry notes that a home could not be brought up to date, and returns how long to wait before the next try.
func (t *trouble) retry(home string, err error, failures int) time.Duration {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrOutcomeUnknown) {
		if t.away.CompareAndSwap(false, true) {
			t.log.Error("the database does not answer; what is due waits for it", slog.Any("error", err))
		}
		return awayRetry
	}
	t.log.Error("a home could not be brought up to date; it is tried again", slog.String("home", home), slog.Any("error", err))
	return min(faultRetry<<min(failures, 10), maxFaultRetry)
}

// over notes that the database has answered.
func (t *trouble) over() {
	if t.away.Load() && t.away.CompareAndSwap(true, false) {
		t.log.Info("the database answers again")
	}
}
