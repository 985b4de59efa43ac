package fourmind

import (
	"encoding/json"
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/prompt"
)

// session is a session without a driver: tests tell it the events.
type session struct{ *gametest.Session }

// newSession opens a game of Red, Blue, Green and Gold. The bot has the given seat.
func newSession(t *testing.T, seat string, seed int64, changes ...func(*game.Config)) *session {
	t.Helper()
	config := game.Config{
		Bot: game.Bot{Seat: seat}, Seed: &seed,
		Game: game.Setting{Rules: "turing", RulesText: "Find out who is the machine.", Players: []game.Player{
			{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}, {ID: "gold", Name: "Gold"},
		}},
	}
	for _, change := range changes {
		change(&config)
	}
	return &session{gametest.Open(t, config)}
}

func (c *session) goes(at game.Millis, player string) {
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

// conclude lets a strategy conclude a finding, and stores the mind.
func (c *session) conclude(f *FourMind, w game.Want, found game.Finding) game.Conclusion {
	out := f.Conclude(c.view(), w, found)
	c.Tell(c.State.Now, &game.ThoughtCompleted{Kind: w.Kind, BasedOn: w.BasedOn, Mind: out.Mind})
	return out
}

func (c *session) view() game.View { return c.State.View(c.State.Now) }

// wants returns the wants at a time, by their kinds.
func (c *session) wants(f *FourMind, at game.Millis) map[string]game.Want {
	wants := map[string]game.Want{}
	for _, w := range f.Wants(c.State.View(at)) {
		wants[w.Kind] = w
	}
	return wants
}

// fourMind returns the strategy with options given as JSON.
func fourMind(t *testing.T, raw string) *FourMind {
	t.Helper()
	s, err := New(json.RawMessage(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*FourMind)
}
