package gametest

import (
	"testing"
	"time"

	"ringer/engine/game"
)

// Session is a session without a driver. Tests apply events to it, at game time.
type Session struct{ State *game.State }

// Open completes a configuration and creates its session.
func Open(t testing.TB, c game.Config) *Session {
	t.Helper()
	if err := c.Complete(); err != nil {
		t.Fatal(err)
	}
	s := &Session{game.NewState("ses_test")}
	s.State.Apply(game.Event{Seq: 1, At: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), Data: &game.SessionCreated{Config: c}})
	return s
}

// Tell applies an event.
func (s *Session) Tell(at game.Millis, p game.Payload) {
	s.State.Apply(game.Event{Seq: s.State.Seq + 1, At: s.State.Clock.Wall(at), Data: p})
}

// Say applies a message of a player or, if the sender is gm, of the game master.
func (s *Session) Say(at game.Millis, sender, text string) {
	p := game.Post{Sender: sender, Text: text, Kind: game.FromPlayer}
	if sender == "gm" {
		p.Kind = game.FromGamemaster
	}
	s.Tell(at, &game.MessageReceived{Post: p})
}
