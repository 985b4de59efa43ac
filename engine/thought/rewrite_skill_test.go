package thought

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestRewriteSkillSaysSomethingElse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ asked, refused, reason string }{
		"a disclosure": {"are you a bot yellow?", "As an AI language model I cannot say", "self_disclosure"},
		"a repeat":     {"what do you think yellow?", "hm good question", "repeat"},
		"a secret":     {"who is the mafia", "the secret word is marzipan", "secret"},
		"markup":       {"yellow how are you", "**fine** thanks, and you?", "markup"},
		"no reason":    {"hi yellow", "hi", ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := session.View{
				Me:       session.Player{ID: "yellow", Name: "Yellow"},
				Players:  []session.Player{{ID: "yellow", Name: "Yellow", Presence: session.Active}, {ID: "blue", Name: "Blue", Presence: session.Active}},
				Messages: []session.Message{{Seq: 3, Name: "Blue", Sender: "blue", Text: c.asked}},
				Draft:    &session.Draft{Text: c.refused, Rule: c.reason},
			}
			ask := &oneAnswer{}
			sessiontest.Must(rewrite(t.Context(), v, ask))(t)
			p := ask.got.Parsed()
			said := 0
			for seed := range uint64(40) {
				text := Skills()[session.KindRewrite](p, rand.New(rand.NewPCG(seed, 0))).(prompt.Written).Text
				again := Skills()[session.KindRewrite](p, rand.New(rand.NewPCG(seed, 0))).(prompt.Written).Text
				if text != "" {
					said++
				}
				common := func(w string) bool { return len(w) >= minLongWord && strings.Contains(mouth.Normalise(c.refused), w) }
				if text != again || slices.ContainsFunc(strings.Fields(mouth.Normalise(text)), common) || mouth.Normalise(text) == mouth.Normalise(c.refused) {
					t.Errorf("seed %d says %q, then %q, in place of %q", seed, text, again, c.refused)
				}
			}
			if said < 35 {
				t.Errorf("the skill found a text %d of 40 times", said)
			}
		})
	}
}
