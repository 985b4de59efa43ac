package tom

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ringer/engine/session"
)

func withAllies(allies ...string) func(*session.Config) {
	return func(c *session.Config) { c.Bot.Allies = allies }
}

// The prompt names the allies, and the offline player judges the others only.
func TestTheStateIsAskedForOpponentsOnly(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, withAllies("blue", "gold")), newToM(t, `{}`)
	c.Say(1000, "blue", "As I said, I enjoy that very much.")
	p := s.statePrompt(c.View(), c.mind(), taskBeliefs)
	if text := p.Render().System + p.Render().User; !strings.Contains(text, "except you and those on your side, answer") || !strings.Contains(text, `On your side: "Blue" and "Gold"`) {
		t.Errorf("the prompt is %s", text)
	}
	w := newWitness(p.Parsed(), rand.New(rand.NewPCG(1, 0)))
	if all := w.beliefs().Players; len(all) != 1 || all[0].Name != "Green" {
		t.Errorf("the offline player judges %+v", all)
	}
	if text := instruction(newSession(t).View(), taskBeliefs, 1); strings.Contains(text, alliesMark) || strings.Contains(text, "on your side") {
		t.Errorf("without allies it is told %s", text)
	}
}
