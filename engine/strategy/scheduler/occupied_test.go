package scheduler

import (
	"testing"

	"ringer/engine/session"
)

// TestAPlanForAnOlderLineHoldsNothingBack: a newer question to the bot calls for a turn, whatever
// waits.
func TestAPlanForAnOlderLineHoldsNothingBack(t *testing.T) {
	t.Parallel()
	for answers, want := range map[int64]int{2: 1, 3: 0} {
		c := newSession(t)
		c.Say(1000, "green", "nice day")
		c.Say(2000, "blue", "red where are you from?")
		c.Tell(3000, &session.PlanCreated{Plan: session.Plan{ID: "p", Kind: session.Reply, Text: "hello", BasedOn: c.State.Seq, Answers: answers, Phase: "day", DueAt: c.State.Clock.Wall(90_000)}})
		if wants := strategy(func(*options) {}).Wants(c.State.View(4000)); len(wants) != want {
			t.Errorf("a plan that answers %d: %v", answers, wants)
		}
	}
}
