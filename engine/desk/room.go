package desk

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	// roomy is how many events every log takes: of the longest messages fewer bytes than
	// game.MostBytes.
	roomy = 2500
	// weighEvery is after how many events the bytes of a log are read again: some megabytes.
	weighEvery = 256
	// sessionEvents bounds the log of a session that stands alone. Only the platform posts to it.
	sessionEvents = 10_000_000
	// keptLengths bounds the logs whose length is remembered.
	keptLengths = 10_000
)

type logLength struct{ seq, bytes, weighed atomic.Int64 }

func newLogLengths() *lru.Cache[string, *logLength] {
	lengths, _ := lru.New[string, *logLength](keptLengths) // it only refuses sizes below one
	return lengths
}

func (k *Desk) lengthOf(id string, seq int64) *logLength {
	l, ok := k.lengths.Get(id)
	if !ok {
		l = &logLength{}
		if first, known, _ := k.lengths.PeekOrAdd(id, l); known {
			l = first
		}
	}
	for known := l.seq.Load(); known < seq && !l.seq.CompareAndSwap(known, seq); known = l.seq.Load() {
	}
	return l
}

// GameEvents returns how many events the log of a game takes.
func (k *Desk) GameEvents() int64 { return cmp.Or(k.terms.GameEvents, game.DefaultEvents) }

// room refuses a fact for which a log has no room. A full log still takes answers to votes, what
// the rules order, and the end. A row may be old, so stored facts note the length, too.
func (k *Desk) room(ctx context.Context, row *journal.Session) error {
	seq, most := row.LastSeq, int64(sessionEvents)
	if l, ok := k.lengths.Peek(row.ID); ok {
		seq = max(seq, l.seq.Load())
	}
	if row.IsGame {
		most = k.GameEvents()
	}
	if seq >= most {
		return errFull(row, fmt.Sprintf("%d events", most))
	}
	if !row.IsGame || seq < roomy {
		return nil
	}
	l := k.lengthOf(row.ID, seq)
	if seq-l.weighed.Load() >= weighEvery {
		state, err := k.GameState(ctx, row.ID)
		if err != nil {
			return err
		}
		l.bytes.Store(state.Bytes)
		l.weighed.Store(state.Seq)
	}
	if l.bytes.Load() >= game.MostBytes {
		return errFull(row, fmt.Sprintf("%d MiB", game.MostBytes>>20))
	}
	return nil
}

// roomFor is room for facts that may all have been stored before, under their keys.
func (k *Desk) roomFor(ctx context.Context, row *journal.Session, facts []session.Event) error {
	full := k.room(ctx, row)
	if full == nil {
		return nil
	}
	for _, e := range facts {
		if e.Key == "" {
			return full
		}
		if known, err := k.stored(ctx, row.ID, e.Key); err != nil || !known {
			return full
		}
	}
	return nil
}

func errFull(row *journal.Session, most string) error {
	return refusal(session.CodeLogFull, "", fmt.Sprintf("the log of this %s has %s and takes nothing more; end it, and create a new one", what(row.IsGame), most))
}
