package mafia_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

func TestMafiaHasTwoMafiosiUpToTenPlayersAndThreeAbove(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("mafia")
	for n, want := range map[int]int{6: 0, 7: 2, 10: 2, 11: 3, 12: 3, 13: 0} {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("P%d", i))
		}
		deal, err := rules.Deal(referee.Start{Players: refereetest.Players(strings.Join(names, " ")), Seed: 4})
		if want == 0 {
			if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Pointer != "/game/players" {
				t.Errorf("%d players: %v", n, err)
			}
			continue
		}
		mafiosi := 0
		for _, p := range deal.Players {
			if deal.Roles[p.ID] == "mafia" {
				mafiosi++
			}
		}
		if mafiosi != want || len(deal.Channels[0].Members) != want || err != nil {
			t.Errorf("%d players: %d mafiosi, want %d: %v", n, mafiosi, want, err)
		}
	}
}

func TestMafiaRolesAreDealtByTheSeed(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("mafia")
	dealt := map[string]bool{}
	for seed := range int64(200) {
		a, _ := rules.Deal(referee.Start{Players: refereetest.Players(seven), Seed: seed})
		b, _ := rules.Deal(referee.Start{Players: refereetest.Players(seven), Seed: seed})
		if !slices.Equal(a.Channels[0].Members, b.Channels[0].Members) {
			t.Fatalf("seed %d: %v and %v", seed, a.Channels, b.Channels)
		}
		dealt[strings.Join(a.Channels[0].Members, " ")] = true
	}
	if len(dealt) != 21 {
		t.Errorf("200 seeds give %d pairs of mafiosi; there are 21", len(dealt))
	}
}

func TestMafiaTellsMafiosiAloneWhoTheOthersAre(t *testing.T) {
	t.Parallel()
	deal := newMafia(t).Deal
	want := map[string]string{"Ann": "You are a mafioso. The other mafioso is Bob.", "Bob": "You are a mafioso. The other mafioso is Ann."}
	for _, p := range deal.Players {
		if want[p.ID] == "" {
			want[p.ID] = "You are a bystander. You know nobody's role but your own."
		}
		if deal.Private[p.ID] != want[p.ID] {
			t.Errorf("%s knows %q", p.ID, deal.Private[p.ID])
		}
		if allies := strings.Join(deal.Allies[p.ID], " "); allies != map[string]string{"Ann": "Bob", "Bob": "Ann"}[p.ID] {
			t.Errorf("the allies of %s are %q", p.ID, allies)
		}
	}
	if n := deal.Phases[1]; n.ID != "night" || n.Channel != "night" || !slices.Equal(n.Speakers, []string{"Ann", "Bob"}) {
		t.Errorf("the night is %+v", n)
	}
}

func TestMafiaRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pointer string
		change  func(*referee.Start)
	}{
		"ErrUnknownOption":    {"/options/days", func(s *referee.Start) { s.Options = json.RawMessage(`{"days":1}`) }},
		"ErrOptionTooLow":     {"/options/day_ms", func(s *referee.Start) { s.Options = json.RawMessage(`{"day_ms":1}`) }},
		"ErrOptionTooHigh":    {"/options/vote_ms", func(s *referee.Start) { s.Options = json.RawMessage(`{"vote_ms":600001}`) }},
		"ErrOptionNotANumber": {"/options/night_ms", func(s *referee.Start) { s.Options = json.RawMessage(`{"night_ms":"long"}`) }},
		"ErrOptionExponent":   {"/options", func(s *referee.Start) { s.Options = json.RawMessage(`{"night_ms":6e4}`) }},
		"ErrOptionsNotJSON":   {"/options", func(s *referee.Start) { s.Options = json.RawMessage(`{`) }},
		"ErrDuplicatePlayer":  {"/game/players/1", func(s *referee.Start) { s.Players[1] = s.Players[0] }},
		"ErrNamelessPlayer":   {"/game/players/1/id", func(s *referee.Start) { s.Players[1].ID = "" }},
		"ErrAbsentPlayer":     {"/game/players/1/presence", func(s *referee.Start) { s.Players[1].Presence = session.Left }},
		"ErrUnknownRole":      {"/roles/Ann", func(s *referee.Start) { s.Roles = refereetest.Roles(strings.Replace(twoOfSeven, "mafia", "doctor", 1)) }},
		"ErrUnknownPlayer":    {"/roles/Zoe", func(s *referee.Start) { s.Roles = refereetest.Roles(twoOfSeven + " Zoe:bystander") }},
		"ErrMissingRole":      {"/roles/Gus", func(s *referee.Start) { s.Roles = refereetest.Roles(strings.TrimSuffix(twoOfSeven, " Gus:bystander")) }},
		"ErrTooManyMafiosi": {"/roles", func(s *referee.Start) {
			s.Roles = refereetest.Roles(strings.Replace(twoOfSeven, "Cleo:bystander", "Cleo:mafia", 1))
		}},
		"ErrSpeed": {"/speed", func(s *referee.Start) { s.Speed = -1 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := referee.Start{Players: refereetest.Players(seven)}
			c.change(&s)
			refereetest.Refuses(t, "mafia", c.pointer, s)
		})
	}
}
