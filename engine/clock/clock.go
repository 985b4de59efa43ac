// Package clock tells the time of the games: the wall clock, and by how much it has been set. A
// process that is alone with its database uses the clock of its machine, replicas that of their
// database.
package clock

import (
	"context"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Clock is the clock of a driver.
type Clock interface {
	// Now returns the present.
	Now() session.Moment
	// Stepped returns a channel that holds a token after the clock was set.
	Stepped() <-chan struct{}
	// Keep stores a step of the clock. One goroutine calls it, from time to time.
	Keep(ctx context.Context) error
}

// Store keeps how far the clock was set. The methods are those of journal.Clocks.
type Store = journal.Clocks

const (
	// smallStep is how far the wall clock may move against the monotonic clock between two readings
	// without counting as a step. Time servers correct less than that without a step.
	smallStep = time.Second
	// readLimit is the longest that a reading may take. A process that was stopped in the middle of
	// one would see a step.
	readLimit = 100 * time.Millisecond
	// agreement is how far the clocks of the machine and of the database may differ.
	agreement = time.Minute
)
