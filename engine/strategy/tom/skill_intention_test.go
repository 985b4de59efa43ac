package tom

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/prompt"
)

func TestIntention(t *testing.T) {
	t.Parallel()
	doubts := func(blue, green, red int) []string {
		return []string{fmt.Sprintf("%q: %d of 100", "Blue", blue), fmt.Sprintf("%q: %d of 100", "Green", green), fmt.Sprintf("%q: %d of 100", "Red", red)}
	}
	for name, c := range map[string]struct {
		table
		suspect, action, reason string
	}{
		"doubts nobody":              {table{lines: hello, play: "chat", beliefs: doubts(20, 25, 30)}, "", "chat", "Nobody"},
		"tests a suspect":            {table{lines: hello, play: "suspect", beliefs: doubts(20, 25, 50)}, "Red", "chat", "question"},
		"accuses":                    {table{lines: hello, play: "accuse", beliefs: doubts(20, 25, 80)}, "Red", "accuse", "80 %"},
		"recruits":                   {table{lines: hello, play: "recruit", beliefs: doubts(20, 25, 80)}, "Red", "ally", "on my side"},
		"votes":                      {table{lines: hello, play: "vote", beliefs: doubts(20, 25, 80)}, "Red", "vote", "settle"},
		"stays with its suspect":     {table{lines: hello, play: "accuse", beliefs: doubts(20, 68, 72), intention: []string{"Suspect: Green"}}, "Green", "accuse", "Green"},
		"leaves one doubted no more": {table{lines: hello, play: "suspect", beliefs: doubts(20, 30, 40), intention: []string{`Suspect: "Green"`}}, "Red", "chat", "Red"},
		"takes one doubted more":     {table{lines: hello, play: "suspect", beliefs: doubts(80, 60, 40), intention: []string{"Suspect: Green"}}, "Blue", "chat", "Blue"},
		"defends itself":             {table{lines: after(hello, "Blue: yellow is the bot"), fresh: 1, play: "accuse", beliefs: doubts(20, 25, 80)}, "Red", "defend", `"yellow is the bot" (#5)`},
		"not against an old line":    {table{lines: after(hello, "Blue: yellow is the bot", "Yellow: no", "Red: ok"), fresh: 1, play: "chat", beliefs: doubts(20, 20, 20)}, "", "chat", "Nobody"},
		"minds who asks":             {table{lines: after(hello, "Blue: yellow where are you from?"), fresh: 1, play: "chat", beliefs: doubts(20, 20, 20)}, "", "chat", "Blue asks me"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := c.intentionOf(t)
			if a.Suspect != c.suspect || a.Action != c.action || !strings.Contains(a.Reasoning, c.reason) || a.Ally == a.Suspect && a.Ally != "" {
				t.Errorf("intends %+v", a)
			}
			c.intention = []string{"Suspect: " + a.Suspect, "Ally: Blue", "Next: " + a.Action}
			first := c.asked(t, taskGoal, 1).(goalAnswer).Goal
			if n := len(strings.Fields(first)); n == 0 || n > goalWords {
				t.Errorf("has the goal %q", first)
			}
		})
	}
}

func TestGoalsChange(t *testing.T) {
	t.Parallel()
	c := table{lines: after(hello, "Blue: nice day"), play: "chat"}
	goal := c.asked(t, taskGoal, 1).(goalAnswer).Goal
	c.goal = goal + saidMark
	if next := c.asked(t, taskGoal, 1).(goalAnswer).Goal; next == goal {
		t.Errorf("the goal stays %q, though it was said", next)
	}
	c.goal = goal
	if next := c.asked(t, taskGoal, 1).(goalAnswer).Goal; next != goal {
		t.Errorf("before the bot speaks for the goal %q it becomes %q", goal, next)
	}
}

func TestSuspectsNobodyItSidesWith(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Task: taskIntention, Sections: []prompt.Section{
		prompt.TextSection(prompt.SectionRules, "Mafia."), prompt.TextSection(prompt.SectionYou, "Your name in this chat: \"Yellow\"\nYour role: \"mafia\""),
		prompt.ListSection(prompt.SectionPrivate, []string{"Red is mafia, too."}), prompt.ListSection(prompt.SectionPlayers, seated),
		prompt.ListSection(sectionBeliefs, []string{`"Red": 90 of 100`, `"Blue": 60 of 100`}),
	}}.Parsed()
	if a := Skills()[taskIntention](p, chance(1)).(intentionAnswer); a.Suspect != "Blue" {
		t.Errorf("suspects %q", a.Suspect)
	}
}
