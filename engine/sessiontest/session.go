package sessiontest

import (
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Session is a session without a driver. Tests apply events to it, at game time.
type Session struct{ State *session.State }

// Open completes a configuration and creates its session.
func Open(t testing.TB, c session.Config) *Session {
	t.Helper()
	if err := c.Complete(); err != nil {
		t.Fatal(err)
	}
	s := &Session{session.NewState("ses_test")}
	s.State.Apply(session.Event{Seq: 1, At: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), Data: &session.SessionCreated{Config: c}})
	return s
}

// Tell applies an event.
func (s *Session) Tell(at session.Millis, p session.Payload) {
	s.State.Apply(session.Event{Seq: s.State.Seq + 1, At: s.State.Clock.Wall(at), Data: p})
}

// Say applies a message of a player or, if the sender is gm, of the game master.
func (s *Session) Say(at session.Millis, sender, text string) {
	p := session.Post{Sender: sender, Text: text, Kind: session.FromPlayer}
	if sender == "gm" {
		p.Kind = session.FromGamemaster
	}
	s.Tell(at, &session.MessageReceived{Post: p})
}

// Leaves applies that a player has left.
func (s *Session) Leaves(at session.Millis, player string) {
	s.Tell(at, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: player}}})
}

// Considered completes thoughts of the given kinds that have considered the whole chat.
func (s *Session) Considered(at session.Millis, kinds ...string) {
	for _, kind := range kinds {
		s.Tell(at, &session.ThoughtCompleted{Kind: kind, BasedOn: s.State.Seq})
	}
}

// Failed applies that a thought has failed. It may be tried again after a second.
func (s *Session) Failed(at session.Millis, kind string) {
	s.Tell(at, &session.ThoughtFailed{Kind: kind, Code: prompt.ModelError, RetryAt: s.State.Clock.Wall(at + 1000)})
}
