package belltest

import (
	"context"
	"sync/atomic"

	"ringer/engine/bell"
)

// Losing returns a bell that loses the messages, numbered from 1, for which lose returns true.
func Losing(b bell.Bell, lose func(n int64) bool) bell.Bell { return &losing{Bell: b, lose: lose} }

type losing struct {
	bell.Bell
	lose func(n int64) bool
	sent atomic.Int64
}

func (l *losing) Ring(ctx context.Context, messages [][]byte) error {
	var kept [][]byte
	for _, m := range messages {
		if !l.lose(l.sent.Add(1)) {
			kept = append(kept, m)
		}
	}
	return l.Bell.Ring(ctx, kept)
}
