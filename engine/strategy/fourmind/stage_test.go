package fourmind

import (
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestObjectiveFramesTheWholeSimulation: the objective is for all simulated messages, and stands
// among the sections that come before the chat (figure 14).
func TestObjectiveFramesTheWholeSimulation(t *testing.T) {
	t.Parallel()
	c := partlyAnalysed(t, "red")
	r := fourMind(t, `{"support":"gold","target":"blue"}`).lookaheadPrompt(ahead{view: c.View()}).Render()
	sessiontest.Contains(t, r.System,
		"## objective\n  Where the talk leads there, the messages that you write, whoever sends them, lead to this:\n  - The players come to doubt \"Blue\"",
		"\"Gold\" doubts \"Blue\". You take the side of \"Gold\".", "Nobody doubts you.",
	)
	if strings.Contains(r.User, "Gold\" doubts") {
		t.Error("it stands twice")
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
