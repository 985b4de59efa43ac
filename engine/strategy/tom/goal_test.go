package tom

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

// sets lets cognition set a goal, and write a text for it.
func (c *fixture) sets(s *ToM, goal, text string) {
	c.Say(c.State.Now+5000, "blue", "hm")
	a := believes("")
	a.Goal = goal
	c.conclude(s, kindCognition, cognitionFound{state: a, text: text, does: jobGoal})
}

// TestGoalsThatWereNeverSaidMayBeUsedAgain: a goal is done once a line for it was sent. A goal
// whose line was never sent is told apart, and may come back.
func TestGoalsThatWereNeverSaidMayBeUsedAgain(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.sets(s, "ask Blue about trains", "blue do you like trains")
	if m := c.mind(); m.GoalSaid || !slices.Equal(m.goals(), []string{"ask Blue about trains (not said)"}) {
		t.Fatalf("the goals are %q, nothing was sent", m.goals())
	}
	c.sets(s, "tell Blue about the rain", "it rains so much here")
	if m := c.mind(); !slices.Equal(m.lastGoals(), []string{"ask Blue about trains (not said)"}) {
		t.Errorf("the last goals are %q", m.lastGoals())
	}
	c.sends(c.State.Now+1000, "it rained so much here") // a word was changed
	c.conclude(s, kindReflex, lineFound{})
	if m := c.mind(); !m.GoalSaid || m.open() {
		t.Errorf("the goal %q counts as not said", m.Goal)
	}
	c.sets(s, "ask Blue about trains", "so what about trains")
	m := c.mind()
	if !slices.Equal(m.lastGoals(), []string{"tell Blue about the rain (said)"}) || !slices.Equal(m.goals(), []string{"ask Blue about trains (not said)"}) {
		t.Errorf("the goals are %q after %q", m.goals(), m.lastGoals())
	}
	c.sends(c.State.Now+1000, "something else altogether")
	c.conclude(s, kindReflex, lineFound{})
	if c.mind().GoalSaid {
		t.Error("another line counts as the line for the goal")
	}
	c.sets(s, "", "")
	if got := c.mind().Goal; got != "ask Blue about trains" {
		t.Errorf("an empty goal changes it to %q", got)
	}
}

// TestAnAnswerDoesNotPursueTheGoal: a line that answered a question leaves the goal open.
func TestAnAnswerDoesNotPursueTheGoal(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hm")
	a := believes("")
	a.Goal = "ask Blue about trains"
	c.conclude(s, kindCognition, cognitionFound{state: a, text: "im from porto", does: jobAnswer})
	c.sends(5000, "im from porto")
	c.conclude(s, kindReflex, lineFound{})
	if m := c.mind(); m.GoalSaid || len(m.GoalLines) > 0 {
		t.Errorf("the goal counts as said by %q", m.GoalLines)
	}
}

// TestACutGoalSaysSo: a goal has ten words at most. One that was longer ends with a mark.
func TestACutGoalSaysSo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ask Blue why":                   "ask Blue why",
		"a b c d e f g h i j":            "a b c d e f g h i j",
		"a b c d e f g h i j k":          "a b c d e f g h i j…",
		"tell Blue. a b c d e f g h i":   "tell Blue…",
		" ask  Blue\nwhy ":               "ask Blue why",
		strings.Repeat("x", keptChars+9): strings.Repeat("x", keptChars) + "…",
	} {
		if got := cutGoal(text); got != want || len(strings.Fields(got)) > goalWords {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}

// TestAnExampleIsNoGoal: small models copy an example of the prompt, with a name of their room.
func TestAnExampleIsNoGoal(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	c.Say(1000, "blue", "nice day")
	c.withGoal(t, "ask Blue about the weather")
	for goal, want := range map[string]string{
		"tell Blue a story about bees":   "ask Blue about the weather",
		"Tell Green a story about bees.": "ask Blue about the weather",
		"tell Blue a story about snow":   "tell Blue a story about snow",
	} {
		r := revise(c.View(), session.Want{Kind: kindCognition})
		if r.takeGoal(goal); r.mind.Goal != want {
			t.Errorf("after %q the goal is %q", goal, r.mind.Goal)
		}
	}
}
