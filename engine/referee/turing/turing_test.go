package turing_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

// game is a game of a test.
type game struct{ *refereetest.Driver }

func TestScenarios(t *testing.T) {
	t.Parallel()
	refereetest.Scenarios(t)
}

// accuse lets a bot accuse by itself.
func (d game) accuse(seat, accused string) {
	d.Say(&session.VoteCast{VoteID: "vot_" + seat, Seat: seat, Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: accused}})
}

// newTuring returns a game of one machine, Red, and people.
func newTuring(t *testing.T, names string) game {
	return game{refereetest.New(t, "turing", referee.Start{Players: refereetest.Players(names), Machines: []string{"Red"}})}
}

// newReverse returns a game of one person, Blue, and machines.
func newReverse(t *testing.T) game {
	return game{refereetest.New(t, "reverse_turing", referee.Start{Players: refereetest.Players("Red Blue Green"), Machines: []string{"Red", "Green"}})}
}

func TestTuringAsksAllWhenTheTalkIsOver(t *testing.T) {
	t.Parallel()
	d := newTuring(t, "Red Blue Green")
	d.Pass(300*1000 - 1)
	if d.VotesAsked() != 0 {
		t.Fatal("the vote comes too early")
	}
	d.Pass(1)
	if q := d.Asked(); q.Question != "Who is the machine?" || len(q.Seats) != 3 || len(q.Options) != 3 || q.About != session.Suspicion {
		t.Errorf("the vote is %+v", q)
	}
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

func TestTuringBeginsTheVoteWhenMoreThanHalfHaveAccused(t *testing.T) {
	t.Parallel()
	d := newTuring(t, "Red Blue Green Pink")
	d.accuse("Red", "Blue")
	d.accuse("Red", "Green") // the first accusation counts
	d.Say(&session.VoteReceived{VoteID: referee.AccusationVote, Seat: "Blue", Answer: session.Answer{Option: "Red"}})
	if d.VotesAsked() != 0 {
		t.Fatal("two of four begin the vote")
	}
	d.accuse("Green", "Red")
	if q := d.Asked(); !slices.Equal(q.Seats, []string{"Pink"}) {
		t.Errorf("asked are %v: who has accused has voted", q.Seats)
	}
	d.Choose("Pink", "Red")
	r := d.Referee.Result()
	if !r.Over || !slices.Equal(r.Winners, []string{"Blue", "Green", "Pink"}) || r.Ballots[0].Answers["Red"].Option != "Blue" {
		t.Errorf("the result is %+v", r)
	}
}

func TestTuringAsksAgainWhoAccusedAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	d := newTuring(t, "Red Blue Green Pink")
	d.accuse("Blue", "Pink")
	d.Leave("Pink")
	d.Pass(300 * 1000)
	if q := d.Asked(); !slices.Equal(q.Seats, []string{"Red", "Blue", "Green"}) {
		t.Errorf("asked are %v", q.Seats)
	}
}

func TestTuringEndsWithoutWinnersIfTooFewAreLeft(t *testing.T) {
	t.Parallel()
	for _, leaver := range []string{"Red", "Green"} {
		d := newTuring(t, "Red Blue Green")
		d.Leave(leaver)
		if r := d.Referee.Result(); !r.Over || len(r.Winners) != 0 || !strings.Contains(r.Outcome, "Nobody has won.") {
			t.Errorf("without %s the result is %+v", leaver, r)
		}
	}
}

func TestReverseTuringBeginsTheVoteWithTheFirstAccusation(t *testing.T) {
	t.Parallel()
	d := newReverse(t)
	d.accuse("Red", "Red")
	d.accuse("Red", "Nemo")
	if d.VotesAsked() != 0 {
		t.Fatal("an accusation of nobody begins the vote")
	}
	d.Pass(20 * 1000)
	d.accuse("Red", "Green")
	if q := d.Asked(); !slices.Equal(q.Seats, []string{"Blue", "Green"}) || q.Question != "Who is a machine?" {
		t.Errorf("the vote is %+v", q)
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
		"ErrShowOfTwo":         {"gameshow", "Red Blue", "Red", "/game/players"},
		"ErrShowUnknownPlayer": {"gameshow", "Red Blue Green", "Pink", "/machines/0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules, _ := referee.Find(c.rules)
			_, err := rules.Deal(referee.Start{Players: refereetest.Players(c.players), Machines: strings.Fields(c.machines)})
			if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Pointer != c.pointer {
				t.Errorf("the error is %v", err)
			}
		})
	}
}
