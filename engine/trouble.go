package engine

import (
	"errors"
	"log/slog"
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
	// aloneAfter is how often in a row the database must fail a home before that is logged. A lost
	// connection fails each home about once.
	aloneAfter = 10
)

// trouble logs why steps of homes fail. While the database is away, health has logged that, and
// trouble says nothing about the homes that wait.
type trouble struct {
	log    *slog.Logger
	health *health
}

// retry logs that the step of a home failed. It returns how long to wait before the next try.
func (t *trouble) retry(home string, err error, failures int) time.Duration {
	if errors.Is(err, journal.ErrUnavailable) || errors.Is(err, journal.ErrOutcomeUnknown) {
		t.health.note(err)
		if failures == aloneAfter && t.health.state() == nil {
			t.log.Error("the database refuses what a home sends, but stores other things; the home is tried again", slog.String("home", home), slog.Any("error", err))
		}
		return awayRetry
	}
	if home == "" {
		t.log.Error("the homes that need somebody could not be looked for; it is tried again", slog.Any("error", err))
		return faultRetry
	}
	t.log.Error("a home could not be brought up to date; it is tried again", slog.String("home", home), slog.Any("error", err))
	return min(faultRetry<<min(failures, 10), maxFaultRetry)
}
