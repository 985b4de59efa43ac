package avalon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

type game struct{ *refereetest.Driver }

func TestScenarios(t *testing.T) {
	t.Parallel()
	refereetest.Scenarios(t)
}

// newAvalon returns a game of six. Dan leads first.
func newAvalon(t *testing.T, options string) game {
	t.Helper()
	return game{refereetest.New(t, "avalon", referee.Start{Players: refereetest.Players(six), Roles: refereetest.Roles(sixRoles), Seed: 3, Options: json.RawMessage(options)})}
}

// propose lets the leader name a team, and all talk about it.
func (d game) propose(team ...string) {
	d.T.Helper()
	d.Vote(d.Asked().Seats[0], session.Answer{Options: team})
	for d.Asked().Step == session.StepTeam {
		d.Pass(d.Due - d.Now)
	}
}

// approve lets some players say yes, and the others no.
func (d game) approve(yes ...string) {
	for _, seat := range d.Asked().Seats {
		d.Choose(seat, map[bool]string{true: session.Yes, false: session.No}[slices.Contains(yes, seat)])
	}
}

// send lets a team go with everybody's yes. Some of it choose fail.
func (d game) send(team []string, fails ...string) {
	d.T.Helper()
	d.propose(team...)
	d.approve(d.Asked().Seats...)
	for _, seat := range d.Asked().Seats {
		d.Choose(seat, map[bool]string{true: session.QuestFail, false: session.QuestSuccess}[slices.Contains(fails, seat)])
	}
}

func (d game) ruling() session.Ruling {
	for _, e := range slices.Backward(d.Log) {
		if o, ok := e.Data.(*session.ObservationReceived); ok && o.Kind == session.RulingMade {
			return *o.Ruling
		}
	}
	d.T.Fatalf("nothing was ruled")
	return session.Ruling{}
}

func TestAvalonEndsWithAsManyRefusalsAsTheOptionSays(t *testing.T) {
	t.Parallel()
	for refusals, over := range map[int]bool{0: false, 1: true, 2: true, 5: true, 7: false} {
		d := newAvalon(t, fmt.Sprintf(`{"refusals":%d}`, refusals))
		for range 6 {
			if !d.Referee.Result().Over {
				d.propose("Ann", "Bob")
				d.approve()
			}
		}
		if r := d.Referee.Result(); r.Over != over || over && !slices.Equal(r.Winners, []string{"Eva", "Finn"}) {
			t.Errorf("with %d refusals: %+v", refusals, r)
		}
	}
}

func TestAvalonHidesWhoFailedAQuest(t *testing.T) {
	t.Parallel()
	d := newAvalon(t, "")
	for n := range 3 {
		d.send([]string{"Eva", "Finn", "Ann", "Bob"}[:2+n], "Eva", "Finn")
		if u := d.ruling(); u.Fails != 2 || u.Answers != nil || u.By != "" {
			t.Errorf("the ruling says %+v", u)
		}
		for _, b := range d.Referee.Result().Ballots {
			if shown := len(b.Answers) > 0; b.Vote[:5] == "quest" && shown != (n == 2) {
				t.Errorf("after quest %d the result shows %v of %s", n+1, b.Answers, b.Vote)
			}
		}
	}
	if r := d.Referee.Result(); !r.Over || !slices.Equal(r.Winners, []string{"Eva", "Finn"}) {
		t.Errorf("%+v", r)
	}
}

func TestAvalonDrawsForASilentAssassin(t *testing.T) {
	t.Parallel()
	d := newAvalon(t, "")
	for n := range 3 {
		d.send([]string{"Ann", "Bob", "Cleo", "Dan"}[:2+n])
	}
	d.Finish()
	last := d.Referee.Result().Ballots[len(d.Referee.Result().Ballots)-1]
	if u := d.ruling(); !last.Drawn || u.By != "Finn" || u.Players[0] != last.Chosen || u.Passed != (last.Chosen == "Ann") || slices.Contains([]string{"Eva", "Finn"}, last.Chosen) {
		t.Errorf("%+v: %+v", last, u)
	}
}

func TestAvalonEndsWithoutASide(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		leave, winners []string
	}{
		"EvilLeaves":    {[]string{"Eva", "Finn"}, []string{"Ann", "Bob", "Cleo", "Dan"}},
		"GoodLeaves":    {[]string{"Ann", "Bob", "Cleo", "Dan"}, []string{"Eva", "Finn"}},
		"TooFewAreLeft": {[]string{"Ann", "Bob", "Cleo", "Eva"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newAvalon(t, "")
			d.send([]string{"Ann", "Bob"}) // the second quest needs three players
			for _, seat := range x.leave {
				d.Leave(seat)
			}
			if r := d.Referee.Result(); !r.Over || !slices.Equal(r.Winners, x.winners) {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestAvalonDrawsForPlayersWhoLeaveAfterTheyAreNamed(t *testing.T) {
	t.Parallel()
	d := newAvalon(t, "")
	d.Append(&session.VoteReceived{VoteID: "team-1-1", Seat: "Dan", Answer: session.Answer{Options: []string{"Ann", "Bob"}}}, false)
	d.Append(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "Ann"}}}, false)
	d.Turn()
	if u := d.ruling(); len(u.Players) != 2 || u.Players[0] != "Bob" || slices.Contains(u.Players, "Ann") {
		t.Errorf("%+v", u)
	}
}

func TestAvalonTakesOnlyItsOwnRulings(t *testing.T) {
	t.Parallel()
	d := newAvalon(t, "")
	d.Say(&session.ObservationReceived{Observation: session.Observation{ID: "mine", Kind: session.RulingMade, Ruling: &session.Ruling{Step: session.StepTeam, By: "Dan", Players: []string{"Ann", "Bob"}}}})
	if d.Asked().ID != "team-1-1" || d.Due != 60*1000 {
		t.Errorf("it waits for %s until %d", d.Asked().ID, d.Due)
	}
}
