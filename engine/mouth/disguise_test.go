package mouth

import (
	"strings"
	"testing"
)

// disguiseRoom returns a room in which nothing was said. The bot has a role and secrets of every
// shape.
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
