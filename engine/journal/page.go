package journal

import (
	"context"

	"ringer/engine/session"
)

// PageSize is how many events one read of a log returns at most.
const PageSize = 500

// PageBytes bounds the payloads of one read. It ends with the event that reaches this. A usual page
// is smaller, while 500 of the largest events would take 100 MB.
const PageBytes = 64 << 10

// PageFunc reads the events of one log after a seq, at most limit.
type PageFunc func(ctx context.Context, after int64, limit int) ([]session.Event, error)

// Log reads the events of logs. A Store is one.
type Log interface {
	Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error)
}

// Pages returns a function that reads pages of a session's log.
func Pages(log Log, sessionID string) PageFunc {
	return func(ctx context.Context, after int64, limit int) ([]session.Event, error) {
		return log.Events(ctx, sessionID, after, limit)
	}
}

// AtEnd reports whether neither the limit nor PageBytes has cut a page.
func AtEnd(page []session.Event, limit int) bool {
	bytes := 0
	for _, e := range page {
		bytes += e.Size
	}
	return len(page) < limit && bytes < PageBytes
}

// Read passes each event after a seq to take, until the log ends or take returns false. It returns
// *Broken when take panics, such as a fold.
func Read(ctx context.Context, page PageFunc, after int64, take func(session.Event) bool) (err error) {
	taken := after
	defer Catch(&taken, &err)
	for {
		taken = 0
		events, err := page(ctx, after, PageSize)
		if err != nil {
			return err
		}
		for _, e := range events {
			taken, after = e.Seq, e.Seq
			if !take(e) {
				return nil
			}
		}
		if AtEnd(events, PageSize) {
			return nil
		}
	}
}
