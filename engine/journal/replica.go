package journal

import (
	"context"
	"fmt"
	"time"
)

// Replica is a process that serves a database, as its row shows it.
type Replica struct {
	// ID names the process among the owners of homes. It is new at each start.
	ID string
	// Name is the name of its place. It stays the same over restarts. No two replicas that run have
	// one name.
	Name string
	// Beats counts the beats of the process.
	Beats int64
	// Homes is how many homes it has in memory.
	Homes int
	// Rings is how many messages it has sent to the others.
	Rings int64
}

// Beat is the answer to a beat.
type Beat struct {
	// Replicas are all replicas, by id.
	Replicas []Replica
	// Time is the database's own clock; zero if it has none.
	Time time.Time
	// Shift is the sum of all steps of the clock, as the database holds it.
	Shift time.Duration
	// Missing says that the replica had no row: others have taken it for dead.
	Missing bool
}

// Head is the end of a log.
type Head struct {
	Session, Home string
	LastSeq       int64
}

// Replicas is the part of a Store that says which processes drive its homes. A home whose owner has
// no row belongs to nobody.
//
// The methods that take homes raise their epochs. They return the homes, at most limit. They skip
// those that somebody else is taking at this moment.
type Replicas interface {
	// Enter adds the row of a replica. It removes the rows of others with its name. A database that
	// has one process at a time removes all others.
	Enter(ctx context.Context, r Replica) error
	// Beat stores the row of a replica, and adds it if it is missing.
	Beat(ctx context.Context, r Replica) (Beat, error)
	// Remove removes the row of a replica, if that shows no more beats. It reports whether it did.
	Remove(ctx context.Context, r Replica) (bool, error)

	// TakeDue takes homes that belong to nobody and have an open session whose due time is not
	// after before, the longest overdue first. It examines the first sessions that are due, at most
	// examined.
	TakeDue(ctx context.Context, owner string, before time.Time, examined, limit int) ([]Taken, error)
	// TakeLate is TakeDue for the homes of one replica, if its beats are still the same.
	TakeLate(ctx context.Context, owner string, from Replica, before time.Time, examined, limit int) ([]Taken, error)
	// TakeUnsettled takes homes that belong to nobody and have an open session whose log is longer
	// than its owner has settled.
	TakeUnsettled(ctx context.Context, owner string, limit int) ([]Taken, error)
	// TakeFrom takes homes of one owner, if that has no row.
	TakeFrom(ctx context.Context, owner, from string, limit int) ([]Taken, error)
	// Give makes another replica the owner of a home. With "" the home belongs to nobody. It
	// returns ErrNotOwner when the lease is not valid any more.
	Give(ctx context.Context, l Lease, to string) error
	// GiveAll makes another replica the owner of homes that a replica owns.
	GiveAll(ctx context.Context, from, to string, limit int) ([]Taken, error)
	// Owned returns the homes of an owner, by id.
	Owned(ctx context.Context, owner string) ([]string, error)
	// Heads returns the ends of those logs that exist.
	Heads(ctx context.Context, sessions []string) ([]Head, error)
}

// Held says that a home belongs to another replica.
type Held struct{ Home, Owner string }

func (h *Held) Error() string {
	return fmt.Sprintf("home %s belongs to the replica %s", h.Home, h.Owner)
}
