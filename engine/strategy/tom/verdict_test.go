package tom

import (
	"slices"
	"testing"

	"ringer/engine/session"
)

// TestOver: the game master ends a game in words, and what it says in between ends nothing.
func TestOver(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Player Red accused Blue, the human has lost": true, "Game over!": true, "The game has ended.": true, "The bot was Blue": true, "Das Spiel ist vorbei": true,
		"Blue was voted out. Their role was bystander": false, "Night falls": false, "round 3": false, "The human wants to talk": false,
	} {
		c := newSession(t)
		c.Say(1000, "gm", text)
		if _, ended := over(c.View()); ended != want {
			t.Errorf("%q ends the game: %v", text, ended)
		}
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
		if got := c.wants(s, 4000); !slices.Equal(got, want) {
			t.Errorf("with %d phases it wants %v, want %v", phases, got, want)
		}
	}
}
