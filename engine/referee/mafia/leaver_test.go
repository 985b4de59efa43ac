package mafia_test

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

func TestMafiosoWhoseLastPartnerLeavesVotesAtOnce(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.allChoose("Cleo", "Dan")
	d.Pass(10 * 1000)
	d.Leave("Bob")
	if q := d.Asked(); q.ID != "night-1" || !slices.Equal(q.Seats, []string{"Ann"}) {
		t.Errorf("the vote is %+v", q)
	}
}

func TestMafiaCountsAPlayerWhoLeavesAsOut(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Leave("Cleo")
	d.Leave("Cleo")
	if n := strings.Count(d.Texts(), "Cleo is not in the game any more. Cleo was a bystander."); n != 1 {
		t.Errorf("the game master says %d times that Cleo has left:\n%s", n, d.Texts())
	}
	d.Leave("Dan")
	if d.Referee.Result().Over {
		t.Error("the game is over too early")
	}
	d.Leave("Eva")
	if r := d.Referee.Result(); !r.Over || !slices.Equal(r.Winners, []string{"Ann", "Bob"}) {
		t.Errorf("the result is %+v", r)
	}
}

func TestMafiaDoesNotWaitForAVoterWhoLeaves(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	for _, seat := range []string{"Ann", "Bob", "Dan", "Eva", "Finn"} {
		d.Choose(seat, "Gus")
	}
	d.Choose("Gus", "Ann")
	d.Leave("Cleo")
	if r := d.Referee.Result(); len(r.Ballots) != 1 || r.Ballots[0].Chosen != "Gus" {
		t.Errorf("the ballots are %+v", r.Ballots)
	}
}

func TestMafiaDoesNotCountVotesForAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.Choose("Ann", "Gus")
	d.Choose("Bob", "Gus")
	d.Choose("Dan", "Eva")
	d.Leave("Gus")
	d.Pass(45 * 1000)
	if b := d.Referee.Result().Ballots[0]; b.Chosen != "Eva" || b.Tally["Gus"] != 0 {
		t.Errorf("the ballot is %+v", b)
	}
}

func TestMafiaLetsNobodyComeBack(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Leave("Cleo")
	for _, name := range []string{"Cleo", "Nemo"} {
		d.Say(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: name, Name: name}}})
		out, ok := d.Log[len(d.Log)-1].Data.(*session.ObservationReceived)
		if !ok || out.Kind != session.PlayerOut || out.Player.ID != name {
			t.Errorf("after %s has joined comes %+v", name, out)
		}
	}
	d.Pass(180 * 1000)
	if q := d.Asked(); len(q.Seats) != 6 || slices.Contains(q.Seats, "Cleo") {
		t.Errorf("asked are %v", q.Seats)
	}
}

func TestMafiaDoesNotCountAVoteOfAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.Leave("Gus")
	d.Choose("Gus", "Eva")
	d.Choose("Ann", "Dan")
	d.Pass(45 * 1000)
	if b := d.Referee.Result().Ballots[0]; len(b.Answers) != 1 || b.Chosen != "Dan" {
		t.Errorf("the ballot is %+v", b)
	}
}

func TestMafiaDrawsNobodyWhoHasLeft(t *testing.T) {
	t.Parallel()
	if chosen := drawnFirst(t, 100, func(d game) { d.Leave("Gus") }); len(chosen) != 6 || chosen["Gus"] {
		t.Errorf("the draws chose %v", chosen)
	}
}
