package fourmind

import (
	"testing"

	"ringer/engine/game"
)

// TestOneAnswerToTheSameLines concludes a lookahead after something was said while it ran.
func TestOneAnswerToTheSameLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		since  *game.Message
		kind   string
		speaks bool
	}{
		"nothing was said since":            {nil, kindLookahead, true},
		"others have spoken":                {&game.Message{Seq: 4, Sender: "blue", Name: "Blue", Text: "hm", Kind: game.FromPlayer}, kindLookahead, true},
		"the bot itself has written":        {&game.Message{Seq: 4, Sender: "red", Name: "Red", Text: "no idea", Kind: game.FromPlayer, Own: true}, kindLookahead, false},
		"a silence that lasts":              {nil, kindSilence, true},
		"a silence that somebody has ended": {&game.Message{Seq: 4, Sender: "blue", Name: "Blue", Text: "hm", Kind: game.FromPlayer}, kindSilence, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := New(nil)
			if err != nil {
				t.Fatal(err)
			}
			players := []game.Player{{ID: "red", Name: "Red", Presence: game.Active}, {ID: "blue", Name: "Blue", Presence: game.Active}}
			v := game.View{Me: players[0], Players: players, Messages: []game.Message{{Seq: 3, Sender: "blue", Name: "Blue", Text: "why", Kind: game.FromPlayer}}}
			if c.since != nil {
				v.Messages = append(v.Messages, *c.since)
			}
			found := lookaheadFound{botFirst: c.kind == kindSilence, continuations: [][]simulated{{{Sender: "Red", Text: "just because"}}}}
			out := s.Conclude(v, game.Want{Kind: c.kind, BasedOn: 3, Silence: c.kind == kindSilence}, found)
			if (out.Candidate != nil) != c.speaks {
				t.Errorf("candidate %+v, want one: %t", out.Candidate, c.speaks)
			}
		})
	}
}
