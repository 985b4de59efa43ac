package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ringer/engine/game"
)

// Store keeps the logs. Package store implements it on Postgres, on SQLite and in memory; storetest holds all to what is said here.
// Every method returns ErrNotFound for a session or home that does not exist, and ErrUnavailable, wrapped, when the
// database does not answer; then nothing was stored. One that writes returns ErrOutcomeUnknown, never both, when the connection
// was lost on the way: perhaps it was stored. A returned event is shared: nobody changes it.
type Store interface {
	Sessions
	Homes
	Recordings
	// Ping tells whether the database answers.
	Ping(ctx context.Context) error
}

// Sessions is the part of a Store that keeps the sessions and their logs.
type Sessions interface {
	// Create stores an open session with its first event, which is its first barrier. It returns *Taken when another session
	// has its external id.
	Create(ctx context.Context, s Session, first game.Event) error
	// Session returns a session's row without its snapshot.
	Session(ctx context.Context, id string) (Session, error)
	// Sessions returns rows by descending creation time, then descending id, after the cursor row; it fills no snapshot.
	Sessions(ctx context.Context, q SessionQuery) ([]Session, error)
	// Append adds events to one log, all or nothing, and returns when they are durable. Waiting appends share one
	// transaction, yet each has its own result: *Refused when the guard does not hold, *Reused when a key is known with
	// another content. What is known is answered as known, whether or not the guard holds now. After ErrOutcomeUnknown the
	// same append again tells, if its events have keys. Seqs are the store's; all else of an event is kept.
	Append(ctx context.Context, a Append) (Appended, error)
	// Events returns the events with after < seq, the oldest first, at most limit.
	Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error)
	// Find returns the event that a log holds under a key, ErrNotFound when it holds none.
	Find(ctx context.Context, session, key string) (game.Event, error)
	// Snapshot returns the last snapshot of a session and its seq, nil when there is none.
	Snapshot(ctx context.Context, session string) (data []byte, seq int64, err error)
	// Delete removes a session with all its events, snapshots and recorded calls, and its home with the last session of it. Whoever owned the home
	// owns it no more. Its external id is free again.
	Delete(ctx context.Context, id string) error
}

// Recordings is the part of a Store that keeps the model calls of recorded sessions.
type Recordings interface {
	// Record keeps calls of one session. What stands in a place already stays as it is, so that the same again does nothing.
	Record(ctx context.Context, session string, calls []Recorded) error
	// Recorded returns the calls after a place, in the order of their places, at most limit.
	Recorded(ctx context.Context, session string, after Place, limit int) ([]Recorded, error)
}

// Homes is the part of a Store that says who drives which sessions.
type Homes interface {
	// Claim makes owner the owner of a home and returns the new epoch. Appends of an older epoch are refused from then on.
	Claim(ctx context.Context, home, owner string) (epoch int64, err error)
	// Home returns the sessions of a home that have not ended, with their snapshots.
	Home(ctx context.Context, home string) ([]Session, error)
	// Rest notes how far the owner has come with a session, when it is to be looked at again, and perhaps a snapshot. It
	// returns *Refused when the owner is not the owner any more. Settled and snapshot never move backwards.
	Rest(ctx context.Context, r Rest) error
	// Due returns homes with an open session whose due time is not after the given one, the longest overdue first. limit
	// bounds how many sessions are looked at.
	Due(ctx context.Context, before time.Time, limit int) ([]string, error)
	// Unsettled returns homes with an open session whose log is longer than its owner has settled, by their ids, at most limit
	// after the one given.
	Unsettled(ctx context.Context, after string, limit int) ([]string, error)
}

// Status says whether a session takes events.
type Status string

// The statuses of a session.
const (
	Open  Status = "open"  // it does
	Ended Status = "ended" // no more; it can be read
)

// Session is a session's row.
type Session struct {
	ID        string
	Home      string
	Tenant    string
	External  string
	Strategy  string
	Status    Status
	CreatedAt time.Time
	Roster    game.Roster
	// LastSeq is the last event, Barrier the last one that changed who may do what, Settled how far the owner has come.
	LastSeq int64
	Barrier int64
	Settled int64
	// DueAt is when the session asks to be looked at; zero for never.
	DueAt time.Time
	// Snapshot is the state at SnapshotSeq, as the engine wrote it.
	Snapshot    []byte
	SnapshotSeq int64
}

// SessionQuery selects sessions.
type SessionQuery struct {
	Tenant   string
	Status   Status // empty for all
	Strategy string // empty for all
	External string // empty for all
	// Before is the row after which the page begins; zero for the first page.
	BeforeTime time.Time
	BeforeID   string
	Limit      int
}

// Append is a list of events for one session.
type Append struct {
	Session string
	Guard   Guard
	Events  []game.Event
	// Roster replaces the session's roster; it comes with a barrier.
	Roster *game.Roster
	// Barrier says that the last event changes who may do what, End that it is the last of the log.
	Barrier bool
	End     bool
	// Settled and DueAt are noted with acts, in the same transaction.
	Settled int64
	DueAt   time.Time
}

// GuardKind says what must hold for an append.
type GuardKind int

// The guards. Each also asks that the session is open.
const (
	// Ordinary facts need nothing more.
	Ordinary GuardKind = iota
	// BarrierFact needs that the barrier is still the one it was judged under.
	BarrierFact
	// Act needs that, and that owner and epoch are those of the home. If its first event's key is known, the whole append is.
	Act
)

// Guard is what must hold when an append is taken.
type Guard struct {
	Kind    GuardKind
	Barrier int64
	Owner   string
	Epoch   int64
}

// Appended is the result of an append.
type Appended struct {
	// Events are those that are now in the log, in the order they were handed in, with their seqs. A known one is the one
	// that was stored first. For acts known as a whole they may be fewer, when the first append was shorter.
	Events []game.Event
	// Known tells for each whether it was there before.
	Known []bool
}

// Errors of a Store.
var (
	ErrNotFound       = errors.New("not found")
	ErrUnavailable    = errors.New("the database does not answer")
	ErrOutcomeUnknown = errors.New("the connection to the database was lost before it answered")
)

// Refused says that an append's guard does not hold, and what the row looks like now, so that it can be judged again.
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

// Taken says that an external id belongs to a session already.
type Taken struct{ Session string }

func (t *Taken) Error() string { return "the external id belongs to session " + t.Session }

// Rest is what the owner notes about a session when it has nothing to append.
type Rest struct {
	Session     string
	Owner       string
	Epoch       int64
	Settled     int64
	DueAt       time.Time
	Snapshot    []byte // nil keeps the old one
	SnapshotSeq int64
}
