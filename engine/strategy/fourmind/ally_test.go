package fourmind

import (
	"slices"
	"testing"

	"ringer/engine/session"
)

// The bot knows that an ally is on its side, whatever a model or the options say.
func TestAnAllyIsNeitherDoubtedNorATarget(t *testing.T) {
	t.Parallel()
	allied := func(c *session.Config) { c.Bot.Allies = []string{"blue"} }
	for seed := range int64(40) {
		c := newSession(t, "red", seed, allied)
		for _, options := range []string{`{}`, `{"target":"blue"}`, `{"objective":"adaptive"}`} {
			if p := firstObjective(t, c, options); p.Target == "blue" || p.Target == "" {
				t.Fatalf("seed %d, %s: %+v", seed, options, p)
			}
		}
	}
	c, f := newSession(t, "red", 1, allied), fourMind(t, `{"objective":"adaptive"}`)
	c.Say(1000, "blue", "hello")
	c.conclude(f, session.Want{Kind: kindAppraisal, BasedOn: c.State.Seq}, appraisalAnswer{Players: []appraised{{"Blue", 99}, {"Green", 60}}})
	m := readMind(c.View())
	if m.Doubts["blue"] != 0 || m.Doubts["green"] != 60 || m.Objective.Target == "blue" {
		t.Errorf("it doubts %v and pursues %+v", m.Doubts, m.Objective)
	}
	if asked := f.appraisalPrompt(c.View()).Parsed().List(sectionJudge); !slices.Equal(asked, []string{"Green", "Gold"}) {
		t.Errorf("the appraisal asks about %q", asked)
	}
}
