package fourmind

import (
	"fmt"
	"slices"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// With any number of players, prompts list them all, and each can be the target or the receiver of
// a message. The bot answers whoever asks it. The paper has three players.
func TestAnyNumberOfPlayers(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 3, 7, session.MaxPlayers} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			c := newSession(t, "red", 1, func(c *session.Config) {
				c.Game.Players = []session.Player{{ID: "red", Name: "Red"}}
				for i := 1; i < n; i++ {
					c.Game.Players = append(c.Game.Players, session.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("Player ", i)})
				}
			})
			var all []string
			for i, p := range c.View().Players {
				all = append(all, p.Name)
				c.Say(session.Millis(1000*i), p.ID, fmt.Sprint("hello from ", p.Name))
			}
			c.Say(session.Millis(1000*n), "p1", "red where are you from")
			f := fourMind(t, `{}`)
			if p := firstObjective(t, c, `{}`); p.Target == "" || p.Target == "red" || (p.Support != "") != (n > 2) || p.Support == p.Target || p.Support == "red" {
				t.Errorf("objective %+v", p)
			}
			asked := f.lookaheadPrompt(ahead{view: c.View()}).Parsed()
			if got := asked.List(prompt.SectionPlayers); !slices.Equal(got, all) {
				t.Errorf("the players are %q", got)
			}
			first := 0
			for seed := range uint64(50) {
				if Skills()[taskLookahead](asked, source(seed)).(lookaheadAnswer).Messages[0].Sender == "Red" {
					first++
				}
			}
			if first < 40 {
				t.Errorf("asked, the bot is first %d times of 50", first)
			}
			out := c.conclude(f, session.Want{Kind: kindAnalysis, BasedOn: c.State.Seq}, analysisAnswer{[]analysis{{Number: 1, Receivers: all}}})
			if got := len(out.Annotations[0].Receivers); got != n-1 {
				t.Errorf("%d receivers of a message to all", got)
			}
		})
	}
}
