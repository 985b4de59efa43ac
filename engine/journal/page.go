package journal

import (
	"context"

	"ringer/engine/game"
)

// PageSize is how many events one read of a log returns at most.
const PageSize = 500

// PageFunc reads the events of one log after a seq, at most limit.
type PageFunc func(ctx context.Context, after int64, limit int) ([]game.Event, error)

// Log reads the events of logs. A Store is one.
type Log interface {
	Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error)
}

// Pages returns a function that reads pages of a session's log.
func Pages(log Log, session string) PageFunc {
	return func(ctx context.Context, after int64, limit int) ([]game.Event, error) {
		return log.Events(ctx, session, after, limit)
	}
}

// Read reads a log page by page and passes each event after a seq to take. It stops at the end of
// the log, or when take returns false.
func Read(ctx context.Context, page PageFunc, after int64, take func(game.Event) bool) error {
	for {
		events, err := page(ctx, after, PageSize)
		if err != nil {
			return err
		}
		for _, e := range events {
			if !take(e) {
				return nil
			}
			after = e.Seq
		}
		if len(events) < PageSize {
			return nil
		}
	}
}
