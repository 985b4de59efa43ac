package journal

import (
	"errors"
	"time"
)

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
	// Snapshot is the state at SnapshotSeq; nil keeps the old snapshot.
	Snapshot    []byte
	SnapshotSeq int64
}
