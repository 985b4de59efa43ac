package turing_test

import (
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/sessiontest"
)

type game struct{ *refereetest.Driver }

func TestScenarios(t *testing.T) {
	t.Parallel()
	refereetest.Scenarios(t)
}

// newTuring returns a game of one machine, Red, and people.
func newTuring(t *testing.T, names string) game {
	return game{refereetest.New(t, "turing", referee.Start{Players: refereetest.Players(names), Machines: []string{"Red"}})}
}

// newReverse returns a game of one person, Blue, and machines.
func newReverse(t *testing.T) game {
	return game{refereetest.New(t, "reverse_turing", referee.Start{Players: refereetest.Players("Red Blue Green"), Machines: []string{"Red", "Green"}})}
}

func TestTuringPeopleWinIfMoreThanHalfOfThemNameTheMachine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		players string
		named   map[string]string
		winners string
	}{
		"BothOfTwo":           {"Red Blue Green", map[string]string{"Red": "Blue", "Blue": "Red", "Green": "Red"}, "Blue Green"},
		"OneOfTwo":            {"Red Blue Green", map[string]string{"Red": "Blue", "Blue": "Red", "Green": "Blue"}, "Red"},
		"OneOfTwoIsSilent":    {"Red Blue Green", map[string]string{"Blue": "Red"}, "Red"},
		"TwoOfThree":          {"Red Blue Green Pink", map[string]string{"Blue": "Red", "Green": "Red", "Pink": "Blue"}, "Blue Green Pink"},
		"NobodyVotes":         {"Red Blue Green", nil, "Red"},
		"TheMachineNamesSelf": {"Red Blue Green", map[string]string{"Red": "Red", "Blue": "Red"}, "Red"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newTuring(t, c.players)
			d.Pass(300 * 1000)
			for seat, option := range c.named {
				d.Choose(seat, option)
			}
			d.Finish()
			if r := d.Referee.Result(); strings.Join(r.Winners, " ") != c.winners || r.Reveal["Red"] != "machine" || r.Reveal["Blue"] != "person" {
				t.Errorf("the result is %+v, want the winners %s", r, c.winners)
			}
		})
	}
}

func TestReverseTuringHasAWinnerOfEachKind(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		named   map[string]string
		winners string
	}{
		"MachinesFindEachOther":        {map[string]string{"Red": "Green", "Green": "Red", "Blue": "Red"}, "Green"},
		"MachinesTakeThePersonForOne":  {map[string]string{"Red": "Blue", "Green": "Blue", "Blue": "Red"}, "Blue"},
		"OneMachineFindsTheOther":      {map[string]string{"Red": "Green", "Green": "Blue", "Blue": "Red"}, "Red Blue"},
		"TheMachineIsNamedByBothToo":   {map[string]string{"Red": "Green", "Green": "Blue", "Blue": "Green"}, "Red Blue"},
		"ThePersonIsSilent":            {map[string]string{"Red": "Blue", "Green": "Blue"}, ""},
		"Nobody":                       {nil, ""},
		"OneMachineIsSilentAndTheRest": {map[string]string{"Red": "Green", "Blue": "Green"}, "Red Blue"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newReverse(t)
			d.Pass(300 * 1000)
			for seat, option := range c.named {
				d.Choose(seat, option)
			}
			d.Finish()
			if r := d.Referee.Result(); strings.Join(r.Winners, " ") != c.winners {
				t.Errorf("the winners are %v, want %s: %s", r.Winners, c.winners, r.Outcome)
			}
		})
	}
}

func TestRolesLetABotPlayThePerson(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("reverse_turing")
	s := referee.Start{Players: refereetest.Players("Red Blue Green"), Machines: []string{"Red", "Blue", "Green"}, Roles: refereetest.Roles("Red:machine Blue:person Green:Machine")}
	if deal, err := rules.Deal(s); err != nil || deal.Roles["Blue"] != "person" || deal.Roles["Green"] != "machine" {
		t.Errorf("the deal is %+v: %v", deal, err)
	}
}

func TestGamesAboutMachinesRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules, players, machines, pointer string
	}{
		"ErrNoMachine":         {"turing", "Red Blue Green", "", "/machines"},
		"ErrTwoMachines":       {"turing", "Red Blue Green Pink", "Red Blue", "/machines"},
		"ErrTwoPeople":         {"reverse_turing", "Red Blue Green", "Red", "/machines"},
		"ErrNoPerson":          {"reverse_turing", "Red Blue Green", "Red Blue Green", "/machines"},
		"ErrUnknownMachine":    {"turing", "Red Blue Green", "Pink", "/machines/0"},
		"ErrMachineTwice":      {"turing", "Red Blue Green", "Red Red", "/machines/1"},
		"ErrTwoPlayers":        {"turing", "Red Blue", "Red", "/game/players"},
		"ErrThreeRounds":       {"elimination", "Red Blue Green", "Red", "/game/players"},
		"ErrNoMachineInRounds": {"elimination", "Red Blue Green Pink", "", "/machines"},
		"ErrFourParty":         {"three_party", "Red Blue Green Pink", "Red", "/game/players"},
		"ErrNoMachineWitness":  {"three_party", "Red Blue Green", "", "/machines"},
		"ErrShowOfTwo":         {"gameshow", "Red Blue", "Red", "/game/players"},
		"ErrShowUnknownPlayer": {"gameshow", "Red Blue Green", "Pink", "/machines/0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refereetest.Refuses(t, c.rules, c.pointer, referee.Start{Players: refereetest.Players(c.players), Machines: strings.Fields(c.machines)})
		})
	}
}

// TestThreePartyDraws: people interrogate if there are any, and a bot is the machine. Fixed roles
// are each one player's.
func TestThreePartyDraws(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("three_party")
	asked := map[string]bool{}
	for seed := range int64(20) {
		for _, machines := range []string{"Red", "Red Blue", "Red Blue Green"} {
			s := referee.Start{Players: refereetest.Players("Red Blue Green"), Machines: strings.Fields(machines), Seed: seed}
			deal := sessiontest.Must(rules.Deal(s))(t)
			for seat, role := range deal.Roles {
				bot := strings.Contains(machines, seat)
				if role == "machine" && !bot || role == "interrogator" && bot && machines != "Red Blue Green" {
					t.Fatalf("seed %d, bots %s: the roles are %v", seed, machines, deal.Roles)
				}
				if role == "interrogator" {
					asked[machines+" "+seat] = true
				}
			}
		}
	}
	if len(asked) != 2+1+3 {
		t.Errorf("these interrogate: %v", asked)
	}
	refereetest.Refuses(t, "three_party", "/roles", referee.Start{Players: refereetest.Players("Red Blue Green"), Roles: refereetest.Roles("Red:machine Blue:person Green:person")})
}
