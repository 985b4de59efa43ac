package fourmind

import (
	"testing"

	"ringer/engine/session"
)

// TestBackgroundThoughtsEnd: they end when the path gets cheaper and when the bot leaves the game.
func TestBackgroundThoughtsEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*fixture){
		"ThereIsSomethingToFind": nil,
		"OnACheaperPath": func(c *fixture) {
			c.Tell(20_000, &session.StrategyDegraded{PathChange: session.PathChange{From: session.PathFull, To: pathLean}})
		},
		"WhenTheBotHasLeft": func(c *fixture) { c.Leaves(20_000, "red") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t, "red", 1)
			for i := range appraisalMessages {
				c.Say(session.Millis(1000*i), "blue", "so")
			}
			if end != nil {
				end(c)
			}
			wants := c.wants(fourMind(t, byAnalyst), 21_000)
			for _, kind := range []string{kindAnalysis, kindAppraisal} {
				if _, ok := wants[kind]; ok != (end == nil) {
					t.Errorf("%s is wanted: %v", kind, ok)
				}
			}
		})
	}
}
