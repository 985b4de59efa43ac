package fourmind

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// fixture is a session without a driver: tests tell it the events.
type fixture struct{ *sessiontest.Session }

// newSession opens a game of Red, Blue, Green and Gold. The bot has the given seat.
func newSession(t *testing.T, seat string, seed int64, changes ...func(*session.Config)) *fixture {
	t.Helper()
	config := config(seat, seed)
	for _, change := range changes {
		change(&config)
	}
	return &fixture{sessiontest.Open(t, config)}
}

func config(seat string, seed int64) session.Config {
	return session.Config{
		Bot: session.Bot{Seat: seat}, Seed: &seed,
		Game: session.Setting{Rules: "turing", RulesText: "Find out who is the machine.", Players: []session.Player{
			{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}, {ID: "gold", Name: "Gold"},
		}},
	}
}

// conclude lets a strategy conclude a finding, and stores the mind.
func (c *fixture) conclude(f *FourMind, w session.Want, found session.Finding) session.Conclusion {
	out := f.Conclude(c.View(), w, found)
	c.Tell(c.State.Now, &session.ThoughtCompleted{Kind: w.Kind, BasedOn: w.BasedOn, Mind: out.Mind})
	return out
}

// wants returns the wants at a time, by their kinds.
func (c *fixture) wants(f *FourMind, at session.Millis) map[string]session.Want {
	wants := map[string]session.Want{}
	for _, w := range f.Wants(c.State.View(at)) {
		wants[w.Kind] = w
	}
	return wants
}

// eachLine has a lookahead after each line, and an analysis of each. Most tests rest on that.
const eachLine = `{"triggers":"every","reading":"lookahead","split":"comma","notes":2}`

// fourMind returns the strategy with options given as JSON, else with those of eachLine.
func fourMind(t *testing.T, raw string) *FourMind {
	t.Helper()
	s := sessiontest.Must(New(sessiontest.Merged(t, eachLine, raw)))(t)
	return s.(*FourMind)
}
