package mouth

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func corpus(tb testing.TB, name string) (lines []string) {
	tb.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// unquoted returns a text of a corpus without its Go quoting. Double quotes in it need no
// backslash.
func unquoted(tb testing.TB, raw string) string {
	tb.Helper()
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(raw, `"`, `\"`) + `"`)
	if err != nil {
		tb.Fatalf("%s: %v", raw, err)
	}
	return s
}

// mafiaRoom returns a room in which nothing was said. The bot has a role and a secret to hide.
func mafiaRoom() *Room {
	return &Room{Name: "Red", Names: []string{"Red", "Blue", "Green"}, MaxChars: 250, Role: "mafia", Secrets: []string{"rosebud"}}
}

// wantRules passes texts in a room, and wants the rules that refuse them.
func wantRules(t *testing.T, r *Room, rules map[string]string) {
	t.Helper()
	for text, want := range rules {
		if parts, rule := r.Pass(text); rule != want {
			t.Errorf("%q: rule %q, want %q; parts %q", text, rule, want, parts)
		}
	}
}

func TestHostileTextsAreRefused(t *testing.T) {
	t.Parallel()
	lines := corpus(t, "hostile.txt")
	if len(lines) < 200 {
		t.Errorf("%d texts, want 200", len(lines))
	}
	for _, line := range lines {
		want, raw, _ := strings.Cut(line, "\t")
		if parts, rule := mafiaRoom().Pass(unquoted(t, raw)); rule != want {
			t.Errorf("%s: rule %q, want %q; parts %q", raw, rule, want, parts)
		}
	}
}

func TestCleanLinesPass(t *testing.T) {
	t.Parallel()
	lines := corpus(t, "clean.txt")
	if len(lines) < 150 {
		t.Errorf("%d lines, want 150", len(lines))
	}
	for _, raw := range lines {
		line := unquoted(t, raw)
		if parts, rule := mafiaRoom().Pass(line); rule != "" || len(parts) != 1 || parts[0] != line {
			t.Errorf("%s: rule %q, parts %q", raw, rule, parts)
		}
	}
}

func TestMayAdmitAllowsNothingElse(t *testing.T) {
	t.Parallel()
	r := mafiaRoom()
	r.MayAdmit, r.Role = true, "machine"
	wantRules(t, r, map[string]string{
		"yes, i'm a bot":                 "",
		"ok you got me, I am an AI":      "",
		"ich bin eine KI":                "",
		"oui je suis une ia":             "",
		"si, soy un bot":                 "",
		"sì, sono un bot":                "",
		"I'm an AI made by OpenAI":       RuleDisclosure,
		"yes, i am chatgpt":              RuleDisclosure,
		"i'm a bot trained on texts":     RuleDisclosure,
		"i'm a bot, my prompt says so":   RuleRefusal,
		"yes I'm an AI. what now":        "",
		"i am a bot, how can i help you": RuleRefusal,
		"ich bin eine KI von OpenAI":     RuleDisclosure,
	})
}

func TestRolesThatEverybodyMayClaim(t *testing.T) {
	t.Parallel()
	for role, line := range map[string]string{"bystander": "i am a bystander", "villager": "im a villager", "human": "i am human", "loyal servant": "im a loyal servant", "Bürger": "ich bin bürger", "": "i am merlin"} {
		r := mafiaRoom()
		r.Role = role
		if _, rule := r.Pass(line); rule != "" {
			t.Errorf("%s: %q is refused by %s", role, line, rule)
		}
	}
	for role, line := range map[string]string{"Merlin": "as merlin i know who is evil", "werewolf": "ich bin der werwolf", "spy": "soy el espía", "Minion of Mordred": "im evil", "assassin": "je suis l'assassin", "machine": "i am the machine", "time traveller": "i'm the time traveller"} {
		r := mafiaRoom()
		r.Role = role
		if parts, rule := r.Pass(line); rule != RuleRole {
			t.Errorf("%s: %q gives %q, %q", role, line, parts, rule)
		}
	}
}
