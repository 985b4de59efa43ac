package tom

import (
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestTokens bounds the prompts at message 20 of a game with three players.
func TestTokens(t *testing.T) {
	t.Parallel()
	v, s := twentyLines(t).View(), newToM(t, `{}`)
	m := readMind(v)
	for task := range examples {
		sessiontest.Fits(t, task, s.statePrompt(v, m, task))
	}
	for _, task := range []string{taskReflex, taskMessage, taskReserve} {
		sessiontest.Fits(t, task, s.linePrompt(v, m, task))
	}
	sessiontest.Fits(t, taskSingle, newToM(t, `{"tom":"off"}`).linePrompt(v, m, taskSingle))
}

// mostLineTokens bounds the prompt of a line of about five words at message 20, at four bytes a
// token: a small model loses the middle of a longer one.
const mostLineTokens = 900

func TestALineOfFiveWordsHasAShortPrompt(t *testing.T) {
	t.Parallel()
	s := newToM(t, `{"calls":"needed","cycle":"fused"}`)
	for seed := range int64(20) {
		v := twentyLines(t).View()
		v.Seed = seed
		for _, task := range []string{taskReflex, taskMessage, taskReserve} {
			p := s.linePrompt(v, readMind(v), task)
			if text := sessiontest.PromptText(p); p.Parsed().Words() <= 5 && len(text)/4 > mostLineTokens {
				t.Errorf("%s has %d tokens:\n%s", task, len(text)/4, text)
			}
		}
	}
}

// TestSeveralExamples: the paper prompts with a few examples, the best bot with one.
func TestSeveralExamples(t *testing.T) {
	t.Parallel()
	v := twentyLines(t).View()
	for task, all := range examples {
		one, three := instruction(v, task, 1), instruction(v, task, 3)
		if lines := strings.Count(three, "\n") - strings.Count(one, "\n"); lines < len(all) {
			t.Errorf("%s: three examples are only %d lines longer than one", task, lines)
		}
		if strings.Contains(three, exampleMark) || strings.Contains(three, "{A}") {
			t.Errorf("%s: a placeholder stands in %s", task, three)
		}
	}
}

// twentyLines is a game of three after twenty lines. Its words are those of recorded games.
func twentyLines(t *testing.T) *fixture {
	t.Helper()
	c, s := newSession(t, func(c *session.Config) {
		c.Persona, c.Game.RulesText, c.Game.Rules = "", "", "reverse_turing"
		c.Game.Players = c.Game.Players[:3]
		c.Biography = &session.Biography{
			Age: 34, Town: "Graz", Country: "Austria", Work: "repairs bikes in a small shop", Habits: []string{"drinks too much coffee", "forgets birthdays"},
			Worry: "the rent goes up in spring", Writing: "lower case, few marks",
		}
	}), newToM(t, `{}`)
	lines := []string{
		"blue: hi", "red: hey", "green: hello you two", "blue: how is it going", "green: tired, long day at work", "red: same here, too much coffee",
		"blue: what do you do green", "green: i teach at a primary school", "blue: nice, which class", "red: sounds loud", "green: the second class, and yes it is",
		"blue: I think teaching is a wonderful profession that shapes the future.", "green: lol ok blue", "red: did you copy that", "blue: no, I just like teachers",
		"green: blue sounds like a brochure", "red: and where do you live blue", "blue: in a city, like most of us",
	}
	say := func(text string) {
		sender, said, _ := strings.Cut(text, ": ")
		c.Say(c.State.Now+9000, sender, said)
	}
	for _, text := range lines {
		say(text)
	}
	a := believes("Blue", believed{
		Name: "Blue", Evidence: []int{12, 18}, Tells: []string{"writes like a letter", "stays vague"}, Suspicion: 72, Against: "asked a follow-up question at once",
		Ally: 15, OfMe: "neutral", OfOthers: []stance{},
	}, believed{
		Name: "Green", Evidence: []int{8}, Tells: []string{}, Suspicion: 25, Against: "a school is easy to invent", Ally: 70, OfMe: "trusts", OfOthers: []stance{{"Blue", "doubts"}},
	})
	a.Knowledge = knowledgeAnswer{
		Type: "casual",
		Facts: []factAnswer{
			{5, "Green", "had a long day at work"}, {8, "Green", "teaches at a primary school"}, {9, "Blue", "asks which class Green teaches"},
			{11, "Green", "teaches the second class"}, {15, "Blue", "says they like teachers"}, {18, "Blue", "lives in a city"},
		},
		Patterns: []patternAnswer{{"Blue", "polite, stays vague"}, {"Green", "tells about work"}},
	}
	a.Intention = intentionAnswer{
		Reasoning: "Blue gave me no town, after a line like from a brochure. Green has noticed it too, so I can say it.", Suspect: "Blue", Ally: "Green", Action: "accuse",
	}
	a.Goal = "tell Blue that in a city is no answer"
	c.conclude(s, kindCognition, cognitionFound{state: a})
	for _, text := range []string{"green: haha a city", "blue: red where are you from then"} {
		say(text)
	}
	return c
}

// TestNothingIsToldTwice: a line of the chat stands in one section only, and no section is empty.
func TestNothingIsToldTwice(t *testing.T) {
	t.Parallel()
	c, s := twentyLines(t), newToM(t, `{}`)
	v := c.View()
	m := readMind(v)
	for _, p := range []prompt.Prompt{
		s.linePrompt(v, m, taskReflex), s.linePrompt(v, m, taskMessage), s.linePrompt(v, m, taskReserve), s.statePrompt(v, m, taskKnowledge), s.statePrompt(v, m, taskBeliefs),
		s.statePrompt(v, m, taskIntention), s.statePrompt(v, m, taskGoal), s.statePrompt(v, m, taskState),
	} {
		seen := map[int64]bool{}
		for _, x := range p.Sections {
			for _, l := range x.Lines {
				if seen[l.Number] {
					t.Errorf("%s shows line #%d twice", p.Task, l.Number)
				}
				seen[l.Number] = true
			}
		}
		if r := p.Render(); strings.Contains(r.System+r.User, "\n(none)\n") {
			t.Errorf("%s has an empty section:\n%s", p.Task, r.User)
		}
	}
}
