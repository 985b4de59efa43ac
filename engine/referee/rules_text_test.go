package referee_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// untold are options that the text of the rules does not tell, with the reason.
var untold = map[string]string{
	"gameshow.host": "the contestants answer a question in the same way, whoever asks it; with none the text is another one",
}

// TestRulesTextFollowsTheOptions changes each option of all rules. Then the text of the rules that
// the prompts show changes, or the option is one of those that it does not tell.
func TestRulesTextFollowsTheOptions(t *testing.T) {
	ofSeven(t, func(t *testing.T, rules referee.Rules, s referee.Start, d referee.Deal) {
		var schema struct {
			Properties map[string]struct {
				Type    string
				Default any
				Enum    []string
				Maximum float64
				Items   struct{ Enum []string }
			}
		}
		sessiontest.NoError(t, json.Unmarshal(rules.Schema(), &schema))
		usual := told(rules, d)
		for name, p := range schema.Properties {
			options := map[string]any{}
			switch {
			case p.Type == "boolean":
				options[name] = p.Default == false
			case p.Items.Enum != nil:
				options[name] = p.Items.Enum[:1]
			case p.Type == "array":
				options[name] = []string{"Where do you live?"}
			case p.Enum != nil:
				options[name] = p.Enum[1]
			default:
				options[name] = p.Maximum
			}
			switch name { // what counts only with another option
			case "turn_ms":
				options["discussion"] = "in_turn"
			case "lines":
				options["host"] = "none"
			case "run_off_ms":
				options["run_off"] = true
			}
			changed := s
			changed.Options = sessiontest.Must(json.Marshal(options))(t)
			same := told(rules, sessiontest.Must(rules.Deal(changed))(t)) == usual
			if reason := untold[rules.ID()+"."+name]; (reason != "") != same {
				t.Errorf("with %s the text is the same: %t; the reason to say nothing is %q", changed.Options, same, reason)
			}
		}
	})
}

// told returns what a player is told about the rules: the text, and all aims.
func told(rules referee.Rules, d referee.Deal) string {
	c := session.Config{Game: session.Setting{Rules: rules.ID(), RulesOptions: d.Options}}
	texts := []string{c.RulesText()}
	for _, p := range d.Players {
		c.Bot.Role = d.Roles[p.ID]
		texts = append(texts, c.Aim())
	}
	return strings.Join(texts, "\n")
}

// TestAimsFollowTheRefusals: who wins by refused teams stands in the rules and in the aims of both
// sides, and the number is that of the game.
func TestAimsFollowTheRefusals(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]string{
		``: "five teams in a row", `{"refusals":1}`: "one team was refused", `{"refusals":3}`: "three teams in a row were", `{"refusals":20}`: "20 teams in a row were", `{"refusals":0}`: "",
	} {
		c := session.Config{Game: session.Setting{Rules: "avalon", RulesOptions: json.RawMessage(options)}}
		preset, _ := session.FindPreset("avalon")
		texts := []string{c.RulesText()}
		for _, a := range preset.Aims {
			c.Bot.Role = a.Role
			texts = append(texts, c.Aim())
		}
		number, _, _ := strings.Cut(want, " team")
		for _, text := range texts[:len(texts)-1] { // the last aim is that of an unknown role
			if tells := strings.Contains(text, "refused"); tells != (want != "") || !strings.Contains(text, number+" team") && tells {
				t.Errorf("%s: %q", options, text)
			}
		}
		if !strings.Contains(texts[0], want) {
			t.Errorf("%s: the rules say %q, and not %q", options, texts[0], want)
		}
	}
}

// TestFixedRolesGoBeforeTheOptions: the rules tell of Mordred where somebody has the role.
func TestFixedRolesGoBeforeTheOptions(t *testing.T) {
	ofSeven(t, func(t *testing.T, rules referee.Rules, s referee.Start, d referee.Deal) {
		if rules.ID() != "avalon" {
			return
		}
		if strings.Contains(told(rules, d), "Mordred") {
			t.Error("the rules tell of Mordred, who does not play")
		}
		roles := slices.Clone(d.RoleList)
		roles[slices.Index(roles, "minion")] = "mordred"
		s.Roles = map[string]string{}
		for i, p := range s.Players {
			s.Roles[p.ID] = roles[i]
		}
		if fixed := sessiontest.Must(rules.Deal(s))(t); !strings.Contains(told(rules, fixed), "except Mordred") {
			t.Error("the rules do not tell of Mordred, who plays")
		}
	})
}

// TestCheckOptions: options of a game that the platform runs are those of its rules.
func TestCheckOptions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rules, options, at string }{
		{"avalon", `{"refusals":3}`, ""}, {"avalon", `{"refusals":"3"}`, "/options/refusals"}, {"avalon", `{"rounds":3}`, "/options/rounds"}, {"freeform", `{}`, "/options"},
	} {
		errs := referee.CheckOptions(c.rules, json.RawMessage(c.options))
		if c.at == "" && len(errs) > 0 || c.at != "" && (len(errs) != 1 || errs[0].Pointer != c.at) {
			t.Errorf("%s %s: %v, want an error at %q", c.rules, c.options, errs, c.at)
		}
	}
}
