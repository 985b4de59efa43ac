package referee_test

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

func TestMafiosoWhoseLastPartnerLeavesVotesAtOnce(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.pass(180 * 1000)
	d.allChoose("Cleo", "Dan")
	d.pass(10 * 1000)
	d.leave("Bob")
	if q := d.asked(); q.ID != "night-1" || !slices.Equal(q.Seats, []string{"Ann"}) {
		t.Errorf("the vote is %+v", q)
	}
}

func TestMafiaCountsAPlayerWhoLeavesAsOut(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.leave("Cleo")
	d.leave("Cleo")
	if n := strings.Count(d.texts(), "Cleo is not in the game any more. Cleo was a bystander."); n != 1 {
		t.Errorf("the game master says %d times that Cleo has left:\n%s", n, d.texts())
	}
	d.leave("Dan")
	if d.ref.Result().Over {
		t.Error("the game is over too early")
	}
	d.leave("Eva")
	if r := d.ref.Result(); !r.Over || !slices.Equal(r.Winners, []string{"Ann", "Bob"}) {
		t.Errorf("the result is %+v", r)
	}
}

func TestMafiaDoesNotWaitForAVoterWhoLeaves(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.pass(180 * 1000)
	for _, seat := range []string{"Ann", "Bob", "Dan", "Eva", "Finn"} {
		d.choose(seat, "Gus")
	}
	d.choose("Gus", "Ann")
	d.leave("Cleo")
	if r := d.ref.Result(); len(r.Ballots) != 1 || r.Ballots[0].Chosen != "Gus" {
		t.Errorf("the ballots are %+v", r.Ballots)
	}
}

func TestMafiaDoesNotCountVotesForAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.pass(180 * 1000)
	d.choose("Ann", "Gus")
	d.choose("Bob", "Gus")
	d.choose("Dan", "Eva")
	d.leave("Gus")
	d.pass(45 * 1000)
	if b := d.ref.Result().Ballots[0]; b.Chosen != "Eva" || b.Tally["Gus"] != 0 {
		t.Errorf("the ballot is %+v", b)
	}
}

func TestMafiaLetsNobodyComeBack(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.leave("Cleo")
	for _, name := range []string{"Cleo", "Nemo"} {
		d.say(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: name, Name: name}}})
		out, ok := d.log[len(d.log)-1].data.(*session.ObservationReceived)
		if !ok || out.Kind != session.PlayerOut || out.Player.ID != name {
			t.Errorf("after %s has joined comes %+v", name, out)
		}
	}
	d.pass(180 * 1000)
	if q := d.asked(); len(q.Seats) != 6 || slices.Contains(q.Seats, "Cleo") {
		t.Errorf("asked are %v", q.Seats)
	}
}

func TestMafiaDoesNotCountAVoteOfAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.pass(180 * 1000)
	d.leave("Gus")
	d.choose("Gus", "Eva")
	d.choose("Ann", "Dan")
	d.pass(45 * 1000)
	if b := d.ref.Result().Ballots[0]; len(b.Answers) != 1 || b.Chosen != "Dan" {
		t.Errorf("the ballot is %+v", b)
	}
}

func TestMafiaDrawsNobodyWhoHasLeft(t *testing.T) {
	t.Parallel()
	if chosen := drawnFirst(t, 100, func(d *driver) { d.leave("Gus") }); len(chosen) != 6 || chosen["Gus"] {
		t.Errorf("the draws chose %v", chosen)
	}
}
