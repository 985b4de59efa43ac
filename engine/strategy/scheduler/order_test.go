package scheduler

import (
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

func ordered(order string) *Scheduler { return strategy(asks, func(o *options) { o.Order = order }) }

// TestOrderOfTheStages: the orders of §7. The paper's own order is in TestThink.
func TestOrderOfTheStages(t *testing.T) {
	t.Parallel()
	send, wait, line, none := `{"decision":"send"}`, `{"decision":"wait"}`, `{"text":"the coast"}`, `{"text":" "}`
	for name, x := range map[string]struct {
		order        string
		answers      []string
		tasks        string
		answer, text string
	}{
		"TheLineIsWrittenAndSent":    {orderGenerate, []string{line, send}, "scheduler.what scheduler.draft", answerSend, "the coast"},
		"TheLineIsWrittenAndDropped": {orderGenerate, []string{line, wait}, "scheduler.what scheduler.draft", answerWait, ""},
		"NoLineNeedsNoDecision":      {orderGenerate, []string{none}, "scheduler.what", answerWait, ""},
		"EveryNAsksNotWhen":          {orderEvery, []string{line}, "scheduler.what", answerSend, "the coast"},
		"OneCallMaySpeak":            {orderPass, []string{line}, "scheduler.pass", answerSend, "the coast"},
		"OneCallMayPass":             {orderPass, []string{none}, "scheduler.pass", answerWait, ""},
		"ThePassTokenIsNoLine":       {orderPass, []string{`{"text":"<pass>"}`}, "scheduler.pass", answerWait, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t)
			c.Say(1000, "blue", "hi")
			s, f, err := thinkWith(t, ordered(x.order), c, x.answers...)
			if err != nil || strings.Join(s.Tasks(), " ") != x.tasks {
				t.Fatalf("tasks %v, %v", s.Tasks(), err)
			}
			out := ordered(x.order).Conclude(c.State.View(65_000), session.Want{Kind: kindTurn}, f)
			text := ""
			if out.Candidate != nil {
				text = out.Candidate.Parts[0].Text
			}
			if f.(turnFound).answer != x.answer || text != x.text || out.Unsent == session.LookKeep {
				t.Errorf("found %+v, concluded %+v", f, out)
			}
		})
	}
	t.Run("TheDecisionSeesTheLine", func(t *testing.T) {
		t.Parallel()
		c := newSession(t)
		c.Say(1000, "blue", "hi")
		s, _, _ := thinkWith(t, ordered(orderGenerate), c, line, wait)
		p, err := prompt.Parse(s.Asked[1].Render())
		if err != nil || strings.Join(p.List(sectionDraft), "") != "the coast" || p.Text(sectionBalance) == "" {
			t.Errorf("%v\n%s", err, s.Asked[1].Render().User)
		}
	})
	t.Run("NoneDropsTheLineThatThePromptShowed", func(t *testing.T) {
		t.Parallel()
		for order, answer := range map[string]string{orderGenerate: none, orderEvery: none, orderPass: none} {
			c := newSession(t)
			c.Say(1000, "blue", "hi")
			c.Tell(2000, &session.PlanCreated{Plan: session.Plan{ID: "p", Kind: session.Reply, Class: session.ClassCognition, Text: "hello", BasedOn: c.State.Seq, Phase: "day", DueAt: c.State.Clock.Wall(90_000)}})
			_, f, err := thinkWith(t, ordered(order), c, answer)
			if out := ordered(order).Conclude(c.State.View(65_000), session.Want{Kind: kindTurn}, f); err != nil || out.Unsent != session.LookDrop {
				t.Errorf("%s: found %+v, %v; concluded %+v", order, f, err, out)
			}
		}
	})
}
