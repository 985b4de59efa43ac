package bell

import "context"

// Bell sends messages to the other replicas. Whoever opens one gives a function that hears the
// messages of all, its own too. One goroutine at a time calls it. It returns at once, may keep the
// message, and does not close the bell.
type Bell interface {
	// Ring sends messages: UTF-8 without NUL, no two of a call equal. They are heard in their
	// order, with messages of others between. A bell may lose some, with or without an error, and
	// some may come twice or late when connections come and go. While the network is silent, Ring
	// may take seconds to fail, even if its context ends.
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

func (Off) Size() int { return 0 }

func (Off) Close() error { return nil }
