package strategy_test

import (
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
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
			c := gametest.Open(t, game.Config{
				Biography: gametest.Biography(), Strategy: e.Name, Bot: game.Bot{Seat: "red"},
				Game: game.Setting{
					Players:  []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
					Channels: []game.Channel{{ID: "den", Members: []string{"red", "blue"}}},
					Phases:   []game.Phase{{ID: "day"}, {ID: "night", Channel: "den"}},
				},
			})
			s, err := e.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			c.Tell(0, &game.ThoughtCompleted{Kind: game.Start, Mind: s.Conclude(c.State.View(0), game.Want{Kind: game.Start}, nil).Mind})
			wants := func(at game.Millis) (based []int64) {
				for _, w := range game.Decide(c.State, s, nil, at).Wants {
					if speaking[w.Kind] && w.At <= at+game.Millis(60_000) {
						based = append(based, w.BasedOn)
					}
				}
				return based
			}
			den := func(at game.Millis, text string) {
				c.Tell(at, &game.MessageReceived{Post: game.Post{Sender: "blue", Text: text, Kind: game.FromPlayer, Channel: "den"}})
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
			c.Tell(6000, &game.ObservationReceived{Observation: game.Observation{Kind: game.PhaseChanged, Phase: "night"}})
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
