package fourmind

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestObjectiveFramesTheWholeSimulation: in the paper the objective is for all simulated messages,
// from the first line, and stands among the sections that come before the chat (figure 14).
func TestObjectiveFramesTheWholeSimulation(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 3)
	c.Say(1000, "blue", "hi")
	c.Say(2000, "gold", "hello")
	r := fourMind(t, `{"pursue":"start","support":"gold","target":"blue"}`).lookaheadPrompt(ahead{view: c.View()}).Render()
	sessiontest.Contains(t, r.System,
		"## objective\n  All messages that you write, whoever sends them, lead to this:\n  - \"Blue\" is blamed.",
		"\"Gold\" blames \"Blue\", and you agree with \"Gold\".", "nobody comes to blame you.",
	)
	if strings.Contains(r.User, "Gold\" blames") {
		t.Error("it stands twice")
	}
}

// TestAimsAreNoFacts: no prompt says that somebody doubts somebody. Before anybody was doubted the
// bot has no aims.
func TestAimsAreNoFacts(t *testing.T) {
	t.Parallel()
	f := sessiontest.Must(New(json.RawMessage(`{"support":"gold","target":"blue"}`)))(t).(*FourMind)
	c := newSession(t, "red", 3)
	objective := func() string { return f.lookaheadPrompt(ahead{view: c.View()}).Parsed().Text(sectionObjective) }
	for i := range 20 {
		c.Say(session.Millis(1000*i), []string{"blue", "gold"}[i%2], "so")
	}
	if got := objective(); got != smallTalkText {
		t.Errorf("before a doubt it says %q", got)
	}
	c.Say(21_000, "green", "one of you is a bot")
	got := objective()
	sessiontest.Contains(t, got, "You want \"Blue\" doubted", "You side with \"Gold\".", "for your own lines only")
	if regexp.MustCompile(`"(Blue|Gold|Green)" (doubts|blames|suspects)`).MatchString(got) {
		t.Errorf("it tells as a fact: %q", got)
	}
}

// TestSidesAreKept: the doubts of the chat change the sides once in two minutes at most.
func TestSidesAreKept(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		generation int
		after      session.Millis
		changes    bool
	}{{3, 60_000, false}, {3, keepsSides, true}, {2, 60_000, true}} {
		c, f := newSession(t, "red", 1), fourMind(t, `{"objective":"adaptive"}`)
		c.State.Config.Generation = x.generation
		c.Tell(1000, &session.ThoughtCompleted{Kind: session.Start, Mind: session.EncodeMind(mind{Version: 1, Objective: objective{Mode: objectiveAdaptive, Support: "gold", Target: "blue"}})})
		c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"Green": 80, "Blue": 40, "Gold": 40}))
		c.Say(1000+x.after, "blue", "so")
		c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"Green": 10, "Blue": 95, "Gold": 40}))
		if p := readMind(c.View()).Objective; (p.Target == "blue") != x.changes {
			t.Errorf("generation %d after %d ms: it turns on %s", x.generation, x.after, p.Target)
		}
	}
}

// TestSupportNeverContradictsTheMind: nobody is supported whom the mind suspects.
func TestSupportNeverContradictsTheMind(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{"support":"gold","target":"blue"}`, `{"support":"gold"}`, `{}`, `{"objective":"adaptive"}`} {
		for percent := 5; percent < 100; percent += 10 {
			c, f := newSession(t, "red", 3), fourMind(t, options)
			for _, id := range []string{"blue", "gold", "green"} {
				c.Say(1000, id, "somebody is a bot")
			}
			p := firstObjective(t, c, options)
			support := prompt.NameOf(c.View(), p.Support)
			c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{support: percent, "Blue": 30, "Gold": 30, "Green": 30, support + " ": percent}))
			m := readMind(c.View())
			shown := m.Objective.consistent(m.suspicion(c.View()), f.options.Target)
			if shown.Target != "" && shown.Target != f.options.Target && m.Doubts[shown.Target] < m.Doubts[m.Objective.Support] && percent > 50 {
				t.Errorf("%s: turns on %s, though it suspects %s more", options, shown.Target, support)
			}
			if shown.Support != "" && m.Doubts[shown.Support] > 50 {
				t.Errorf("%s: supports %s, whom it suspects with %d %%", options, shown.Support, m.Doubts[shown.Support])
			}
			if got := strings.Join(f.Brief(c.View()).Lines, " "); percent > 50 && strings.Contains(got, "Supports \""+support) {
				t.Errorf("%s: the mind says %q", options, got)
			}
		}
	}
}
