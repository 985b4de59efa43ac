package feed

import (
	"cmp"
	"slices"

	"ringer/engine/session"
)

// tailLength bounds a tail. It covers the time from a publication to the next read of each reader:
// two turns of the owner at twenty-five thousand posts a second. A reader that is further behind
// reads pages of the log, which is cheaper than memory for every stream.
const tailLength = 1024

// tailBytes bounds the payloads of a tail, in bytes. A tail of usual events has a fifth of that.
// One of the longest messages would have six megabytes.
const tailBytes = 512 << 10

// tail is the last events of a log, as far as they have been published. It vouches for the events
// after a cursor when it has begun and holds every event from the cursor to the last one.
//
// A new tail vouches for nothing: it lacks the events that were published before it was made, and
// some of these may still arrive late. It begins when a read that started after the tail was made
// has reached the end of the log. Every commit after that read is published into this tail. A
// visible seq implies that all lower seqs are visible.
type tail struct {
	begun bool
	// floor is the seq up to which no events are kept.
	floor int64
	// events are sorted by seq and above the floor. They may have gaps while publications are on
	// their way.
	events []session.Event
	// bytes is the sum of the sizes of events.
	bytes int
}

func (t *tail) begin(end int64) {
	if !t.begun {
		t.begun = true
		t.release(end)
		t.floor = max(t.floor, end)
	}
}

// add inserts events and reports whether one was new.
func (t *tail) add(events []session.Event) (grown bool) {
	for _, e := range events {
		if _, deleted := e.Data.(*session.MessageDeleted); deleted && t.floor < e.Seq-1 {
			t.forget(e.Seq - 1) // the store has erased a text of them
		}
	}
	for _, e := range events[max(0, len(events)-tailLength):] {
		i, known := slices.BinarySearchFunc(t.events, e.Seq, bySeq)
		if known || e.Seq <= t.floor {
			continue
		}
		if e.Size == 0 { // it was not read from a database
			e.Size = session.PayloadBytes(e.Data)
		}
		t.events = slices.Insert(t.events, i, e)
		t.bytes += e.Size
		grown = true
	}
	t.bound()
	return grown
}

// after returns the events after a cursor, at most limit, and reports whether the tail vouches for
// them.
func (t *tail) after(cursor int64, limit int) ([]session.Event, bool) {
	i, known := slices.BinarySearchFunc(t.events, cursor+1, bySeq)
	rest := t.events[i:]
	switch {
	case !t.begun:
		return nil, false
	case len(rest) == 0:
		return nil, cursor == t.last()
	case !known || t.last() != cursor+int64(len(rest)):
		return nil, false
	}
	return slices.Clone(rest[:min(limit, len(rest))]), true
}

// upToGap returns the events after a cursor up to the first gap, at most limit.
func (t *tail) upToGap(cursor int64, limit int) []session.Event {
	i, known := slices.BinarySearchFunc(t.events, cursor+1, bySeq)
	if !t.begun || !known {
		return nil
	}
	n := 1
	for n < min(limit, len(t.events)-i) && t.events[i+n].Seq == cursor+1+int64(n) {
		n++
	}
	return slices.Clone(t.events[i : i+n])
}

func (t *tail) last() int64 {
	if n := len(t.events); n > 0 {
		return t.events[n-1].Seq
	}
	return t.floor
}

// forget drops the events up to a seq for good: readers take them from the store.
func (t *tail) forget(seq int64) {
	t.release(seq)
	t.floor = max(t.floor, seq)
}

func (t *tail) bound() {
	over, bytes := 0, t.bytes
	for len(t.events)-over > tailLength || bytes > tailBytes {
		bytes -= t.events[over].Size
		over++
	}
	if over > 0 {
		t.release(t.events[over-1].Seq)
	}
}

func (t *tail) release(seq int64) {
	i, _ := slices.BinarySearchFunc(t.events, seq+1, bySeq)
	if i == 0 {
		return
	}
	t.floor = t.events[i-1].Seq
	for k := range t.events[:i] {
		t.bytes -= t.events[k].Size
	}
	clear(t.events[:i])
	if t.events = t.events[i:]; len(t.events) == 0 {
		t.events = nil // most streams are quiet most of the time
	}
}

func bySeq(e session.Event, seq int64) int { return cmp.Compare(e.Seq, seq) }
