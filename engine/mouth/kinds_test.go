package mouth

import (
	"strings"
	"testing"
)

var spoken = map[string][]string{
	"en": {"Hello there.", "Red, where are you from?"}, "de": {"Hallo zusammen.", "Red, woher kommst du?"}, "fr": {"Salut tout le monde.", "Red, tu viens d'où ?"},
	"es": {"Hola a todos.", "Red, de dónde eres?"}, "ja": {"こんにちは", "Redさん、どこに住んでるの？"},
}

func roomOf(language string) *Room {
	return &Room{Name: "Red", Names: []string{"Red", "Blue", "Green"}, IDs: []string{"U024BE7LH"}, MaxChars: 250, Language: language, Others: spoken[language]}
}

func TestKindsOfTexts(t *testing.T) {
	t.Parallel()
	lines := corpus(t, "kinds.txt")
	if len(lines) < 300 {
		t.Errorf("%d texts, want 300", len(lines))
	}
	for _, line := range lines {
		fields := strings.SplitN(line, "\t", 3)
		raw := unquoted(t, fields[2])
		want, rule := fields[1], ""
		switch {
		case want == "pass":
			want = raw
		case strings.HasPrefix(want, "> "):
			want = want[2:]
		default:
			want, rule = "", want
		}
		parts, got := roomOf(fields[0]).Pass(raw)
		refused := rule == "refused" && got != "" && got != RuleSilence
		if sent := strings.Join(parts, " | "); sent != want || got != rule && !refused {
			t.Errorf("%s %q: rule %q, sent %q; want %q %q", fields[0], raw, got, sent, rule, want)
		}
	}
}

// TestPeopleOfTheRoomWriteSo: what the others write is a line, not a kind of text around one.
func TestPeopleOfTheRoomWriteSo(t *testing.T) {
	t.Parallel()
	for text, other := range map[string]string{
		"*waves* hi blue": "*sits down* hi", "so — it was blue": "yes — no", "it’s blue": "it’s late", "well… no": "hm…", "...": "...", "SKIP": "SKIP",
		"ich weiß es auch nicht": "das glaube ich dir nicht", "не знаю": "привет, как дела",
	} {
		r := roomOf("en")
		if parts, rule := r.Pass(text); rule == "" && parts[0] == text {
			t.Errorf("%q stays in a room that does not write so", text)
		}
		r.Others = append(r.Others, other)
		if parts, rule := r.Pass(text); rule != "" || len(parts) != 1 || parts[0] != text {
			t.Errorf("%q after %q: %q, %q", text, other, parts, rule)
		}
	}
	r := roomOf("en")
	r.Others = append(r.Others, "@everyone hi")
	if parts, _ := r.Pass("@everyone no"); len(parts) != 1 || parts[0] != "everyone no" {
		t.Errorf("%q calls all", parts)
	}
	if parts, _ := r.Pass("hey <@U024BE7LH> why"); len(parts) != 1 || parts[0] != "hey <@U024BE7LH> why" {
		t.Errorf("%q does not mention a player by the id", parts)
	}
}

func TestRepeatsOverSplitLines(t *testing.T) {
	t.Parallel()
	r := roomOf("en")
	r.Own = []string{"lol", "hey all", "not much going on", "just rain", "i was at the lake, and then home"}
	for text, want := range map[string]string{
		"hey all, not much going on": RuleRepeat, "Hey all. Not much going on, just rain": RuleRepeat, "not much going on just rain!": RuleRepeat,
		"hey all, so much going on today": "", "just snow": "", "hey all": RuleRepeat,
	} {
		if _, rule := r.Pass(text); rule != want {
			t.Errorf("%q: rule %q, want %q", text, rule, want)
		}
	}
	long := roomOf("en")
	long.Own = []string{"forget it", "not important", "a b c", "d e f", "g h i", "j k l", "m n o"}
	if _, rule := long.Pass("forget it, not important"); rule != "" {
		t.Errorf("short lines, repeated after five others: rule %q, want none", rule)
	}
	if !r.RepeatsOwn("i was at the lake and then home") || !r.RepeatsOwn("hey all, not much going on") || r.RepeatsOwn("hey all, not much") || r.RepeatsOwn("...") {
		t.Error("the words of a whole text are compared wrongly")
	}
}

func disguiseRoom() *Room {
	return &Room{
		Name: "Red", Names: []string{"Red", "Blue", "Green"}, MaxChars: 250, Role: "mafia",
		Secrets: []string{"bluebird", "crimson falcon", "4711", "Tabitha Lindqvist"},
	}
}

func TestDisguisesAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range corpus(t, "disguises.txt") {
		fields := strings.Split(line, "\t")
		r, got := disguiseRoom(), ""
		for said := range strings.SplitSeq(fields[2], " || ") {
			parts, rule := r.Pass(unquoted(t, said))
			if rule != "" {
				got = rule
				break
			}
			r.Own = append(r.Own, parts...)
		}
		if got != fields[0] {
			t.Errorf("%s: %s: rule %q, want %q", fields[1], fields[2], got, fields[0])
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for _, line := range corpus(t, "languages.txt") {
		want, raw, _ := strings.Cut(line, "\t")
		r := mafiaRoom()
		for _, role := range []string{"werewolf", "killer"} {
			if parts, rule := r.Pass(unquoted(t, raw)); rule == want || want == "clean" && len(parts) > 0 {
				break
			}
			r.Role = role
		}
		if _, rule := r.Pass(unquoted(t, raw)); rule != strings.TrimPrefix(want, "clean") {
			t.Errorf("%s: rule %q, want %q", raw, rule, want)
		}
	}
}
