package tom

import (
	"encoding/json"
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/prompt"
)

// session is a session without a driver: tests tell it the events.
type session struct {
	*gametest.Session
	t *testing.T
}

// newSession opens a game of Red, the bot, with Blue, Green and Gold. It plays a given
// persona, unless a change says otherwise.
func newSession(t *testing.T, changes ...func(*game.Config)) *session {
	t.Helper()
	config := game.Config{
		Bot: game.Bot{Seat: "red"}, Seed: new(int64), Persona: "You are Mia, a nurse.",
		Game: game.Setting{RulesText: "Find out who is the machine.", Players: []game.Player{
			{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}, {ID: "gold", Name: "Gold"},
		}},
	}
	for _, change := range changes {
		change(&config)
	}
	return &session{gametest.Open(t, config), t}
}

func nobody(c *game.Config) { c.Persona = "" }

func (c *session) leaves(at game.Millis, player string) {
	c.Tell(at, &game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerLeft, Player: &game.Player{ID: player}}})
}

// considered completes thoughts of the given kinds that have considered the whole chat.
func (c *session) considered(at game.Millis, kinds ...string) {
	for _, kind := range kinds {
		c.Tell(at, &game.ThoughtCompleted{Kind: kind, BasedOn: c.State.Seq})
	}
}

func (c *session) failed(at game.Millis, kind string) {
	c.Tell(at, &game.ThoughtFailed{Kind: kind, Code: prompt.ModelError, RetryAt: c.State.Clock.Wall(at + 1000)})
}

// conclude lets a strategy conclude a finding about the whole chat, and stores the mind.
func (c *session) conclude(s *ToM, kind string, found game.Finding) game.Conclusion {
	w := game.Want{Kind: kind, BasedOn: lastSeq(c.view())}
	out := s.Conclude(c.view(), w, found)
	c.Tell(c.State.Now, &game.ThoughtCompleted{Kind: kind, BasedOn: w.BasedOn, Mind: out.Mind})
	return out
}

// thinks runs a thought with the answers of a model, and stores its outcome.
func (c *session) thinks(s *ToM, kind string, answers ...string) (game.Conclusion, *gametest.Script) {
	c.t.Helper()
	m := &gametest.Script{Answers: answers}
	found, err := s.Think(c.t.Context(), c.view(), game.Want{Kind: kind, BasedOn: lastSeq(c.view())}, m)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.conclude(s, kind, found), m
}

func (c *session) view() game.View { return c.State.View(c.State.Now) }

func (c *session) mind() mind { return readMind(c.view()) }

// wants returns the kinds of the wants at a time, in their order.
func (c *session) wants(s *ToM, at game.Millis) (kinds []string) {
	for _, w := range s.Wants(c.State.View(at)) {
		kinds = append(kinds, w.Kind)
	}
	return kinds
}

// newToM returns the strategy with options given as JSON.
func newToM(t *testing.T, raw string) *ToM {
	t.Helper()
	s, err := New(json.RawMessage(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*ToM)
}
