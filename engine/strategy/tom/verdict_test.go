package tom

import (
	"testing"

	"ringer/engine/session"
)

// TestAfterTheVerdictOneGoodbye: once the game master has said how the game ended, there is no
// cognition and no reserve, and one line at most, when another player writes.
func TestAfterTheVerdictOneGoodbye(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Player Red accused Blue, the human has lost", "Game over!", "The game has ended.", "The bot was Blue", "Das Spiel ist vorbei"} {
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		c.Considered(2000, kindReflex, kindCognition)
		c.Say(3000, "gm", text)
		expectWants(t, c.wants(s, 3000))
		c.Say(4000, "blue", "haha good game")
		expectWants(t, c.wants(s, 4000), kindReflex)
		expect(t, c.told(t, taskReflex), "The game is over. Say goodbye", "!Reply")
		c.sends(6000, "bye all")
		c.Say(8000, "green", "bye red")
		expectWants(t, c.wants(s, 8000))
	}
}

// TestTheGameGoesOnAfterOtherNews: what the game master says in between ends nothing, and a new
// round begins again.
func TestTheGameGoesOnAfterOtherNews(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Blue was voted out. Their role was bystander", "Night falls", "round 3", "The human wants to talk"} {
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "gm", "Mafia has won")
		c.Say(2000, "gm", text)
		expectWants(t, c.wants(s, 2000), kindCognition)
	}
}

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
		expectWants(t, c.wants(s, 4000), want...)
	}
}
