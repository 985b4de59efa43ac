package mouth_test

import (
	"os"
	"strings"
	"testing"

	"ringer/engine/attacktest"
	"ringer/engine/mouth"
	"ringer/engine/sessiontest"
)

func concealed(role string) mouth.Conceal {
	c := mouth.Conceal{Roles: []string{role}, Side: mouth.SideGood}
	switch role {
	case "merlin":
		roles := []string{"morgana", "assassin"}
		c.Known = []mouth.KnownPlayer{{Name: "Bob", Roles: roles, Side: mouth.SideEvil}, {Name: "Kim", Roles: roles, Side: mouth.SideEvil}}
	case "percival":
		roles := []string{"merlin", "morgana"}
		c.Known = []mouth.KnownPlayer{{Name: "Ann", Roles: roles}, {Name: "Bob", Roles: roles}}
	case "assassin":
		c.Side, c.Known = mouth.SideEvil, []mouth.KnownPlayer{{Name: "Kim", Roles: []string{"morgana"}, Side: mouth.SideEvil}}
	case "morgana":
		c.Side, c.Known = mouth.SideEvil, []mouth.KnownPlayer{{Name: "Kim", Roles: []string{"assassin"}, Side: mouth.SideEvil}}
	}
	return c
}

func quietRoom(c mouth.Conceal) *mouth.Room {
	return &mouth.Room{Name: "Theo", Names: []string{"Theo", "Ann", "Bob", "Kim", "Max", "Zoe"}, MaxChars: 250, Conceal: c}
}

func loadClaims(t *testing.T) attacktest.Claims {
	t.Helper()
	c := sessiontest.Must(attacktest.LoadClaims())(t)
	return c
}

func TestClaimsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range loadClaims(t).Cases {
		t.Run(c.Language+" "+c.Writer, func(t *testing.T) {
			t.Parallel()
			conceal := concealed(c.Writer)
			for _, line := range c.Refused {
				if parts, rule := quietRoom(conceal).Pass(line); rule != mouth.RuleConceal || !conceal.Leaks("Theo", line) {
					t.Errorf("%q passes as %q, rule %q", line, parts, rule)
				}
				if _, rule := quietRoom(mouth.Conceal{}).Pass(line); rule == mouth.RuleConceal {
					t.Errorf("%q is refused of a player who conceals nothing", line)
				}
			}
			for _, line := range c.Allowed {
				if _, rule := quietRoom(conceal).Pass(line); rule != "" || conceal.Leaks("Theo", line) {
					t.Errorf("%q is refused by %q", line, rule)
				}
			}
		})
	}
}

func TestCodedClaimsAreRefused(t *testing.T) {
	t.Parallel()
	conceal := concealed("merlin")
	for _, line := range loadClaims(t).Coded {
		if parts, rule := quietRoom(conceal).Pass(line); rule != mouth.RuleConceal || !conceal.Leaks("Theo", line) {
			t.Errorf("%q passes as %q, rule %q", line, parts, rule)
		}
	}
	r, last := quietRoom(conceal), ""
	for _, letter := range []string{"m", "e", "r", "l", "i", "n"} {
		var parts []string
		parts, last = r.Pass(letter)
		r.Own = append(r.Own, parts...)
	}
	if last != mouth.RuleConceal {
		t.Errorf("a role letter by letter: rule %q", last)
	}
}

func TestInnocentLinesPassWhateverIsConcealed(t *testing.T) {
	t.Parallel()
	b := sessiontest.Must(os.ReadFile("testdata/innocent.txt"))(t)
	for role, known := range map[string]mouth.KnownPlayer{
		"merlin":   {Roles: []string{"morgana", "assassin"}, Side: mouth.SideEvil},
		"percival": {Roles: []string{"merlin", "morgana"}},
		"minion":   {Roles: []string{"assassin"}, Side: mouth.SideEvil},
	} {
		c := concealed(role)
		if c.Known = nil; role == "minion" {
			c.Side = mouth.SideEvil
		}
		for _, name := range []string{"Red", "Blue"} {
			known.Name = name
			c.Known = append(c.Known, known)
		}
		for line := range strings.Lines(string(b)) {
			if c.Leaks("Theo", strings.TrimSpace(line)) {
				t.Errorf("%s: %q is refused", role, line)
			}
		}
	}
}

// TestKnownGoodPlayers: a platform may tell a bot who is good. The bot then does not claim that.
func TestKnownGoodPlayers(t *testing.T) {
	t.Parallel()
	c := mouth.Conceal{Roles: []string{"merlin"}, Side: mouth.SideGood, Known: []mouth.KnownPlayer{{Name: "Player 3", Roles: []string{"percival", "servant"}, Side: mouth.SideGood}}}
	for text, leaks := range map[string]bool{
		"i know for a fact that player 3 is good": true,
		"i know for a fact that p3 is not evil":   true,
		"player 3 is percival":                    true,
		"player 3 is good":                        false,
		"i think player 3 is percival":            false,
		"i know for a fact that player 4 is good": false,
	} {
		if got := c.Leaks("Theo", text); got != leaks {
			t.Errorf("%q leaks: %t", text, got)
		}
	}
}
