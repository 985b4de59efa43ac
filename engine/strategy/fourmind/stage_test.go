package fourmind

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// objectiveOf returns the section objective of a lookahead.
func objectiveOf(t *testing.T, c *fixture, options string) string {
	t.Helper()
	return fourMind(t, options).lookaheadPrompt(ahead{view: c.view()}).Parsed().Text(sectionObjective)
}

// TestNoObjectiveBeforeThereIsSomethingToPointAt: it does small talk at the beginning (figure 5).
// The target shows as soon as somebody has doubted somebody, or enough lines stand.
func TestNoObjectiveBeforeThereIsSomethingToPointAt(t *testing.T) {
	t.Parallel()
	const options = `{"support":"gold","target":"blue"}`
	german := func(c *session.Config) { c.Language = "de-AT" }
	french := func(c *session.Config) { c.Language = "fr" }
	for name, x := range map[string]struct {
		config []func(*session.Config)
		line   string
		shown  bool
	}{
		"ARemark":               {nil, "i had pizza today", false},
		"ADoubt":                {nil, "blue is a bot", true},
		"APlainWordWithOneInIt": {nil, "my robotics course said so", false},
		"InGerman":              {[]func(*session.Config){german}, "blue ist doch eine KI", true},
		"NotAnotherLanguages":   {[]func(*session.Config){french}, "j'ai faim", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t, "red", 1, x.config...)
			c.Say(1000, "blue", "hi")
			c.Say(2000, "gold", x.line)
			if got := objectiveOf(t, c, options); strings.Contains(got, "Blue") != x.shown || x.shown == strings.Contains(got, "Small talk") {
				t.Errorf("after %q: %q", x.line, got)
			}
		})
	}
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, "red", 1) }, map[string]func(*testing.T, *fixture){
		"AfterTwelveLines": func(t *testing.T, c *fixture) {
			for n := 1; n <= fewLines; n++ {
				c.Say(session.Millis(1000*n), []string{"blue", "red", "gold"}[n%3], fmt.Sprint("so ", n))
				if got := strings.Contains(objectiveOf(t, c, options), "Blue"); got != (n == fewLines) {
					t.Errorf("after %d lines the target is shown: %v", n, got)
				}
			}
		},
		"WhenAnAppraisalFindsDoubts": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			c.conclude(fourMind(t, options), session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"Blue": 70}))
			if got := objectiveOf(t, c, options); !strings.Contains(got, "Blue") {
				t.Errorf("it is %q", got)
			}
		},
		"TheMindSaysSo": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			if got := strings.Join(fourMind(t, options).Brief(c.view()).Lines, " "); strings.Contains(got, "Turns") || !strings.Contains(got, "Later it turns suspicion on \"Blue\"") {
				t.Errorf("it says %q", got)
			}
		},
		"TheSessionsOwnNeedNotWait": func(t *testing.T, _ *fixture) {
			c := newSession(t, "red", 1, func(c *session.Config) { c.Objective = "talk about food" })
			if got := objectiveOf(t, c, `{}`); got != sessionText {
				t.Errorf("it is %q", got)
			}
		},
	})
}

// TestObjectiveFramesTheWholeSimulation: the objective is for all simulated messages, and stands
// among the sections that come before the chat (figure 14).
func TestObjectiveFramesTheWholeSimulation(t *testing.T) {
	t.Parallel()
	c := partlyAnalysed(t, "red")
	r := fourMind(t, `{"support":"gold","target":"blue"}`).lookaheadPrompt(ahead{view: c.view()}).Render()
	for _, want := range []string{
		"## objective\n  All messages that you write, whoever sends them, lead to this:\n  - The players come to doubt \"Blue\"",
		"\"Gold\" doubts \"Blue\". You take the side of \"Gold\".", "Nobody doubts you.",
	} {
		if !strings.Contains(r.System, want) {
			t.Errorf("%q is not in\n%s", want, r.System)
		}
	}
	if strings.Contains(r.User, "Gold\" doubts") {
		t.Error("it stands twice")
	}
}

