package journal

import (
	"context"
	"fmt"
	"runtime/debug"

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

// Broken says that this version cannot read an event, or go on from it. Its home is left alone.
type Broken struct {
	// Seq is the seq of the event; 0 if it is not known.
	Seq int64
	// Cause is what is wrong with the event, or the panic.
	Cause error
	// Stack is the stack of the panic.
	Stack string
}

func (b *Broken) Error() string {
	if b.Seq == 0 {
		return b.Cause.Error()
	}
	return fmt.Sprintf("event %d: %v", b.Seq, b.Cause)
}

func (b *Broken) Unwrap() error { return b.Cause }

// Catch, deferred, makes a panic of the core a *Broken, which ends the home and not the process.
func Catch(seq *int64, err *error) {
	if r := recover(); r != nil {
		*err = &Broken{Seq: *seq, Cause: fmt.Errorf("panic: %v", r), Stack: string(debug.Stack())}
	}
}
