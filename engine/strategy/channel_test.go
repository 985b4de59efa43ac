package strategy_test

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/engine/strategy/parrot"
)

// speaking are the kinds of thought that may end with a line for the chat.
var speaking = map[string]bool{"turn": true, "lookahead": true, "silence": true, "reflex": true, "single": true, "reserve": true, "reply": true, "contemplation": true}

// TestNothingIsWantedForALineElsewhere: after a question in the den, no strategy wants to speak in
// the main channel, and after a line in the main channel none looks at the den.
func TestNothingIsWantedForALineElsewhere(t *testing.T) {
	t.Parallel()
	all := append(strategy.All(), strategy.Entry{Name: parrot.Name, New: parrot.New})
	for _, e := range all {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			c := sessiontest.Open(t, session.Config{
				Biography: sessiontest.Biography(), Strategy: e.Name, Bot: session.Bot{Seat: "red"},
				Game: session.Setting{
					Players:  []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
					Channels: []session.Channel{{ID: "den", Members: []string{"red", "blue"}}},
					Phases:   []session.Phase{{ID: "day"}, {ID: "night", Channel: "den"}},
				},
			})
			s := sessiontest.Must(e.New(nil))(t)
			c.Tell(0, &session.ThoughtCompleted{Kind: session.Start, Mind: s.Conclude(c.State.View(0), session.Want{Kind: session.Start}, nil).Mind})
			wants := func(at session.Millis) (based []int64) {
				for _, w := range session.Decide(c.State, s, nil, at).Wants {
					if speaking[w.Kind] && w.At <= at+session.Millis(60_000) {
						based = append(based, w.BasedOn)
					}
				}
				return based
			}
			den := func(at session.Millis, text string) {
				c.Tell(at, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: text, Kind: session.FromPlayer, Channel: "den"}})
			}
			den(1000, "red, shall we take green tonight?") // seq 3
			if got := wants(2000); len(got) > 0 {
				t.Errorf("after a question in the den it wants to speak about %v", got)
			}
			c.Say(3000, "green", "red, good morning") // seq 4
			den(4000, "red?")
			for _, seq := range wants(5000) {
				if seq != 4 {
					t.Errorf("it wants to speak about %d, not about the line of this channel", seq)
				}
			}
			c.Tell(6000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night"}})
			found := false
			for _, seq := range wants(7000) {
				found = found || seq == 5
			}
			if !found {
				t.Errorf("in the den it wants to speak about %v, want 5", wants(7000))
			}
		})
	}
}
