package journal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ringer/engine/session"
)

// Errors of a Store.
var (
	ErrNotFound       = errors.New("not found")
	ErrUnavailable    = errors.New("the database does not answer")
	ErrOutcomeUnknown = errors.New("the connection to the database was lost before it answered")
	// ErrValueRefused says that the database can never store one of the values.
	ErrValueRefused = errors.New("the database cannot store this value")
	// ErrInspecting and ErrCopied say that this program only reads.
	ErrInspecting = errors.New("this server was started with --inspect, and only reads")
	ErrCopied     = errors.New("this database is a copy: its tables were last used in another one; so this server only reads, and its bots do nothing; if this database is to take the place of the other, run ringer migrate --adopt, or start one server with --adopt, and start the others again; or else inspect it with --inspect")
)

// Causes of ErrUnavailable, as far as the store knows them. They are wrapped beside it.
var (
	ErrFull     = errors.New("its disk is full")
	ErrReadOnly = errors.New("it is read-only")
	ErrLocked   = errors.New("another program locks its tables")
	ErrReplaced = errors.New("its file was removed or replaced; stop this process, put the right file in place, and start again")
)

// CauseOf returns the cause of ErrUnavailable that an error names, or nil.
func CauseOf(err error) error {
	for _, cause := range []error{ErrFull, ErrReadOnly, ErrLocked, ErrReplaced} {
		if errors.Is(err, cause) {
			return cause
		}
	}
	return nil
}

// Store keeps the logs. Package store implements it on Postgres, on SQLite and in memory, and
// storetest checks all three.
//
// Every method returns ErrNotFound for an unknown session or home. It returns ErrUnavailable,
// wrapped, when the database does not answer; then nothing was stored. A method that writes returns
// ErrOutcomeUnknown when the connection was lost before the answer came; then perhaps it was
// stored. It never returns both. It returns ErrValueRefused when the database refuses a value for
// what it is; a retry would not help. Nobody may change a returned event, since it is shared.
type Store interface {
	Sessions
	Erasures
	Homes
	Replicas
	Recordings
	Feeds
	Surveys
	Clocks
	// Ping reports whether the database stores what is sent to it, and leaves nothing behind.
	Ping(ctx context.Context) error
}

// Sessions is the part of a Store that keeps the sessions and their logs.
type Sessions interface {
	// Create stores an open session with its first event and barrier. It returns *ExternalIDTaken
	// when another session has its external id.
	Create(ctx context.Context, s Session, first session.Event) error
	// CreateAll is Create for all logs of one home, or none. Games have external ids of their own.
	CreateAll(ctx context.Context, logs []Opening) error
	// Session returns a session's row without its snapshot.
	Session(ctx context.Context, id string) (Session, error)
	// OpenCounts counts the open sessions by strategy and path, and the open games.
	OpenCounts(ctx context.Context) ([]OpenCount, error)
	// Sessions returns rows without snapshots, the newest first, then by descending id, after the
	// row that BeforeTime and BeforeID name, unless BySpent asks for another order. A row that
	// cannot be read is marked.
	Sessions(ctx context.Context, q SessionQuery) ([]Session, error)
	// Append adds events to one log, all or none, and returns when they are durable. Appends that
	// wait at the same time share one transaction, yet each has its own result.
	//
	// It returns *Refused when the guard does not hold, and *Reused when a key is known with
	// another content. For an event with a known key it returns the stored event, whether or not
	// the guard holds now. After ErrOutcomeUnknown, the caller can send the same append again if
	// its events have keys. The store sets the seqs and keeps the rest of each event as it is.
	Append(ctx context.Context, a Append) (Appended, error)
	// AppendAll is Append for several logs of one home, all or none, with results in order. If the
	// first append is known, the others have no results. After ErrOutcomeUnknown only the first is
	// sent again, so only its events need keys. No log appears twice.
	AppendAll(ctx context.Context, appends []Append) ([]Appended, error)
	// Events returns the events with after < seq, the oldest first, up to limit or PageBytes; see
	// AtEnd.
	Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error)
	// Find returns the event that a log holds under a key, or ErrNotFound.
	Find(ctx context.Context, session, key string) (session.Event, error)
	// FindAll returns the events that a log holds under some keys, the oldest first. Of an unknown
	// session it returns none.
	FindAll(ctx context.Context, session string, keys []string) ([]session.Event, error)
	// Snapshot returns the last snapshot of a session and its seq, nil when there is none.
	Snapshot(ctx context.Context, session string) (data []byte, seq int64, err error)
}

// Erasures is the part of a Store that takes texts away.
type Erasures interface {
	// Erase overwrites the data of events, and removes the snapshot and the recorded calls of the
	// time before a deletion. From then on nobody can store such a snapshot or such calls. The
	// deletion must be in the log. The same erasure again changes nothing.
	Erase(ctx context.Context, e Erasure) error
	// Delete removes a session with all that belongs to it, and with the last one its home. It ends
	// the ownership of the home. The external id is free again.
	Delete(ctx context.Context, id string) error
}

// Homes is the part of a Store that says who drives which sessions.
type Homes interface {
	// Claim returns the new epoch of a home. From then on, appends of an older one are refused. It
	// returns *Held when the home belongs to another replica.
	Claim(ctx context.Context, home, owner string) (epoch int64, err error)
	// Home returns the sessions of a home that have not ended, with their snapshots.
	Home(ctx context.Context, home string) ([]Session, error)
	// Checkpoint notes how far the owner has come. It returns *Refused when the home belongs to
	// another. Settled and SnapshotSeq never move backwards.
	Checkpoint(ctx context.Context, c Checkpoint) error
}

// Recordings is the part of a Store that keeps the model calls of recorded sessions.
type Recordings interface {
	// Record stores calls of one session. A call that is already stored at its place stays. It
	// leaves out the calls of thoughts that began before a deletion in the log.
	Record(ctx context.Context, session string, calls []RecordedCall) error
	// RecordedCalls returns the calls after a place, in the order of their places, at most limit.
	RecordedCalls(ctx context.Context, session string, after Place, limit int) ([]RecordedCall, error)
}

// Clocks is the part of a Store that knows the time.
type Clocks interface {
	// Clock returns what the database knows of the time.
	Clock(ctx context.Context) (Clock, error)
	// Time returns the database's own clock; the zero time if it has none.
	Time(ctx context.Context) (time.Time, error)
	// SetShift stores the sum of all steps of the wall clock, in whole microseconds, if the
	// database still holds from. It reports whether it did.
	SetShift(ctx context.Context, from, to time.Duration) (bool, error)
}

// AfterWrite returns the error of a read after a write. ErrUnavailable would say that nothing was
// written, so it becomes ErrOutcomeUnknown.
func AfterWrite(err error) error {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w what is stored: %v", ErrOutcomeUnknown, err)
	}
	return err
}

// Clock is what a database knows of the time.
type Clock struct {
	// Shift is the sum of all steps of the wall clock, as SetShift stored it last.
	Shift time.Duration
	// Last is the steady time of the last event of all open sessions with a due time; zero for
	// none.
	Last time.Time
}
