package strategy_test

import (
	"fmt"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// TestAFloodCostsNoMore counts what a step asks of a strategy: four times as many unread lines may
// cost it twice as many allocations at most. Each post is a step, so a step that reads all lines
// would make the posts of a flood wait for each other.
func TestAFloodCostsNoMore(t *testing.T) { // not parallel: it counts allocations
	for _, e := range strategy.All() {
		s := sessiontest.Must(e.New(nil))(t)
		cost := func(lines int) float64 {
			c := sessiontest.Open(t, session.Config{
				Biography: sessiontest.Biography(), Strategy: e.Name, Bot: session.Bot{Seat: "red"},
				Game: session.Setting{Rules: "turing", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}},
			})
			c.Tell(0, &session.ThoughtCompleted{Kind: session.Start, Mind: s.Conclude(c.State.View(0), session.Want{Kind: session.Start}, nil).Mind})
			for i := range lines {
				c.Say(session.Millis(1000+i), "blue", fmt.Sprint("so it is, number ", i))
			}
			v := c.State.View(2000)
			return testing.AllocsPerRun(10, func() { s.Wants(v) })
		}
		if few, many := cost(40), cost(160); many > 2*few {
			t.Errorf("%s: 40 unread lines cost %v allocations, 160 cost %v", e.Name, few, many)
		} else {
			t.Logf("%s: %v, %v", e.Name, few, many)
		}
	}
}
