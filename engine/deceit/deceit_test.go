package deceit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/deceit"
	"ringer/engine/session"
)

// believing is a strategy that suspects as told.
type believing struct {
	session.Strategy
	odds map[string]float64
}

func (b believing) Brief(session.View) session.Brief {
	return session.Brief{Suspicion: b.odds, Lines: []string{"thinks"}}
}

// game is a game in which Theo says a line. A line of Ann comes before it, if there is one.
type game struct {
	rules, role string
	roles       map[string]int
	edit        func(*session.Config)
	private     string
	before      string
	channel     string
	odds        map[string]float64
}

func (g *game) say(text string) deceit.Said {
	c := session.Config{Game: session.Setting{Rules: g.rules}, Bot: session.Bot{Seat: "id-Theo", Role: g.role}}
	for _, name := range []string{"Theo", "Ann", "Bob", "Kim"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: "id-" + name, Name: name, Presence: session.Active})
	}
	if g.edit != nil {
		g.edit(&c)
	}
	log := []session.Event{{Data: &session.SessionCreated{Config: c}}}
	if g.private != "" {
		log = append(log, session.Event{Data: &session.ObservationReceived{Observation: session.Observation{Kind: session.PrivateInfo, Text: g.private}}})
	}
	if g.before != "" {
		log = append(log, session.Event{Data: &session.MessageReceived{Post: session.Post{Sender: "id-Ann", Kind: session.FromPlayer, Text: g.before}}})
	}
	log = append(log, session.Event{Data: &session.MessageSent{MessageID: "m", Sender: "id-Theo", Channel: g.channel, Text: text}})
	for i := range log {
		log[i].Seq, log[i].At = int64(i+1), time.Unix(int64(i), 0)
	}
	var of session.Strategy
	if g.odds != nil {
		of = believing{odds: g.odds}
	}
	return deceit.Read(log, deceit.Roles{Of: g.roles, Known: true}, of)[0]
}

func shown(x deceit.Said) string {
	var all []string
	for _, m := range x.Marks {
		all = append(all, strings.TrimSpace(fmt.Sprint(m.Kind, " ", m.Against, " ", strings.TrimPrefix(m.About, "id-"))))
	}
	return strings.Join(all, ", ")
}

func TestMarks(t *testing.T) {
	t.Parallel()
	mafia := game{rules: "mafia", role: "mafia", roles: map[string]int{"mafia": 2, "bystander": 2}, edit: func(c *session.Config) { c.Bot.Allies = []string{"id-Kim"} }}
	town := game{rules: "mafia", role: "bystander", roles: mafia.roles, odds: map[string]float64{"id-Ann": -3, "id-Kim": 3}}
	asked := mafia
	asked.before = "who do you suspect?"
	unsure := town
	unsure.before, unsure.odds = asked.before, map[string]float64{"id-Ann": 0}
	sure := town
	sure.before = asked.before
	wolves := map[string]int{"villager": 2, "werewolf": 1, "seer": 1}
	seer := game{rules: "freeform", role: "seer", roles: wolves, private: "Bob is not a werewolf."}
	found := seer
	found.private = "Bob is a werewolf."
	wolf := game{rules: "freeform", role: "werewolf", roles: wolves}
	machine := game{rules: "turing", role: "machine", roles: map[string]int{"machine": 1, "person": 3}}
	person := game{rules: "reverse_turing", role: "person", roles: map[string]int{"machine": 3, "person": 1}}
	for _, c := range []struct {
		name, text, want string
		game             game
	}{
		{"HidesRole", "i'm a bystander", "fabrication role", mafia},
		{"TellsTruth", "i'm a bystander", "", town},
		{"AccusesInnocent", "i think its bob", "misdirection knowledge Bob", mafia},
		{"GivesPartnerUp", "kim is mafia", "", mafia},
		{"VouchesForPartner", "i trust kim", "distortion knowledge Kim", mafia},
		{"NoIdeaWhenAsked", "no idea yet", "omission knowledge", asked},
		{"NoIdeaUnasked", "no idea", "", mafia},
		{"BelievesOtherwise", "its ann", "misdirection belief Ann", town},
		{"BelievesIt", "its kim", "", town},
		{"VouchesForSuspect", "i trust kim", "distortion belief Kim", town},
		{"ReallyNoIdea", "no idea yet", "", unsure},
		{"HidesSuspect", "no idea yet", "omission belief", sure},
		{"TellsResult", "i'm the seer. i checked bob, he's not a werewolf", "", seer},
		{"TwistsResult", "i checked bob, bob is a werewolf", "distortion knowledge Bob", seer},
		{"MakesResultUp", "i checked ann, ann is a werewolf", "fabrication knowledge Ann", seer},
		{"TellsWhom", "i'm the seer and bob is a werewolf", "", found},
		{"ClaimsSeer", "i'm the seer. i checked bob, bob is a werewolf", "fabrication role, fabrication knowledge Bob", wolf},
		{"MachineAsPerson", "im human", "fabrication role", machine},
		{"MachineAccuses", "ann is a bot", "misdirection knowledge Ann", machine},
		{"PersonNamesMachine", "ann is a bot", "", person},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := c.game.say(c.text)
			if got := shown(x); got != c.want {
				t.Errorf("%q is marked %q; want %q: %+v", c.text, got, c.want, x.Mind)
			}
		})
	}
}

// TestMind: it holds what the seat knew at the line, and nothing that came later.
func TestMind(t *testing.T) {
	t.Parallel()
	g := game{rules: "mafia", role: "mafia", roles: map[string]int{"mafia": 2, "bystander": 2}, odds: map[string]float64{"id-Ann": 0}, edit: func(c *session.Config) {
		c.Game.Channels = []session.Channel{{ID: "night", Members: []string{"id-Theo", "id-Kim"}}}
	}}
	if x := g.say("hi").Mind; fmt.Sprint(x) != "{mafia map[id-Ann:good id-Bob:good id-Kim:evil] [] map[id-Ann:0.5] [thinks]}" {
		t.Errorf("the mind is %v", x)
	}
	if x := g.say("i'm a bystander"); len(x.Marks) != 1 {
		t.Errorf("in the open: %+v", x)
	}
	if g.channel = "night"; len(g.say("i'm a bystander").Marks) > 0 {
		t.Error("a line among partners is marked; they know the truth")
	}
}
