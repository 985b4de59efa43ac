package session_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

func withRules(rules, role string) session.Config {
	return session.Config{
		Game: session.Setting{
			Rules: rules, Players: []session.Player{{ID: "Red", Name: "Red"}, {ID: "Blue", Name: "Blue"}},
			Channels: []session.Channel{{ID: "mafia", Members: []string{"Blue"}}},
		},
		Bot: session.Bot{Seat: "Red", Role: role},
	}
}

// TestAims: what wins, and who is looked for, depends on the rules and the role.
func TestAims(t *testing.T) {
	own := []session.Aim{{Role: "Cat", Text: "Win as the cat.", Quarry: "the mouse"}, {Text: "Win as a dog."}}
	for name, c := range map[string]struct {
		rules, text, role string
		aims              []session.Aim
		aim, quarry       string
	}{
		"default":              {aim: "Nothing is won here.", quarry: ""},
		"turing":               {rules: "turing", aim: "You are the machine.", quarry: "the player whom the others could take for the machine"},
		"turing machine":       {rules: "turing", role: "machine", aim: "You are the machine.", quarry: "the player whom the others could take for the machine"},
		"turing person":        {rules: "turing", role: "person", aim: "You are a person.", quarry: "the machine"},
		"show machine":         {rules: "gameshow", role: "ai", aim: "You pass for a person until the end.", quarry: "a machine"},
		"show person":          {rules: "gameshow", role: "human", aim: "You are a person.", quarry: "a machine"},
		"reverse machine":      {rules: "reverse_turing", role: "machine", aim: "You are one of two machines.", quarry: "the other machine"},
		"reverse person":       {rules: "reverse_turing", role: "Human", aim: "You are the only person.", quarry: "a machine"},
		"mafia":                {rules: "mafia", role: "MAFIA", aim: "You are a mafioso.", quarry: "a player who could give the mafia away"},
		"another role":         {rules: "mafia", role: "doctor", aim: "Your role says which side you are on."},
		"bystander":            {rules: "mafia", role: "Bystander", aim: "You are a bystander.", quarry: "a mafioso"},
		"own rules":            {text: "A game of chess.", aim: "", quarry: ""},
		"own words":            {rules: "turing", text: "Das Spiel.", aim: "You are the machine.", quarry: "the player whom the others could take for the machine"},
		"own aim":              {role: "cat", aims: own, aim: "Win as the cat.", quarry: "the mouse"},
		"own aim of others":    {role: "bird", aims: own, aim: "Win as a dog.", quarry: ""},
		"no aim of the role":   {role: "bird", aims: own[:1], aim: "", quarry: ""},
		"own aim, preset":      {rules: "reverse_turing", role: "dog", aims: own, aim: "Win as a dog.", quarry: "the other machine"},
		"other aim, preset":    {rules: "turing", role: "bird", aims: own[:1], aim: "You are the machine.", quarry: "the player whom the others could take for the machine"},
		"own role of a preset": {rules: "mafia", role: "cat", aims: own, aim: "Win as the cat.", quarry: "the mouse"},
	} {
		config := withRules(c.rules, c.role)
		config.Game.RulesText, config.Game.Aims = c.text, c.aims
		if err := config.Complete(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if aim := config.Aim(); !strings.HasPrefix(aim, c.aim) || c.aim == "" && aim != "" {
			t.Errorf("%s: the aim is %q, want %q", name, aim, c.aim)
		}
		view := session.View{Config: config}
		if quarry := view.Quarry(); quarry != c.quarry {
			t.Errorf("%s: the quarry is %q, want %q", name, quarry, c.quarry)
		}
	}
}

func TestAimsAreChecked(t *testing.T) {
	long := strings.Repeat("x", session.MaxText+1)
	for name, c := range map[string]struct {
		rules, role string
		aims        []session.Aim
		code        session.Code
		pointer     string
	}{
		"too many":      {aims: slices.Repeat([]session.Aim{{Text: "a"}}, session.MaxAims+1), code: session.CodeTooMany, pointer: "/game/aims"},
		"bad role":      {aims: []session.Aim{{Role: " a", Text: "a"}}, code: session.CodeInvalidName, pointer: "/game/aims/0/role"},
		"same role":     {aims: []session.Aim{{Role: "cat", Text: "a"}, {Role: "CAT", Text: "a"}}, code: session.CodeInvalidValue, pointer: "/game/aims/1/role"},
		"two of others": {aims: []session.Aim{{Text: "a"}, {Text: "b"}}, code: session.CodeInvalidValue, pointer: "/game/aims/1/role"},
		"no text":       {aims: []session.Aim{{Text: " "}}, code: session.CodeRequired, pointer: "/game/aims/0/text"},
		"long text":     {aims: []session.Aim{{Text: long}}, code: session.CodeTooLong, pointer: "/game/aims/0/text"},
		"long quarry":   {aims: []session.Aim{{Text: "a", Quarry: long}}, code: session.CodeTooLong, pointer: "/game/aims/0/quarry"},
	} {
		config := withRules(c.rules, c.role)
		config.Game.Aims = c.aims
		all, _ := errors.AsType[session.Errors](config.Complete())
		if len(all) != 1 || all[0].Code != c.code || all[0].Pointer != c.pointer {
			t.Errorf("%s: refused with %v, want %s at %s", name, all, c.code, c.pointer)
		}
	}
}

// TestAimsOfPresets: each preset says what wins, in sentences that a small model can read.
func TestAimsOfPresets(t *testing.T) {
	for _, p := range session.Presets() {
		if len(p.Aims) == 0 {
			t.Errorf("%s has no aims", p.ID)
		}
		for _, a := range p.Aims {
			for sentence := range strings.SplitSeq(a.Text, ".") {
				if n := len(strings.Fields(sentence)); n > 20 {
					t.Errorf("%s: %q has %d words", p.ID, sentence, n)
				}
			}
		}
	}
}
