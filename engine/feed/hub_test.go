package feed

import (
	"context"
	"slices"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func line(seqs ...int64) []session.Event {
	events := make([]session.Event, len(seqs))
	for i, seq := range seqs {
		events[i] = session.Event{Seq: seq, Data: &session.TypingStarted{}}
	}
	return events
}

func seqs(events []session.Event) []int64 {
	all := make([]int64, len(events))
	for i, e := range events {
		all[i] = e.Seq
	}
	return all
}

func numbers(from, to int64) []int64 {
	var all []int64
	for ; from <= to; from++ {
		all = append(all, from)
	}
	return all
}

type reader interface {
	Tail(after int64, limit int) ([]session.Event, bool)
}

type noLog struct{ Store }

type readOnly struct {
	journal.Log
	journal.Feeds
}

// Heads, Erase, Append and AppendAll implement Store.
func (readOnly) Heads(context.Context, []string) ([]journal.Head, error) { panic("not used") }

func (readOnly) Erase(context.Context, journal.Erasure) error { panic("not used") }

func (readOnly) Append(context.Context, journal.Append) (journal.Appended, error) { panic("not used") }

func (readOnly) AppendAll(context.Context, []journal.Append) ([]journal.Appended, error) {
	panic("not used")
}

// twoListeners returns a hub with two listeners to one session. The second has read the log to the
// given end, the first has read nothing.
func twoListeners(end int64) (h *Hub, first, second *Listener) {
	h = NewHub(noLog{}, false)
	first, second = h.Listen("a"), h.Listen("a")
	second.Tail(end, 10)
	second.reached(end)
	return h, first, second
}

func vouches(t *testing.T, l reader, after int64, want ...int64) {
	t.Helper()
	got, vouched := l.Tail(after, 2*tailLength)
	if !vouched || !slices.Equal(seqs(got), want) {
		t.Errorf("after %d the tail returns %v (vouched: %t), want %v", after, seqs(got), vouched, want)
	}
}

func needsLog(t *testing.T, l reader, after int64) {
	t.Helper()
	if got, vouched := l.Tail(after, 100); vouched {
		t.Errorf("after %d the tail vouches for %v", after, seqs(got))
	}
}

func signalled(l *Listener) bool {
	select {
	case <-l.C:
		return true
	default:
		return false
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	t.Run("InOrder", func(t *testing.T) {
		h, first, second := twoListeners(3)
		vouches(t, second, 3)
		h.Publish("a", line(4))
		h.Publish("a", line(5, 6))
		vouches(t, second, 3, 4, 5, 6)
		vouches(t, second, 5, 6)
		vouches(t, second, 6)
		vouches(t, second, 3, 4, 5, 6) // for the other listener
		needsLog(t, second, 2)
		needsLog(t, second, 7)
		if !signalled(first) || !signalled(second) || signalled(first) {
			t.Error("want one signal for each listener, however many events came before it reads")
		}
	})
	t.Run("Limit", func(t *testing.T) {
		h, _, second := twoListeners(3)
		h.Publish("a", line(4, 5, 6))
		if got, _ := second.Tail(3, 2); !slices.Equal(seqs(got), []int64{4, 5}) {
			t.Errorf("%v", seqs(got))
		}
	})
	t.Run("OutOfOrder", func(t *testing.T) {
		h, first, second := twoListeners(3)
		h.Publish("a", line(5))
		needsLog(t, second, 3) // 4 has been committed, and only the log has it
		vouches(t, second, 4, 5)
		signalled(first)
		h.Publish("a", line(4))
		vouches(t, second, 3, 4, 5)
		if !signalled(first) {
			t.Error("an event that fills a gap must be told")
		}
	})
	t.Run("Double", func(t *testing.T) {
		h, first, second := twoListeners(3)
		h.Publish("a", line(4, 5))
		signalled(first)
		h.Publish("a", line(5, 4, 3, 1))
		vouches(t, second, 3, 4, 5)
		if signalled(first) {
			t.Error("an event that came before must not be told")
		}
	})
	t.Run("Overflow", func(t *testing.T) {
		h, _, second := twoListeners(0)
		h.Publish("a", line(numbers(1, 3*tailLength)...))
		h.Publish("a", line(3*tailLength+1))
		vouches(t, second, 2*tailLength+1, numbers(2*tailLength+2, 3*tailLength+1)...)
		needsLog(t, second, 2*tailLength)
		h.Publish("a", line(5)) // late
		vouches(t, second, 2*tailLength+1, numbers(2*tailLength+2, 3*tailLength+1)...)
	})
	t.Run("ManyListeners", func(t *testing.T) {
		h, _, second := twoListeners(3)
		for range fewListeners {
			h.Listen("a")
		}
		h.Publish("a", line(4, 5))
		vouches(t, second, 5)
		vouches(t, second, 3, 4, 5) // nothing was dropped
	})
	t.Run("WhatAllHaveRead", func(t *testing.T) {
		h, first, second := twoListeners(3)
		h.Publish("a", line(4, 5, 6))
		vouches(t, second, 5, 6)
		vouches(t, first, 3, 4, 5, 6) // the slowest keeps them
		vouches(t, first, 5, 6)
		if held := h.topics["a"].events; len(held) != 1 {
			t.Errorf("the tail holds %v, want only the event that not all have read", seqs(held))
		}
		first.Close()
		vouches(t, second, 6)
		if held := h.topics["a"].events; len(held) != 0 {
			t.Errorf("the tail holds %v, which the only reader has read", seqs(held))
		}
		h.Publish("a", line(5, 7))
		vouches(t, second, 6, 7)
	})
}

type fixedLog []session.Event

func (l fixedLog) Events(_ context.Context, _ string, after int64, limit int) ([]session.Event, error) {
	rest := l[after:]
	return rest[:min(limit, len(rest))], nil
}

// behind returns a new listener to a log of five events, in whose tail the last two are missing.
func behind() *Listener {
	h := NewHub(readOnly{Log: fixedLog(line(numbers(1, 5)...))}, true)
	other := h.Listen("a")
	other.Tail(3, 10)
	other.reached(3)
	return h.Listen("a")
}

// TestReadAgain reads a log that another replica has continued. Its messages have not come yet. A
// second read shows no less than the first.
func TestReadAgain(t *testing.T) {
	t.Parallel()
	reader := behind()
	for range 2 {
		if got, err := reader.Events(t.Context(), 3, 10); err != nil || !slices.Equal(seqs(got), []int64{4, 5}) {
			t.Errorf("the page has %v, error %v; want 4 and 5", seqs(got), err)
		}
	}
}

// TestReadOnAfterAFullRead reads such a log in small parts. One ends where the tail does, and the
// tail does not hide the rest.
func TestReadOnAfterAFullRead(t *testing.T) {
	t.Parallel()
	reader := behind()
	var all []int64
	for _, after := range []int64{0, 3} {
		events := sessiontest.Must(reader.Events(t.Context(), after, 3))(t)
		all = append(all, seqs(events)...)
	}
	if want := numbers(1, 5); !slices.Equal(all, want) {
		t.Errorf("the parts have %v, want %v", all, want)
	}
}

// TestUpToGap reads a tail with a gap as its owner does.
func TestUpToGap(t *testing.T) {
	t.Parallel()
	later := 0
	h, first, _ := twoListeners(3)
	owner := h.Own("a", nil, func() { later++ })
	owner.MaySkip()
	h.Publish("a", line(4, 5, 7))
	vouches(t, owner, 3, 4, 5)
	vouches(t, owner, 4, 5)
	if got, vouched := owner.Tail(3, 1); !vouched || !slices.Equal(seqs(got), []int64{4}) || later != 3 {
		t.Errorf("with a limit of 1 the tail returns %v (vouched: %t), and the owner comes back %d times; want 4 and 3 times", seqs(got), vouched, later)
	}
	needsLog(t, owner, 5) // the gap is still there
	needsLog(t, first, 3)
	h.Publish("a", line(6))
	vouches(t, owner, 5, 6, 7)
	vouches(t, owner, 7)
	h.Doubt("a")
	needsLog(t, owner, 5)
	if later != 3 {
		t.Errorf("the owner comes back %d times for nothing", later-3)
	}
}

// TestAskingAgainAtAGap reads up to a gap and asks again, as the owner does after a large page. It
// reads the log only if the gap is there at its next step.
func TestAskingAgainAtAGap(t *testing.T) {
	t.Parallel()
	later := 0
	h, _, _ := twoListeners(3)
	owner := h.Own("a", nil, func() { later++ })
	owner.MaySkip()
	h.Publish("a", line(4, 5, 7))
	vouches(t, owner, 3, 4, 5)
	vouches(t, owner, 5)
	if later != 2 {
		t.Errorf("the owner comes back %d times", later)
	}
	needsLog(t, owner, 5)
	h.Publish("a", line(6))
	vouches(t, owner, 5, 6, 7)
	h.Publish("a", line(8, 10))
	vouches(t, owner, 7, 8)
	h.Doubt("a")
	needsLog(t, owner, 8)
}

func TestTailBegins(t *testing.T) {
	t.Parallel()
	t.Run("NotBeforeTheLogWasRead", func(t *testing.T) {
		h := NewHub(noLog{}, false)
		l := h.Listen("a")
		h.Publish("a", line(5)) // late: the log ends at 9
		needsLog(t, l, 5)
		l.reached(9)
		needsLog(t, l, 5)
		vouches(t, l, 9)
	})
	t.Run("WithWhatCameWhileItWasRead", func(t *testing.T) {
		h := NewHub(noLog{}, false)
		l := h.Listen("a")
		needsLog(t, l, 3)
		h.Publish("a", line(10, 9))
		l.reached(9)
		vouches(t, l, 9, 10)
		if !signalled(l) {
			t.Error("the reader was not told after its read")
		}
	})
	t.Run("LateSubscriberSharesIt", func(t *testing.T) {
		h, _, second := twoListeners(3)
		h.Publish("a", line(4, 5))
		late := h.Listen("a")
		needsLog(t, second, 0)
		vouches(t, second, 4, 5)
		if signalled(late) {
			t.Error("a new listener was told; it reads after subscribing anyway")
		}
	})
	t.Run("BeginsAgainWithTheNextListener", func(t *testing.T) {
		h, first, second := twoListeners(3)
		first.Close()
		second.Close()
		second.Close() // may be called twice
		if len(h.topics) != 0 {
			t.Error("the tail stays after its last listener has closed")
		}
		h.Publish("a", line(4, 5, 6)) // nobody keeps these
		l := h.Listen("a")
		second.reached(3) // it belongs to the old tail
		needsLog(t, l, 3)
	})
}

func TestDoubt(t *testing.T) {
	t.Parallel()
	h, first, second := twoListeners(3)
	h.Publish("a", line(4))
	signalled(first)
	h.Doubt("a")
	if !signalled(first) || !signalled(second) {
		t.Error("the listeners were not told")
	}
	first.reached(4) // a read that began before the doubt
	needsLog(t, second, 4)
	second.reached(5) // the log has one more, which was never published
	needsLog(t, second, 4)
	vouches(t, second, 5)
	h.Publish("a", line(6))
	vouches(t, second, 5, 6)
}

// TestReadersOfANewTail lets two listeners read the log at the same time. One of them sees an event
// that is published later. The other is told of it.
func TestReadersOfANewTail(t *testing.T) {
	t.Parallel()
	h := NewHub(noLog{}, false)
	first, second := h.Listen("a"), h.Listen("a")
	needsLog(t, first, 9)
	needsLog(t, second, 9)
	second.reached(10)
	first.reached(9)
	h.Publish("a", line(10))
	select {
	case <-first.C:
	default:
		t.Error("the listener that read first is not told of the event after its read")
	}
	needsLog(t, first, 9)
	vouches(t, first, 10)
}
