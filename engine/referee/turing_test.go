package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// accuse lets a bot accuse by itself.
func (d *driver) accuse(seat, accused string) {
	d.say(&session.VoteCast{VoteID: "vot_" + seat, Seat: seat, Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: accused}})
}

// votesAsked counts the votes that were asked.
func (d *driver) votesAsked() (n int) {
	for _, e := range d.log {
		if _, ok := e.data.(*session.VoteRequested); ok {
			n++
		}
	}
	return n
}

// newTuring returns a game of one machine, Red, and people.
func newTuring(t *testing.T, names string) *driver {
	return newGame(t, "turing", referee.Start{Players: players(names), Machines: []string{"Red"}})
}

// newReverse returns a game of one person, Blue, and machines.
func newReverse(t *testing.T) *driver {
	return newGame(t, "reverse_turing", referee.Start{Players: players("Red Blue Green"), Machines: []string{"Red", "Green"}})
}

func TestTuringAsksAllWhenTheTalkIsOver(t *testing.T) {
	t.Parallel()
	d := newTuring(t, "Red Blue Green")
	d.pass(300*1000 - 1)
	if d.votesAsked() != 0 {
		t.Fatal("the vote comes too early")
	}
	d.pass(1)
	if q := d.asked(); q.Question != "Who is the machine?" || len(q.Seats) != 3 || len(q.Options) != 3 || q.About != session.Suspicion {
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
			d.pass(300 * 1000)
			for seat, option := range c.named {
				d.choose(seat, option)
			}
			d.finish()
			if r := d.ref.Result(); strings.Join(r.Winners, " ") != c.winners || r.Reveal["Red"] != "machine" || r.Reveal["Blue"] != "person" {
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
	d.say(&session.VoteReceived{VoteID: referee.AccusationVote, Seat: "Blue", Answer: session.Answer{Option: "Red"}})
	if d.votesAsked() != 0 {
		t.Fatal("two of four begin the vote")
	}
	d.accuse("Green", "Red")
	if q := d.asked(); !slices.Equal(q.Seats, []string{"Pink"}) {
		t.Errorf("asked are %v: who has accused has voted", q.Seats)
	}
	d.choose("Pink", "Red")
	r := d.ref.Result()
	if !r.Over || !slices.Equal(r.Winners, []string{"Blue", "Green", "Pink"}) || r.Ballots[0].Answers["Red"].Option != "Blue" {
		t.Errorf("the result is %+v", r)
	}
}

func TestTuringAsksAgainWhoAccusedAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	d := newTuring(t, "Red Blue Green Pink")
	d.accuse("Blue", "Pink")
	d.leave("Pink")
	d.pass(300 * 1000)
	if q := d.asked(); !slices.Equal(q.Seats, []string{"Red", "Blue", "Green"}) {
		t.Errorf("asked are %v", q.Seats)
	}
}

func TestTuringEndsWithoutWinnersIfTooFewAreLeft(t *testing.T) {
	t.Parallel()
	for _, leaver := range []string{"Red", "Green"} {
		d := newTuring(t, "Red Blue Green")
		d.leave(leaver)
		if r := d.ref.Result(); !r.Over || len(r.Winners) != 0 || !strings.Contains(r.Outcome, "Nobody has won.") {
			t.Errorf("without %s the result is %+v", leaver, r)
		}
	}
}

func TestReverseTuringBeginsTheVoteWithTheFirstAccusation(t *testing.T) {
	t.Parallel()
	d := newReverse(t)
	d.accuse("Red", "Red")
	d.accuse("Red", "Nemo")
	if d.votesAsked() != 0 {
		t.Fatal("an accusation of nobody begins the vote")
	}
	d.pass(20 * 1000)
	d.accuse("Red", "Green")
	if q := d.asked(); !slices.Equal(q.Seats, []string{"Blue", "Green"}) || q.Question != "Who is a machine?" {
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
			d.pass(300 * 1000)
			for seat, option := range c.named {
				d.choose(seat, option)
			}
			d.finish()
			if r := d.ref.Result(); strings.Join(r.Winners, " ") != c.winners {
				t.Errorf("the winners are %v, want %s: %s", r.Winners, c.winners, r.Outcome)
			}
		})
	}
}

func TestRolesLetABotPlayThePerson(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("reverse_turing")
	s := referee.Start{Players: players("Red Blue Green"), Machines: []string{"Red", "Blue", "Green"}, Roles: roles("Red:machine Blue:person Green:Machine")}
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
			_, err := rules.Deal(referee.Start{Players: players(c.players), Machines: strings.Fields(c.machines)})
			if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Pointer != c.pointer {
				t.Errorf("the error is %v", err)
			}
		})
	}
}
