package feed

import (
	"context"
	"errors"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// lossyStore loses the answers to its appends.
type lossyStore struct {
	journal.Store
	events []session.Event
}

func (s *lossyStore) Append(_ context.Context, a journal.Append) (journal.Appended, error) {
	for _, e := range a.Events {
		e.Seq = int64(len(s.events) + 1)
		s.events = append(s.events, e)
	}
	return journal.Appended{}, journal.ErrOutcomeUnknown
}

func (s *lossyStore) Events(_ context.Context, _ string, after int64, _ int) ([]session.Event, error) {
	return s.events[after:], nil
}

// TestOwnLogAfterALostAppend checks that an owner reads acts whose append had an unknown outcome.
// Its tail was not told about them and does not vouch that nothing followed.
func TestOwnLogAfterALostAppend(t *testing.T) {
	t.Parallel()
	store := &lossyStore{events: line(1, 2)}
	hub := NewHub(store, false)
	announce := func(id string, events []session.Event) {
		if len(events) == 0 {
			hub.Doubt(id)
		} else {
			hub.Publish(id, events)
		}
	}
	l := hub.Own("a", announce, func() {})
	if events, err := l.Events(t.Context(), "a", 0, 10); err != nil || len(events) != 2 {
		t.Fatalf("%v, %v", seqs(events), err)
	}
	if _, err := l.Append(t.Context(), journal.Append{Session: "a", Events: line(0)}); !errors.Is(err, journal.ErrOutcomeUnknown) {
		t.Fatal(err)
	}
	if events, err := l.Events(t.Context(), "a", 2, 10); err != nil || len(events) != 1 {
		t.Errorf("after the lost append the owner reads %v, %v; want event 3", seqs(events), err)
	}
}
