package tom

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

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
