package bell

import "context"

// Bell sends messages to the other replicas. Whoever opens a bell gives a function that hears the
// messages of all replicas, its own too. That function is called by one goroutine at a time. It
// returns at once, may keep the message, and does not close the bell.
type Bell interface {
	// Ring sends messages. Each is UTF-8 text without the character NUL, and no two of a call are
	// equal. They are heard in their order, but messages of another bell may come between them. A
	// bell may lose some messages, with or without an error. When connections or servers come and
	// go, some may come twice or late. While the network is silent, Ring may take seconds to fail,
	// even if its context ends earlier.
	Ring(ctx context.Context, messages [][]byte) error
	// Size is the greatest size of a message, in bytes. It may change with the connection.
	Size() int
	// Close ends the bell. Afterwards nothing more is heard. It may be called twice.
	Close() error
}

// Off is the bell of a replica that is alone. Nobody hears it.
type Off struct{}

var _ Bell = Off{}

// Ring implements Bell. It does nothing.
func (Off) Ring(context.Context, [][]byte) error { return nil }

// Size implements Bell.
func (Off) Size() int { return 0 }

// Close implements Bell.
func (Off) Close() error { return nil }
