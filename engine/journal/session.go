package journal

import (
	"time"

	"ringer/engine/session"
)

// Status says whether a session takes events.
type Status string

// The statuses of a session.
const (
	Open  Status = "open"  // it takes events
	Ended Status = "ended" // it can only be read
)

// Session is the row of a log: a session's, or a game's.
type Session struct {
	ID string
	// IsGame says that the log is a game's own. A game and its sessions have one home, the game's
	// id.
	IsGame    bool
	Home      string
	Tenant    string
	External  string
	Strategy  string
	Status    Status
	CreatedAt time.Time
	Roster    session.Roster
	// Unreadable says that the roster could not be read, and is empty. Only lists hold such rows.
	Unreadable bool
	// LastSeq is the seq of the last event.
	LastSeq int64
	// Barrier is the seq of the last event that changed who may do what.
	Barrier int64
	// Settled is the seq up to which the owner has nothing left to do.
	Settled int64
	// DueAt is the steady time at which the session next needs its owner; zero for never.
	DueAt time.Time
	// Path is the path that the bot took at the last checkpoint; empty before the first one.
	Path string
	// Spent is what the session had spent at the last checkpoint.
	Spent session.Spent
	// Snapshot is the state at SnapshotSeq, as package step writes it.
	Snapshot    []byte
	SnapshotSeq int64
}

// OpenCount is how many open sessions have a strategy and a path, or how many open games there are.
type OpenCount struct {
	IsGame         bool
	Strategy, Path string
	N              int64
}

// SessionQuery selects sessions.
type SessionQuery struct {
	Tenant   string
	Games    bool   // games in place of sessions
	Status   Status // empty for all
	Strategy string // empty for all
	External string // empty for all
	// BeforeTime is the creation time of the previous page's last row; zero for the first page.
	BeforeTime time.Time
	// BySpent puts the sessions that have cost most first, then those with the most tokens, then by
	// descending id. It leaves out those that have spent nothing.
	BySpent bool
	// BeforeSpent is what the previous page's last row has spent, if BySpent is set.
	BeforeSpent session.Spent
	// BeforeID is the id of that row; empty for the first page.
	BeforeID string
	Limit    int
}

// Opening is a log that begins.
type Opening struct {
	Session
	// First is its first event, which is its first barrier.
	First session.Event
}

// Erasure is what a deletion takes out of a log.
type Erasure struct {
	Session string
	// Seq is the seq of the deletion. What was derived from the log before it goes: snapshots and
	// recorded calls.
	Seq int64
	// Events are stored events, with other data. Only seq and data count.
	Events []session.Event
}

// ExternalIDTaken says that another session has the external id.
type ExternalIDTaken struct{ Session string }

func (t *ExternalIDTaken) Error() string { return "the external id belongs to session " + t.Session }
