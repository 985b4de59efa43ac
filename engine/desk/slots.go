package desk

import (
	"context"
	"fmt"
)

// shortPerCore is how many short reads run at once for each core. It is more than one, since a part
// of the time is spent waiting for the database. Without this limit, a thousand requests for large
// states would take gigabytes, and the processor time that the bots need to be in time. Long reads
// have half the cores, so that posts and votes find a free one.
const shortPerCore = 4

// slots bounds how many reads run at once. It holds a token for each.
type slots chan struct{}

// use waits for a slot, and calls do while it holds the slot.
func (s slots) use(ctx context.Context, do func() error) error {
	select {
	case s <- struct{}{}:
		defer func() { <-s }()
		return do()
	case <-ctx.Done():
		return fmt.Errorf("desk: wait to read a log: %w", ctx.Err())
	}
}
