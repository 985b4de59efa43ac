package bell

import "context"

// Bell sends messages to the other replicas. Whoever opens a bell gives a function that hears the
// messages of all replicas, its own too. It is called by one goroutine at a time, and returns at
// once.
type Bell interface {
	// Ring sends messages, in their order. It may lose some of them, with or without an error.
	Ring(ctx context.Context, messages [][]byte) error
	// Size is the greatest size of a message, in bytes.
	Size() int
	// Close ends the bell. Afterwards nothing more is heard.
	Close() error
}
