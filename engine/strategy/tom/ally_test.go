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

// TestAnAllyIsNotJudged: the bot knows that an ally is on its side, so it believes nothing of the
// ally and never goes after it, whatever a model answers.
func TestAnAllyIsNotJudged(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, withAllies("blue")), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.Say(2000, "green", "hi")
	c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 90, 1), doubt("Green", 60, 2))})
	m := c.mind()
	if _, judged := m.Beliefs["blue"]; judged || m.Beliefs["green"].Suspicion != 60 || m.Intention.Suspect != "" {
		t.Errorf("it believes %+v and suspects %q", m.Beliefs, m.Intention.Suspect)
	}
	b := s.Brief(c.View())
	if _, suspected := b.Suspicion["blue"]; suspected || strings.Contains(strings.Join(b.Beliefs, " "), "Blue") {
		t.Errorf("votes weigh %v and show %q", b.Suspicion, b.Beliefs)
	}
}

// TestTheStateIsAskedForOpponentsOnly: the prompt names the allies, and the offline player judges
// the others only.
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
	if text := instruction(newSession(t).View(), taskBeliefs); strings.Contains(text, alliesMark) || strings.Contains(text, "on your side") {
		t.Errorf("without allies it is told %s", text)
	}
}