// TestSuspicionIsNotRepeated: it does not repeat arguments (figure 6).
func TestSuspicionIsNotRepeated(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	for i, said := range []string{"blue is a bot", "yeah blue skipped that", "hm", "so what", "true", "ok"} {
		c.Say(session.Millis(1000*i), []string{"gold", "red"}[i%2], said)
		if i == 0 {
			c.Say(500, "blue", "no")
		}
		got := strings.Contains(objectiveOf(t, c, `{"target":"blue"}`), "You have just written about \"Blue\"")
		if want := i >= 1 && i < 5; got != want {
			t.Errorf("after %q it is told so: %v", said, got)
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
			support := prompt.NameOf(c.view(), p.Support)
			c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{support: percent, "Blue": 30, "Gold": 30, "Green": 30, support + " ": percent}))
			m := readMind(c.view())
			shown := m.Objective.consistent(m.suspicion(c.view()))
			if shown.Support != "" && m.Doubts[shown.Support] > 50 {
				t.Errorf("%s: supports %s, whom it suspects with %d %%", options, shown.Support, m.Doubts[shown.Support])
			}
			if got := strings.Join(f.Brief(c.view()).Lines, " "); percent > 50 && strings.Contains(got, "Supports \""+support) {
				t.Errorf("%s: the mind says %q", options, got)
			}
		}
	}
}

// TestNothingIsAskedAfterTheResult: once the game master has said how the game ended, only lines of
// players call for a thought.
func TestNothingIsAskedAfterTheResult(t *testing.T) {
	t.Parallel()
	for text, ended := range map[string]bool{
		"Player Red accused Purple, The human has won": true, "The game has timed out": true, "The game was cancelled": true, "The mafia wins.": true,
		"Das Spiel ist vorbei": true, "Die Menschen haben gewonnen": true,
		"The bystanders win when no mafia is left.": false, "Daytime has ended, now it's time to vote!": false, "Lee was voted out. Their role was bystander": false,
		"The chat is open.": false, "Once the round is over, name one player.": false,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			c, f := newSession(t, "red", 1), fourMind(t, `{"batch":5,"reading":"analysis"}`)
			for n := range appraisalMessages {
				c.Say(session.Millis(1000*n), "blue", "so")
			}
			c.Considered(9000, kindLookahead)
			c.Say(10_000, "gm", text)
			if got := len(c.wants(f, 11_000)); (got == 0) != ended {
				t.Errorf("%d thoughts are wanted", got)
			}
			c.Say(12_000, "blue", "well played")
			if w := c.wants(f, 13_000); w[kindLookahead].Kind == "" || ended && len(w) != 1 {
				t.Errorf("after a line of a player: %+v", w)
			}
			if got := objectiveOf(t, c, `{}`) == overText; got != ended {
				t.Errorf("the objective says that it is over: %v", got)
			}
		})
	}
}

// TestNobodyIsSupportedWhoDoubtsTheBot: a player whom the objective draws may turn against the bot.
func TestNobodyIsSupportedWhoDoubtsTheBot(t *testing.T) {
	t.Parallel()
	c := newSession(t, "red", 1)
	c.Say(1000, "blue", "hello")
	c.Say(2000, "green", "hello")
	c.Say(3000, "gold", "one of you is a bot")
	side := func() string {
		for _, id := range []string{"blue", "green", "gold"} {
			if strings.Contains(objectiveOf(t, c, `{}`), "the side of "+prompt.Quote(prompt.NameOf(c.view(), id))) {
				return id
			}
		}
		return ""
	}
	ally := side()
	if ally == "" {
		t.Fatal("it supports nobody")
	}
	c.Say(4000, ally, "red are you human?")
	if side() == ally {
		t.Errorf("it supports %s", ally)
	}
}
