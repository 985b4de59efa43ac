package desk

import (
	"context"
	"fmt"
)

// shortPerCore is how many short reads run at once for each core, since part of their time is spent
// waiting for the database. More would take gigabytes, and the time in which bots must act. Long
// reads have half the cores, so that posts and votes find a free one.
const shortPerCore = 4

// slots holds a token for each read that runs.
type slots chan struct{}

func (s slots) use(ctx context.Context, do func() error) error {
	select {
	case s <- struct{}{}:
		defer func() { <-s }()
		return do()
	case <-ctx.Done():
		return fmt.Errorf("desk: wait to read a log: %w", ctx.Err())
	}
}
