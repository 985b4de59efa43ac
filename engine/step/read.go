package step

import (
	"context"
	"errors"
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// ErrNewer says that this version cannot drive a log: it does not know an event, or the
// strategy. A newer replica must drive it.
var ErrNewer = errors.New("a newer version of Ringer must drive it")

// readLog applies the events of a log after a seq. It stops before an event of a newer version.
func readLog(ctx context.Context, log journal.Log, id string, after int64, apply func(session.Event)) error {
	newer := false
	err := journal.Read(ctx, journal.Pages(log, id), after, func(e session.Event) bool {
		if newer = session.IsNewer(e.Data); !newer {
			apply(e)
		}
		return !newer
	})
	if newer {
		err = ErrNewer
	}
	if err != nil {
		return fmt.Errorf("step: read the log of %s: %w", id, err)
	}
	return nil
}
