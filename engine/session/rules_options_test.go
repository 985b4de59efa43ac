package session_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

// TestLastTeam: whether evil wins by one more refused team depends on the option of the game. A
// quest begins the count again.
func TestLastTeam(t *testing.T) {
	t.Parallel()
	refused := []session.Ruling{{Step: session.StepTeam}, {Step: session.StepApproval}}
	quest := []session.Ruling{{Step: session.StepTeam}, {Step: session.StepApproval, Passed: true}, {Step: session.StepQuest, Passed: true}}
	for _, c := range []struct {
		rules, options string
		refusals       int
		after          []session.Ruling
		last           bool
	}{
		{"avalon", ``, 3, nil, false}, {"avalon", ``, 4, nil, true}, {"avalon", ``, 4, quest, false}, {"freeform", ``, 4, nil, true},
		{"avalon", `{"refusals":1}`, 0, nil, true}, {"avalon", `{"refusals":1}`, 0, quest, true}, {"avalon", `{"refusals":3}`, 1, nil, false}, {"avalon", `{"refusals":3}`, 2, nil, true},
		{"avalon", `{"refusals":0}`, 9, nil, false}, {"avalon", `{"talk_ms":10000}`, 4, nil, true},
	} {
		v := session.View{Config: session.Config{Game: session.Setting{Rules: c.rules, RulesOptions: json.RawMessage(c.options)}}}
		v.Rulings = append(slices.Repeat(refused, c.refusals), c.after...)
		if v.LastTeam() != c.last {
			t.Errorf("%s %s after %d refusals and %d rulings: last is %t", c.rules, c.options, c.refusals, len(c.after), !c.last)
		}
	}
}

// TestRulesOfOtherOptions: a text of the platform's own stays as it is, and so does the preset's
// with a value of the wrong type.
func TestRulesOfOtherOptions(t *testing.T) {
	t.Parallel()
	c := session.Config{Game: session.Setting{Rules: "avalon", RulesOptions: json.RawMessage(`{"refusals":2}`)}}
	if text := c.RulesText(); !strings.Contains(text, "two teams in a row were refused") {
		t.Errorf("the rules are %q", text)
	}
	c.Game.RulesOptions = json.RawMessage(`{"refusals":2,"talk_ms":"long"}`)
	if text := c.RulesText(); !strings.Contains(text, "five teams in a row were refused") {
		t.Errorf("with a wrong value the rules are %q", text)
	}
	if c.Game.RulesText = "Our own."; c.RulesText() != "Our own." {
		t.Errorf("the rules are %q", c.RulesText())
	}
}

// TestRulesFollowTheNumberOfPlayers: the reverse game has one person, and the machines are all
// others. As long as players are missing, and without a list, it is the game of three.
func TestRulesFollowTheNumberOfPlayers(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]string{
		0:  {"Three players", "two are machines", "You are one of two machines.", "name the other machine", "the other machine"},
		2:  {"Three players", "two are machines", "You are one of two machines.", "name the other machine", "the other machine"},
		3:  {"Three players", "two are machines", "You are one of two machines.", "name the other machine", "the other machine"},
		4:  {"Four players", "three are machines", "You are one of three machines.", "name another machine", "another machine"},
		16: {"16 players", "15 are machines", "You are one of 15 machines.", "name another machine", "another machine"},
	} {
		for _, options := range []string{``, `{"chat_ms":60000}`} {
			c := session.Config{Generation: 3, Game: session.Setting{Rules: "reverse_turing", RulesOptions: json.RawMessage(options), Players: make([]session.Player, n)}}
			told := c.RulesText() + " " + c.Aim()
			for _, part := range want[:4] {
				if !strings.Contains(told, part) {
					t.Errorf("%d players, %s: %q does not say %q", n, options, told, part)
				}
			}
			if c.Quarry() != want[4] || options != "" && !strings.Contains(told, "after 1 minute") {
				t.Errorf("%d players look for %q: %s", n, c.Quarry(), told)
			}
		}
	}
}
