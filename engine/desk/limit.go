package desk

import (
	"context"
	"sync"
	"time"
)

const (
	// appendLimit bounds an append of facts. It leaves the store time to notice a dead connection
	// and to try a new one.
	appendLimit = 15 * time.Second
	// limitShared is how long appends begin with the same limit, and so by how much a limit may be
	// shorter.
	limitShared = time.Second
)

// limits returns contexts that end after appendLimit. They are shared, since a context of its own
// would cost a post a microsecond.
type limits struct {
	mu    sync.Mutex // protects everything below
	last  context.Context
	until time.Time // when last is no longer handed out
}

func (l *limits) context() context.Context {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !now.Before(l.until) {
		ctx, cancel := context.WithTimeout(context.Background(), appendLimit)
		context.AfterFunc(ctx, cancel)
		l.last, l.until = ctx, now.Add(limitShared)
	}
	return l.last
}
