package tom

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
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

// TestASentGoalIsNotOffered: a line that was sent while the stages are asked is in their prompts,
// and no prompt says that a goal was not said: another line may have done it.
func TestASentGoalIsNotOffered(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "nice day")
	a := believes("")
	a.Goal = "joke about rain"
	c.conclude(s, kindCognition, cognitionFound{state: a, line: prompt.Written{Text: "it rains cats and dogs"}, does: jobGoal})
	shown := func(m mind) []string {
		p := s.statePrompt(c.View(), m, taskGoal).Parsed()
		return append(p.List(sectionGoal), p.List(sectionLastGoals)...)
	}
	m := c.mind()
	if got := shown(m); !slices.Equal(got, []string{"joke about rain"}) {
		t.Errorf("before: %q", got)
	}
	c.sends(2000, "it rains cats and dogs")
	if got := shown(m); !slices.Equal(got, []string{"joke about rain (said)"}) {
		t.Errorf("after the line was sent: %q", got)
	}
}

// TestAGoalThatAccusesOrAsksHasWords: one or two words cannot do it. A joke may be as short as the
// room has lines.
func TestAGoalThatAccusesOrAsksHasWords(t *testing.T) {
	t.Parallel()
	for goal, long := range map[string]bool{"ask Blue which class that is": true, "tell Blue that in a city is no answer": true, "joke with Green about rain": false} {
		for action, accuses := range map[string]bool{actionChat: false, actionAccuse: true, actionVote: true} {
			c, s := newSession(t), newToM(t, `{}`)
			for i, text := range []string{"hi", "hey", "hm", "lol"} {
				c.Say(session.Millis(1000*i), "blue", text)
			}
			m := c.mind()
			m.Goal, m.Intention.Action = goal, action
			least := 99
			for seed := range int64(30) {
				v := c.View()
				v.Seed = seed
				least = min(least, s.linePrompt(v, m, taskMessage).Parsed().Words())
			}
			if (least >= 4) != (long || accuses) {
				t.Errorf("%q with %s has at least %d words", goal, action, least)
			}
		}
	}
}
