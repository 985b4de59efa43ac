package journal

import (
	"errors"
	"fmt"
	"time"

	"ringer/engine/session"
)

// Append is a list of events for one session.
type Append struct {
	Session string
	Guard   Guard
	Events  []session.Event
	// Roster replaces the session's roster. It comes with a barrier.
	Roster *session.Roster
	// Barrier says that the last event, but for Trailing, changes who may do what.
	Barrier bool
	// Trailing is how many events follow the barrier, such as what a referee says about it.
	Trailing int
	// End says that the last event ends the log. Only deletions may follow.
	End bool
	// Settled is the new value of the session's Settled. Only acts set it.
	Settled int64
	// DueAt is the new value of the session's DueAt. Only acts set it.
	DueAt time.Time
}

// GuardKind says what must hold for an append.
type GuardKind int

// The guards. Each one but Withdrawal also requires that the session is open.
const (
	// Ordinary facts require nothing more.
	Ordinary GuardKind = iota
	// BarrierFact requires the barrier that the fact was judged on. It is for all facts judged by a
	// row.
	BarrierFact
	// Act requires that the barrier has not changed, and that the home still has this owner and
	// epoch. If the key of the first event is known, the whole append counts as known.
	Act
	// Withdrawal requires nothing. It is for deletions of messages, which an ended log takes, too.
	Withdrawal
)

// Guard is what must hold when an append is stored.
type Guard struct {
	Kind    GuardKind
	Barrier int64
	Owner   string
	Epoch   int64
}

// Unchanged is the guard of a fact that was judged by a row.
func (s *Session) Unchanged() Guard { return Guard{Kind: BarrierFact, Barrier: s.Barrier} }

// Appended is the result of an append.
type Appended struct {
	// Events are as the log holds them now, in the order of the append. A known event is the first
	// one stored. Acts known as a whole may be fewer, when the first append was shorter.
	Events []session.Event
	// Known reports for each event whether it was stored before.
	Known []bool
}

// Refused says that a guard does not hold. It shows the session's row, so that the caller can judge
// again.
type Refused struct {
	Status  Status
	Barrier int64
	Owner   string
	Epoch   int64
}

func (r *Refused) Error() string {
	return fmt.Sprintf("append refused: the session is %s, its barrier is %d, its home belongs to %q in epoch %d", r.Status, r.Barrier, r.Owner, r.Epoch)
}

// Reused says that a key is known with another content. Nothing of the append was stored.
type Reused struct{ Key string }

func (r *Reused) Error() string { return fmt.Sprintf("key %q is known with another content", r.Key) }

// ErrNotOwner says that another owner has claimed the home. The caller must drop it and write no
// more.
var ErrNotOwner = errors.New("the home belongs to another owner")

// Lease is a claim on a home. Acts are appended under it.
type Lease struct {
	Home  string
	Owner string
	Epoch int64
}

// Taken is a home that has a new owner.
type Taken struct {
	Lease
	// Due is when the first of its open sessions is due; zero if none is.
	Due time.Time
	// Unsettled says that the log of one is longer than its last owner has settled.
	Unsettled bool
}

// Checkpoint is what the owner of a session notes about it without an append.
type Checkpoint struct {
	Session string
	Owner   string
	Epoch   int64
	Settled int64
	DueAt   time.Time
	// Path and Spent are of the state; a game has neither.
	Path  string
	Spent session.Spent
	// Snapshot is the state at SnapshotSeq; nil keeps the old snapshot.
	Snapshot    []byte
	SnapshotSeq int64
}
