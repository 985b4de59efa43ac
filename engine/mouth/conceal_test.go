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

// TestClaimsInWerewolf: a werewolf may claim any other role, invent results and name its partner,
// Bob, as a suspect. It and the possessed admit nothing.
func TestClaimsInWerewolf(t *testing.T) {
	t.Parallel()
	wolf := mouth.Conceal{Roles: []string{"werewolf"}, Side: mouth.SideEvil, Channels: []string{"night"}, Known: []mouth.KnownPlayer{{Name: "Bob", Roles: []string{"werewolf"}, Side: mouth.SideEvil}}}
	possessed := mouth.Conceal{Roles: []string{"possessed"}, Side: mouth.SideEvil}
	for _, text := range []string{
		"i am the seer", "im the seer and bob is a werewolf", "bob is a werewolf, i checked him", "i asked about bob last night. bob is not a werewolf", "i had a vision: bob is a wolf", "i peeked bob, wolf",
		"i am the doctor and i saved cleo last night", "i am the medium, eva was a werewolf", "im just a villager", "bob claims seer but he lies", "i think bob is a wolf", "cleo is possessed",
		"ich bin die seherin und bob ist ein werwolf", "ich habe bob geprüft, er ist kein werwolf", "ich bin das medium, bob war ein werwolf", "ich bin ein dorfbewohner",
	} {
		if wolf.Leaks("Ann", text) || possessed.Leaks("Ann", text) {
			t.Errorf("%q is a leak", text)
		}
	}
	for text, of := range map[string][]mouth.Conceal{
		"im a wolf": {wolf}, "bob and i are the wolves": {wolf}, "my partner bob": {wolf}, "we killed cleo last night": {wolf}, "i know for a fact that bob is a werewolf": {wolf}, "bob und ich sind die werwölfe": {wolf},
		"i am possessed": {possessed}, "im the possessed one": {possessed}, "ich bin besessen": {possessed}, "i win with the werewolves": {wolf, possessed}, "im on the wolf side": {wolf, possessed}, "ich gewinne mit den werwölfen": {wolf, possessed},
	} {
		for _, c := range of {
			if !c.Leaks("Ann", text) {
				t.Errorf("%q is no leak of %v", text, c.Roles)
			}
		}
	}
}
