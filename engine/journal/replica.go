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
	// Name is the name of its place, which stays over restarts. No two running replicas have one
	// name.
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

// Head is the end of a log, and whose it is.
type Head struct {
	Session, Home, Tenant string
	IsGame                bool
	LastSeq               int64
}

// Selection selects homes.
type Selection struct {
	Kind SelectionKind
	// From owns the homes of the kinds Late, Orphaned and All.
	From Replica
	// Before is the last due time of Due and Late.
	Before time.Time
	// Examined bounds the due sessions that are examined for Due and Late.
	Examined int
	Limit    int
}

// SelectionKind says which homes are selected.
type SelectionKind int

// The kinds of selections.
const (
	// Due homes belong to nobody and have an open session that is due, the longest overdue first.
	Due SelectionKind = iota
	// Late homes are due and belong to a replica, if its beats are still the same.
	Late
	// Unsettled homes belong to nobody, and the log of an open session is longer than settled.
	Unsettled
	// Orphaned homes belong to an owner that has no row.
	Orphaned
	// All homes of an owner.
	All
)

// Replicas is the part of a Store about processes. A home whose owner has no row belongs to nobody.
type Replicas interface {
	// Enter adds a replica's row and removes others with its name; all others where a database has
	// one process at a time.
	Enter(ctx context.Context, r Replica) error
	// Beat stores the row of a replica, and adds it if it is missing.
	Beat(ctx context.Context, r Replica) (Beat, error)
	// Remove removes the row of a replica, if that shows no more beats. It reports whether it did.
	Remove(ctx context.Context, r Replica) (bool, error)

	// Take makes owner the owner of homes in new epochs. It skips those that somebody else takes
	// now.
	Take(ctx context.Context, owner string, homes Selection) ([]Taken, error)
	// Give makes another replica, or with "" nobody, the owner of a home. It returns ErrNotOwner
	// when the lease is not valid any more.
	Give(ctx context.Context, l Lease, to string) error
	// Owned returns the homes of an owner, by id.
	Owned(ctx context.Context, owner string) ([]string, error)
	// Holders returns the name of the replica that owns each of some homes, if one does.
	Holders(ctx context.Context, homes []string) (map[string]string, error)
	// Heads returns the ends of those logs that exist.
	Heads(ctx context.Context, sessions []string) ([]Head, error)
}

// Held says that a home belongs to another replica.
type Held struct{ Home, Owner string }

func (h *Held) Error() string {
	return fmt.Sprintf("home %s belongs to the replica %s", h.Home, h.Owner)
}
