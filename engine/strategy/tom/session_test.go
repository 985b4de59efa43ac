package tom

import (
	"encoding/json"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// fixture is a session without a driver: tests tell it the events.
type fixture struct {
	*sessiontest.Session
	t *testing.T
}

// newSession opens a game of Red, the bot, with Blue, Green and Gold.
func newSession(t *testing.T, changes ...func(*session.Config)) *fixture {
	t.Helper()
	config := config()
	for _, change := range changes {
		change(&config)
	}
	return &fixture{sessiontest.Open(t, config), t}
}

func config() session.Config {
	return session.Config{
		Bot: session.Bot{Seat: "red"}, Seed: new(int64), Persona: "You are Mia, a nurse.",
		Game: session.Setting{RulesText: "Find out who is the machine.", Players: []session.Player{
			{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}, {ID: "gold", Name: "Gold"},
		}},
	}
}

func nobody(c *session.Config) { c.Persona = "" }

// conclude lets a strategy conclude a finding about the whole chat, and stores the mind.
func (c *fixture) conclude(s *ToM, kind string, found session.Finding) session.Conclusion {
	w := session.Want{Kind: kind, BasedOn: lastSeq(c.View())}
	out := s.Conclude(c.View(), w, found)
	c.Tell(c.State.Now, &session.ThoughtCompleted{Kind: kind, BasedOn: w.BasedOn, Mind: out.Mind})
	return out
}

// thinks runs a thought with the answers of a model, and stores its outcome.
func (c *fixture) thinks(s *ToM, kind string, answers ...string) (session.Conclusion, *sessiontest.Script) {
	c.t.Helper()
	m := &sessiontest.Script{Answers: answers}
	found := sessiontest.Must(s.Think(c.t.Context(), c.View(), session.Want{Kind: kind, BasedOn: lastSeq(c.View())}, m))(c.t)
	return c.conclude(s, kind, found), m
}

func (c *fixture) mind() mind { return readMind(c.View()) }

// wants returns the kinds of the wants at a time, in their order.
func (c *fixture) wants(s *ToM, at session.Millis) (kinds []string) {
	for _, w := range s.Wants(c.State.View(at)) {
		kinds = append(kinds, w.Kind)
	}
	return kinds
}

// newToM returns the strategy with options given as JSON.
func newToM(t *testing.T, raw string) *ToM {
	t.Helper()
	s := sessiontest.Must(asInThePaper(json.RawMessage(raw)))(t)
	return s.(*ToM)
}

// asInThePaper makes a strategy whose options are the paper's, as far as they are not given.
func asInThePaper(raw json.RawMessage) (prompt.Thinker, error) {
	options := map[string]any{"cycle": cycleStaged, "calls": "every"}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &options); err != nil {
			return nil, err
		}
	}
	filled, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	return New(filled)
}
