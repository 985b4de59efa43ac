package recon

import (
	"encoding/json"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// questSession is a game of Avalon in which Ann, the bot, is Merlin. One quest has failed.
func questSession(t *testing.T) *sessiontest.Session {
	t.Helper()
	c := sessiontest.Open(t, session.Config{
		Strategy: Name, Biography: sessiontest.Biography(),
		Game: session.Setting{
			Rules: "avalon", RoleList: []string{"merlin", "percival", "servant", "servant", "morgana", "assassin"},
			Players: []session.Player{{ID: "ann", Name: "Ann"}, {ID: "bo", Name: "Bo"}, {ID: "cy", Name: "Cy"}, {ID: "dee", Name: "Dee"}, {ID: "eli", Name: "Eli"}, {ID: "flo", Name: "Flo"}},
		},
		Bot: session.Bot{
			Seat: "ann", Role: "merlin", Private: "You are Merlin. Bo and Flo are evil, and nobody else is.", Conceal: []string{"merlin"},
			KnownRoles: map[string][]string{"bo": {"morgana", "assassin"}, "flo": {"morgana", "assassin"}},
		},
	})
	rule := func(at session.Millis, u session.Ruling) {
		c.Tell(at, &session.ObservationReceived{Observation: session.Observation{Kind: session.RulingMade, Ruling: &u}})
	}
	rule(1000, session.Ruling{Step: session.StepTeam, By: "bo", Players: []string{"bo", "cy"}})
	c.Say(5000, "cy", "fine for the first one")
	c.Say(9000, "dee", "no info yet, ok with me")
	c.Say(14_000, "flo", "sure, bo seems nice")
	rule(60_000, session.Ruling{Step: session.StepApproval, Players: []string{"bo", "cy"}, Passed: true, Answers: map[string]string{"ann": "no", "bo": "yes", "cy": "yes", "dee": "yes", "eli": "no", "flo": "yes"}})
	rule(80_000, session.Ruling{Step: session.StepQuest, Players: []string{"bo", "cy"}, Fails: 1})
	c.Say(85_000, "eli", "so one of bo and cy did that")
	rule(90_000, session.Ruling{Step: session.StepTeam, By: "cy", Players: []string{"cy", "dee", "flo"}})
	c.Say(95_000, "flo", "ann what do you think of cy?")
	return c
}

// TestPrompts shows what each task is told, in testdata.
func TestPrompts(t *testing.T) {
	t.Parallel()
	s := sessiontest.Must(New(json.RawMessage(`{}`)))(t)
	v := questSession(t).State.View(97_000)
	c := &contemplator{ReCon: s.(*ReCon), view: v, mind: readMind(v)}
	c.mind.Guesses = map[string]guess{"cy": {Role: "servant", Reason: "was on the failed quest with Bo", Words: "unclear", Suspicion: 20}}
	c.found.done = contemplated{
		Goal: "get Bo and Flo off the teams", SubGoals: []string{"answer Flo", "doubt the team"}, Deception: "Flo pretends to be undecided", Thought: "Flo is on the team and wants me to accuse Cy.",
		Draft: "cy is fine, but flo is evil", Readings: []reading{{"servant", "she is sure about Flo without a reason"}}, GivesAway: "flo is evil",
	}
	for name, task := range map[string]string{
		"first_order": taskFirstOrder, "formulate": taskFormulate, "draft": taskDraft, "second_order": taskSecondOrder, "refine": taskRefine, "cot": taskCoT, "vanilla": taskVanilla,
		"prepare": taskPrepare, "think": taskThink, "check": taskCheck,
	} {
		sessiontest.GoldenPrompt(t, name, c.prompt(v, task))
	}
}

// TestPlainGamesHaveNoQuests: outside of games with hidden roles no prompt of the joined stages
// asks about quests, sides or roles.
func TestPlainGamesHaveNoQuests(t *testing.T) {
	t.Parallel()
	c := newSession(t, `{"stages":"joined"}`, "machine", []string{"", "", ""}, func(c *session.Config) {
		c.Game.Rules, c.Game.RoleList = "turing", nil
	})
	c.Say(1000, "bo", "ann where are you from")
	c.Say(5000, "ann", "cork and you")
	c.Say(9000, "cy", "ann you sound like a bot")
	v := c.View()
	x := &contemplator{ReCon: c.r, view: v, mind: readMind(v)}
	x.found.done = contemplated{Thought: "turn it round", Draft: "cork and you cy"}
	for name, task := range map[string]string{"prepare_plain": taskPrepare, "think_plain": taskThink, "check_plain": taskCheck} {
		p := x.prompt(v, task)
		sessiontest.GoldenPrompt(t, name, p)
		for _, word := range []string{"quest", "good", "evil", "team"} {
			if strings.Contains(strings.ToLower(p.Instruction), word) {
				t.Errorf("%s speaks of %q", task, word)
			}
		}
	}
}

// TestWerewolfHasNoQuests: its roles have sides, and no prompt speaks of teams.
func TestWerewolfHasNoQuests(t *testing.T) {
	t.Parallel()
	c := newSession(t, `{}`, "werewolf", []string{"", "", ""}, func(c *session.Config) {
		c.Game.Rules, c.Game.RoleList = "werewolf", []string{"werewolf", "seer", "villager"}
	})
	if v := c.View(); v.Config.Side() != session.Evil || sideTask(v) != nil {
		t.Errorf("a %s werewolf is told %v", v.Config.Side(), sideTask(v))
	}
}

// TestGamesOfClaimsHaveNoQuests: where roles may be told, the prompts speak of no team, and let the
// seer come out.
func TestGamesOfClaimsHaveNoQuests(t *testing.T) {
	t.Parallel()
	c := newSession(t, `{"stages":"joined"}`, "seer", []string{"", "", ""}, func(c *session.Config) {
		c.Game.Rules, c.Game.RoleList = "werewolf", []string{"werewolf", "seer", "villager", "villager"}
	})
	c.Say(1000, "bo", "so who is a wolf")
	v := c.View()
	x := &contemplator{ReCon: c.r, view: v, mind: readMind(v)}
	p := x.prompt(v, taskPrepare)
	sessiontest.GoldenPrompt(t, "prepare_claims", p)
	r := p.Render()
	if text := strings.ToLower(r.System + r.User); strings.Contains(text, "team") || strings.Contains(text, "do not say your role") {
		t.Errorf("the seer is told of teams, or to hide:\n%s", text)
	}
}
