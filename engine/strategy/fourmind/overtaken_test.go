package fourmind

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestOneAnswerToTheSameLines concludes a lookahead after something was said while it ran.
func TestOneAnswerToTheSameLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		since  *session.Message
		kind   string
		speaks bool
	}{
		"nothing was said since":            {nil, kindLookahead, true},
		"others have spoken":                {&session.Message{Seq: 4, Sender: "blue", Name: "Blue", Text: "hm", Kind: session.FromPlayer}, kindLookahead, true},
		"the bot itself has written":        {&session.Message{Seq: 4, Sender: "red", Name: "Red", Text: "no idea", Kind: session.FromPlayer, Own: true}, kindLookahead, false},
		"a silence that lasts":              {nil, kindSilence, true},
		"a silence that somebody has ended": {&session.Message{Seq: 4, Sender: "blue", Name: "Blue", Text: "hm", Kind: session.FromPlayer}, kindSilence, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sessiontest.Must(New(nil))(t)
			players := []session.Player{{ID: "red", Name: "Red", Presence: session.Active}, {ID: "blue", Name: "Blue", Presence: session.Active}}
			v := session.View{Me: players[0], Players: players, Messages: []session.Message{{Seq: 3, Sender: "blue", Name: "Blue", Text: "why", Kind: session.FromPlayer}}}
			if c.since != nil {
				v.Messages = append(v.Messages, *c.since)
			}
			found := lookaheadFound{botFirst: c.kind == kindSilence, continuations: [][]simulated{{{Sender: "Red", Text: "just because"}}}}
			out := s.Conclude(v, session.Want{Kind: c.kind, BasedOn: 3, Silence: c.kind == kindSilence}, found)
			if (out.Candidate != nil) != c.speaks {
				t.Errorf("candidate %+v, want one: %t", out.Candidate, c.speaks)
			}
		})
	}
}
