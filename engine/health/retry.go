package health

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

// Retry logs that the step of a home failed, or with no home the search for homes. It returns how
// long to wait before the next try. While the database is away, the monitor has logged that, and
// Retry says nothing about the homes that wait.
func (h *Monitor) Retry(home string, err error, failures int) time.Duration {
	if errors.Is(err, journal.ErrUnavailable) || errors.Is(err, journal.ErrOutcomeUnknown) {
		h.note(err)
		if failures == aloneAfter && h.state() == nil {
			h.log.Error("the database refuses what a home sends, but stores other things; the home is tried again", slog.String("home", home), slog.Any("error", err))
		}
		return awayRetry
	}
	if home == "" {
		h.log.Error("the homes that need somebody could not be looked for; it is tried again", slog.Any("error", err))
		return faultRetry
	}
	h.log.Error("a home could not be brought up to date; it is tried again", slog.String("home", home), slog.Any("error", err))
	return min(faultRetry<<min(failures, 10), maxFaultRetry)
}
