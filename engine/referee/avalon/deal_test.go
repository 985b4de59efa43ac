package avalon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/sessiontest"
)

// sixRoles is the game of the ReCon paper.
const sixRoles = "Ann:merlin Bob:percival Cleo:servant Dan:servant Eva:morgana Finn:assassin"

const six = "Ann Bob Cleo Dan Eva Finn"

// dealAvalon deals a game with options.
func dealAvalon(t *testing.T, names, fixed, options string) referee.Deal {
	t.Helper()
	rules, _ := referee.Find("avalon")
	return sessiontest.Must(rules.Deal(referee.Start{Players: refereetest.Players(names), Roles: refereetest.Roles(fixed), Options: json.RawMessage(options), Seed: 4}))(t)
}

func TestAvalonHasTheRolesOfTheStandardTable(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		5: "merlin percival servant morgana assassin", 6: "merlin percival servant servant morgana assassin", 7: "merlin percival servant servant morgana assassin minion",
		8: "merlin percival servant servant servant morgana assassin minion", 9: "merlin percival servant servant servant servant morgana assassin minion",
		10: "merlin percival servant servant servant servant morgana assassin minion minion",
	} {
		if got := strings.Join(dealAvalon(t, strings.Join(strings.Fields("A B C D E F G H I J")[:n], " "), "", "").RoleList, " "); got != want {
			t.Errorf("%d players: %s", n, got)
		}
	}
}

func TestAvalonPutsSpecialRolesInPlaceOfMinions(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]string{
		`{"mordred":true}`: "morgana assassin minion mordred", `{"oberon":true}`: "morgana assassin minion oberon", `{"mordred":true,"oberon":true}`: "morgana assassin mordred oberon",
	} {
		if got := strings.Join(dealAvalon(t, "A B C D E F G H I J", "", options).RoleList, " "); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", options, got)
		}
	}
}

func TestAvalonRolesAreDealtByTheSeed(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("avalon")
	dealt := map[string]bool{}
	for seed := range int64(300) {
		s := referee.Start{Players: refereetest.Players("A B C D E"), Seed: seed}
		a, _ := rules.Deal(s)
		b, _ := rules.Deal(s)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("seed %d: %v and %v", seed, a, b)
		}
		for seat, role := range a.Roles {
			dealt[seat+role] = true
		}
	}
	if len(dealt) != 25 {
		t.Errorf("300 seeds give %d pairs of seat and role; there are 25", len(dealt))
	}
}

func TestAvalonTellsEachRoleWhatItKnows(t *testing.T) {
	t.Parallel()
	const ten = "A:merlin B:percival C:servant D:servant E:servant F:servant G:morgana H:assassin I:mordred J:oberon"
	d := dealAvalon(t, "A B C D E F G H I J", ten, "")
	for seat, want := range map[string]string{
		"A": "map[G:[morgana assassin oberon] H:[morgana assassin oberon] J:[morgana assassin oberon]] [] [merlin] You are Merlin. G, H and J are evil. You do not know who Mordred is.",
		"B": "map[A:[merlin morgana] G:[merlin morgana]] [] [percival] You are Percival. Of A and G one is Merlin and one is Morgana. You do not know which.",
		"C": "map[] [] [] You are a loyal servant. You know nobody's role but your own.",
		"G": "map[H:[assassin] I:[mordred]] [H I] [morgana] You are Morgana. You are evil. The other evil players whom you know are H (the assassin), I (Mordred).",
		"H": "map[G:[morgana] I:[mordred]] [G I] [assassin] You are the assassin. You are evil. The other evil players whom you know are G (Morgana), I (Mordred).",
		"I": "map[G:[morgana] H:[assassin]] [G H] [mordred] You are Mordred. You are evil. The other evil players whom you know are G (Morgana), H (the assassin).",
		"J": "map[] [] [oberon] You are Oberon. You are evil. You and the other evil players do not know each other.",
	} {
		if got := fmt.Sprint(d.KnownRoles[seat], d.Allies[seat], d.Conceal[seat], " ", d.Private[seat]); got != want {
			t.Errorf("%s knows\n%s\nwant\n%s", seat, got, want)
		}
	}
	if got := fmt.Sprint(d.Channels); got != "[{evil [G H I]}]" {
		t.Errorf("the channels are %s", got)
	}
}

func TestAvalonWithoutMorganaOrMerlin(t *testing.T) {
	t.Parallel()
	d := dealAvalon(t, six, "Ann:merlin Bob:percival Cleo:servant Dan:servant Eva:minion Finn:assassin", "")
	if d.Private["Bob"] != "You are Percival. Merlin is Ann." || fmt.Sprint(d.KnownRoles["Bob"]) != "map[Ann:[merlin]]" {
		t.Errorf("Percival knows %q, %v", d.Private["Bob"], d.KnownRoles["Bob"])
	}
	d = dealAvalon(t, six, "Ann:servant Bob:servant Cleo:servant Dan:servant Eva:minion Finn:minion", "")
	if d.Private["Eva"] != "You are a minion. You are evil. The other evil player whom you know is Finn (a minion)." || len(d.KnownRoles["Ann"]) > 0 {
		t.Errorf("a minion knows %q, a servant %v", d.Private["Eva"], d.KnownRoles["Ann"])
	}
}

func TestAvalonInTurnHasAPhaseForEachPlayer(t *testing.T) {
	t.Parallel()
	d := dealAvalon(t, six, "", `{"discussion":"in_turn"}`)
	if len(d.Phases) != 7 || d.Phases[2].ID != "turn-3" || fmt.Sprint(d.Phases[2].Speakers) != "[Cleo]" || !strings.HasPrefix(d.Phase, "turn-") {
		t.Errorf("it begins with %s of %v", d.Phase, d.Phases)
	}
}

func TestAvalonRefuses(t *testing.T) {
	t.Parallel()
	swap := func(from, to string) string { return strings.Replace(sixRoles, from, to, 1) }
	for name, x := range map[string]struct{ pointer, players, roles, options string }{
		"ErrFewPlayers":         {"/game/players", "A B C D", "", ""},
		"ErrManyPlayers":        {"/game/players", "A B C D E F G H I J K", "", ""},
		"ErrUnknownOption":      {"/options/talk", six, "", `{"talk":1}`},
		"ErrOptionTooLow":       {"/options/talk_ms", six, "", `{"talk_ms":1}`},
		"ErrDiscussion":         {"/options/discussion", six, "", `{"discussion":"loud"}`},
		"ErrNoMinionForMordred": {"/options/mordred", six, "", `{"mordred":true}`},
		"ErrNoMinionForBoth":    {"/options/oberon", "A B C D E F G", "", `{"mordred":true,"oberon":true}`},
		"ErrUnknownRole":        {"/roles/Ann", six, swap("merlin", "lancelot"), ""},
		"ErrMissingRole":        {"/roles/Finn", six, swap(" Finn:assassin", ""), ""},
		"ErrThreeEvil":          {"/roles", six, swap("servant", "minion"), ""},
		"ErrTwoMerlins":         {"/roles", six, swap("servant", "merlin"), ""},
		"ErrNoAssassin":         {"/roles", six, swap("assassin", "minion"), ""},
		"ErrNoMerlin":           {"/roles", six, "Ann:percival Bob:servant Cleo:servant Dan:servant Eva:morgana Finn:minion", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refereetest.Refuses(t, "avalon", x.pointer, referee.Start{Players: refereetest.Players(x.players), Roles: refereetest.Roles(x.roles), Options: json.RawMessage(x.options)})
		})
	}
}
