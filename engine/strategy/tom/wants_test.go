package tom

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestWhatIsWanted plays testdata/wants.txt. "told TASK" shows what a prompt says about the next
// line, and "goal TEXT" gives the bot a goal that was not said yet.
func TestWhatIsWanted(t *testing.T) {
	t.Parallel()
	sessiontest.Wants(t, "testdata/wants.txt", config, New, func(t *testing.T, s *sessiontest.Session, by prompt.Thinker, command string) string {
		c, tom := &fixture{s, t}, by.(*ToM)
		word, rest, _ := strings.Cut(command, " ")
		switch {
		case word == "goal":
			c.withGoal(t, rest)
			return ""
		case rest == "goal":
			return tom.statePrompt(c.View(), c.mind(), taskGoal).Parsed().Text(sectionJob)
		}
		return tom.linePrompt(c.View(), c.mind(), "tom."+rest).Parsed().Text(sectionJob)
	})
}

// plan puts a plan into the slot.
func (c *fixture) plan(at session.Millis, kind session.PlanKind, class session.PlanClass, basedOn int64) {
	c.Tell(at, &session.PlanCreated{Plan: session.Plan{
		ID: "pln_1", Kind: kind, Class: class, Text: "hm", BasedOn: basedOn, Phase: c.State.Roster.Phase, TriggerAt: c.State.Clock.Wall(at), DueAt: c.State.Clock.Wall(at + 9000), Silence: 15_000,
	}})
}

// sends sends the plan.
func (c *fixture) sends(at session.Millis, text string) {
	c.Tell(at, &session.MessageSent{MessageID: "msg_1", PlanID: "pln_1", Kind: session.Reply, Sender: "red", Text: text})
}

// withGoal gives the bot a goal that was not said yet.
func (c *fixture) withGoal(t *testing.T, goal string) {
	t.Helper()
	a := believes("")
	a.Goal = goal
	c.conclude(newToM(t, `{}`), kindCognition, cognitionFound{state: a})
}

// TestNothingIsWrittenByNight: cognition goes on while the bot may not speak, without a message.
func TestNothingIsWrittenByNight(t *testing.T) {
	t.Parallel()
	c := newSession(t, func(c *session.Config) {
		c.Game.Phases, c.Game.Phase = []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}}, "night"
	})
	c.Say(1000, "blue", "i vote green")
	out, m := c.thinks(newToM(t, `{}`), kindCognition, knownJSON, believedJSON, intendedJSON, `{"goal":"wait"}`)
	if out.Candidate != nil || slices.Contains(m.Tasks(), taskMessage) || c.mind().Goal != "wait" {
		t.Errorf("it asks %v and proposes %v", m.Tasks(), out.Candidate)
	}
}

// TestARewriteNeedsNoReserve: the text that is rewritten takes the slot, until the rewrite ends.
func TestARewriteNeedsNoReserve(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.Considered(2000, kindReflex, kindCognition)
	c.Tell(2000, &session.TextRejected{Rule: "repeat", Text: "hello", Kind: kindReflex, Rewrite: &session.Draft{
		Text: "hello", Rule: "repeat", Thought: kindReflex, BasedOn: 2, Kind: session.Reply, Class: session.ClassReflex,
	}})
	during := c.wants(s, 2000)
	c.Say(3000, "green", "red?")
	c.Considered(4000, kindReflex, kindCognition)
	if after := c.wants(s, 4000); len(during) > 0 || !slices.Equal(after, []string{kindReserve}) {
		t.Errorf("it wants %v during the rewrite and %v after it", during, after)
	}
}
