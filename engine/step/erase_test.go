package step_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// erasable is a log of which somebody has stored a deletion, and then ended at once.
type erasable struct {
	step.Log
	events []session.Event
	erased []journal.Erasure
}

func (l *erasable) Events(_ context.Context, _ string, after int64, _ int) ([]session.Event, error) {
	return l.events[after:], nil
}

func (l *erasable) Erase(_ context.Context, e journal.Erasure) error {
	l.erased = append(l.erased, e)
	l.events = slices.Clone(l.events)
	for _, x := range e.Events {
		l.events[x.Seq-1].Data = x.Data
	}
	return nil
}

func (l *erasable) Append(context.Context, journal.Append) (journal.Appended, error) {
	return journal.Appended{}, journal.ErrUnavailable
}

type stopped struct{}

func (stopped) Now() session.Moment {
	return session.NewMoment(time.Date(2026, 1, 1, 0, 0, 9, 0, time.UTC))
}

// TestWhoMeetsADeletionErases: the owner erases what the one who stored the deletion has left, and
// keeps nothing of it in its state.
func TestWhoMeetsADeletionErases(t *testing.T) {
	t.Parallel()
	const text = "my number is 5550199"
	log := &erasable{}
	for _, p := range []session.Payload{
		&session.SessionCreated{Config: session.Config{Strategy: "scheduler", Speed: 1, TTL: 1 << 30, Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}, Bot: session.Bot{Seat: "red"}}},
		&session.MessageReceived{Post: session.Post{ID: "m-1", Sender: "blue", Kind: session.FromPlayer, Text: text}},
		&session.ThoughtCompleted{Kind: "turn", BasedOn: 2, Mind: []byte(`{"note":"Blue says: My number is 5550199!","player":"blue"}`), Slot: session.SlotNone},
		&session.MessageReceived{Post: session.Post{ID: "m-2", Sender: "blue", Kind: session.FromPlayer, Text: "why not? " + text}},
		&session.MessageDeleted{Amendment: session.Amendment{MessageID: "m-1", Sender: "blue"}},
	} {
		log.events = append(log.events, session.Event{Seq: int64(len(log.events) + 1), At: time.Date(2026, 1, 1, 0, 0, len(log.events), 0, time.UTC), Data: p})
	}
	s := step.Open(log, journal.Session{ID: "ses_1"}, journal.Lease{}, sessiontest.Must(strategy.NewRegistry(strategy.All()...))(t))
	_, err := s.Step(t.Context(), stopped{})
	if len(log.erased) != 1 || log.erased[0].Seq != 5 || len(log.erased[0].Events) != 2 {
		t.Fatalf("erased %+v, error %v", log.erased, err)
	}
	mind := string(sessiontest.Must(session.Encode(log.events[2].Data))(t))
	if strings.Contains(mind, "5550199") || !strings.Contains(mind, `"blue"`) {
		t.Errorf("the thought is now %s", mind)
	}
	if said := log.events[3].Data.(*session.MessageReceived).Text; !strings.HasSuffix(said, text) {
		t.Errorf("what somebody else said is now %q", said)
	}
	if strings.Contains(string(s.State.Mind), "5550199") || len(s.State.Messages) != 1 {
		t.Errorf("the state has the mind %s and %d messages", s.State.Mind, len(s.State.Messages))
	}
}
