package tom

import (
	"slices"
	"testing"

	"ringer/engine/session"
)

// TestAVoteEndsAGameOfOnePhase: what the game master says after a vote about suspicion is the
// result, whatever the words are. In a game with phases it may be the next day.
func TestAVoteEndsAGameOfOnePhase(t *testing.T) {
	t.Parallel()
	for phases, want := range map[int][]string{1: nil, 2: {kindCognition}} {
		c, s := newSession(t, func(c *session.Config) {
			if phases == 2 {
				c.Game.Phases = []session.Phase{{ID: "day"}, {ID: "dusk"}}
			}
		}), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		c.Tell(2000, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v1", Kind: session.ChooseOne, About: session.Suspicion}})
		c.conclude(s, kindCognition, cognitionFound{state: believes("")})
		c.Considered(2500, kindReflex)
		c.Tell(3000, &session.VoteCast{VoteID: "v1", Kind: session.ChooseOne, Answer: session.Answer{Option: "blue"}})
		c.Say(4000, "gm", "La machine, c'était Blue")
		if got := c.wants(s, 4000); !slices.Equal(got, want) {
			t.Errorf("with %d phases it wants %v, want %v", phases, got, want)
		}
	}
}
