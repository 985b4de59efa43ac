package mafia_test

import (
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

const seven = "Ann Bob Cleo Dan Eva Finn Gus"

// twoOfSeven makes Ann and Bob mafiosi.
const twoOfSeven = "Ann:mafia Bob:mafia Cleo:bystander Dan:bystander Eva:bystander Finn:bystander Gus:bystander"

func newMafia(t *testing.T) game {
	return game{refereetest.New(t, "mafia", referee.Start{Players: refereetest.Players(seven), Roles: refereetest.Roles(twoOfSeven), Seed: 1})}
}

// allChoose lets all who are asked vote for one player, and that player for another.
func (d game) allChoose(victim, other string) {
	d.T.Helper()
	for _, seat := range d.Asked().Seats {
		if option := victim; seat == victim {
			d.Choose(seat, other)
		} else {
			d.Choose(seat, option)
		}
	}
}

// dayAndNight puts one player out by day and one at night.
func (d game) dayAndNight(byDay, atNight string) {
	d.T.Helper()
	d.Pass(180 * 1000)
	d.allChoose(byDay, atNight)
	if strings.HasPrefix(d.Asked().ID, "day") { // else a mafioso is alone, and votes at once
		d.Pass(60 * 1000)
	}
	d.allChoose(atNight, "")
}

func TestMafiaAsksAllLivingAtTheEndOfTheDay(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180*1000 - 1)
	for _, e := range d.Log {
		if _, ok := e.Data.(*session.VoteRequested); ok {
			t.Fatal("the vote comes before the end of the day")
		}
	}
	d.Pass(1)
	q := d.Asked()
	if q.ID != "day-1" || q.Kind != session.ChooseOne || q.About != session.Suspicion || q.Within != 45000 || len(q.Seats) != 7 || len(q.Options) != 7 || q.AllowSelf {
		t.Errorf("the vote is %+v", q)
	}
}

func TestMafiaPutsOutWhoHasMostVotesAndRevealsTheRole(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	for seat, option := range map[string]string{"Ann": "Cleo", "Bob": "Cleo", "Dan": "Cleo", "Eva": "Ann", "Finn": "Ann", "Gus": "Bob", "Cleo": "Bob"} {
		d.Choose(seat, option)
	}
	b := d.Referee.Result().Ballots[0]
	if b.Chosen != "Cleo" || b.Drawn || b.Tally["Cleo"] != 3 || b.Tally["Ann"] != 2 || b.Phase != "day" {
		t.Errorf("the ballot is %+v", b)
	}
	for _, want := range []string{"Ann named Cleo.", "Cleo was voted out. Cleo was a bystander.", "Night 1."} {
		if !strings.Contains(d.Texts(), want) {
			t.Errorf("nobody says %q:\n%s", want, d.Texts())
		}
	}
}

func TestMafiaVoteClosesAtItsDeadlineAndSilenceIsAnAbstention(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.Choose("Eva", "Bob")
	d.Pass(45*1000 - 1)
	if n := len(d.Referee.Result().Ballots); n != 0 {
		t.Fatal("the vote closes before its deadline")
	}
	d.Pass(1)
	b := d.Referee.Result().Ballots[0]
	if b.Chosen != "Bob" || b.Drawn || len(b.Silent) != 6 {
		t.Errorf("the ballot is %+v", b)
	}
}

// drawnFirst returns who goes on the first day of games with different seeds. Each vote is a draw.
// votes lets players answer.
func drawnFirst(t *testing.T, seeds int64, votes func(game)) map[string]bool {
	t.Helper()
	chosen := map[string]bool{}
	for seed := range seeds {
		d := game{refereetest.New(t, "mafia", referee.Start{Players: refereetest.Players(seven), Roles: refereetest.Roles(twoOfSeven), Seed: seed})}
		d.Pass(180 * 1000)
		votes(d)
		d.Pass(45 * 1000)
		b := d.Referee.Result().Ballots[0]
		chosen[b.Chosen] = true
		if !b.Drawn || !strings.Contains(d.Texts(), "so a draw decides.") {
			t.Errorf("seed %d: %+v", seed, b)
		}
	}
	return chosen
}

func TestMafiaDrawsATieByTheSeed(t *testing.T) {
	t.Parallel()
	chosen := drawnFirst(t, 40, func(d game) {
		d.Choose("Ann", "Cleo")
		d.Choose("Cleo", "Bob")
	})
	if len(chosen) != 2 || !chosen["Bob"] || !chosen["Cleo"] {
		t.Errorf("the draws chose %v", chosen)
	}
}

func TestMafiaDrawsAmongAllIfNobodyVotes(t *testing.T) {
	t.Parallel()
	if chosen := drawnFirst(t, 100, func(game) {}); len(chosen) != 7 {
		t.Errorf("the draws chose %v", chosen)
	}
}

func TestMafiaAloneVotesAtNightInItsChannel(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.allChoose("Cleo", "Dan")
	d.Pass(60 * 1000)
	q := d.Asked()
	var options []string
	for _, o := range q.Options {
		options = append(options, o.ID)
	}
	if q.ID != "night-1" || !slices.Equal(q.Seats, []string{"Ann", "Bob"}) || !slices.Equal(options, []string{"Dan", "Eva", "Finn", "Gus"}) {
		t.Errorf("the vote is %+v", q)
	}
	d.Choose("Dan", "Ann") // nobody has asked Dan
	d.Choose("Ann", "Dan")
	d.Choose("Bob", "Dan")
	for _, e := range d.Log {
		if m, ok := e.Data.(*session.MessageReceived); ok && strings.Contains(m.Text, "Ann named Dan") && m.Channel != "night" {
			t.Errorf("everybody reads %q", m.Text)
		}
	}
	if !strings.Contains(d.Texts(), "Dan was taken out in the night. Dan was a bystander.") || !strings.Contains(d.Texts(), "Day 2.") {
		t.Errorf("the lines are:\n%s", d.Texts())
	}
}

func TestMafiosoWhoIsAloneVotesAtOnce(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.allChoose("Bob", "Cleo")
	if q := d.Asked(); q.ID != "night-1" || !slices.Equal(q.Seats, []string{"Ann"}) {
		t.Errorf("the vote is %+v", q)
	}
}

func TestMafiaWinsWithAsManyMafiosiAsBystanders(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.dayAndNight("Cleo", "Dan")
	d.Pass(180 * 1000)
	d.allChoose("Eva", "Finn")
	r := d.Referee.Result()
	if !r.Over || !slices.Equal(r.Winners, []string{"Ann", "Bob"}) || !strings.Contains(r.Outcome, "The mafia has won.") || r.Reveal["Gus"] != "bystander" {
		t.Errorf("the result is %+v", r)
	}
	end, ok := d.Log[len(d.Log)-1].Data.(*session.GameEnded)
	if !ok || end.Reason != session.EndedByRules || end.Reveal["Ann"] != "mafia" {
		t.Errorf("the last event is %+v", d.Log[len(d.Log)-1].Data)
	}
}

func TestBystandersWinWhenNoMafiosoIsLeft(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.dayAndNight("Ann", "Cleo")
	d.Pass(180 * 1000)
	d.allChoose("Bob", "Dan")
	if r := d.Referee.Result(); !r.Over || len(r.Winners) != 5 || slices.Contains(r.Winners, "Ann") || !slices.Contains(r.Winners, "Cleo") {
		t.Errorf("the result is %+v", r)
	}
}

func TestMafiaIgnoresVotesOfTheDeadAndSecondVotes(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.dayAndNight("Cleo", "Dan")
	d.Pass(180 * 1000)
	d.Choose("Cleo", "Ann")  // is out
	d.Choose("Eva", "Eva")   // not oneself
	d.Choose("Eva", "Dan")   // is out
	d.Choose("Eva", "Ann")   // counts
	d.Choose("Eva", "Gus")   // too late to think again
	d.Choose("Finn", "Nemo") // is not a player
	d.Pass(45 * 1000)
	b := d.Referee.Result().Ballots[2]
	if len(b.Answers) != 1 || b.Answers["Eva"].Option != "Ann" || b.Chosen != "Ann" {
		t.Errorf("the ballot is %+v", b)
	}
}

func TestMafiaIgnoresAnswersAfterTheDeadline(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.Choose("Ann", "Gus")
	late := session.Event{Data: &session.VoteReceived{VoteID: "day-1", Seat: "Bob", Answer: session.Answer{Option: "Eva"}}}
	d.Referee.Apply(late, d.Now+45*1000+1) // the host has been down for a while
	d.Pass(60 * 1000)
	if b := d.Referee.Result().Ballots[0]; len(b.Answers) != 1 || b.Chosen != "Gus" {
		t.Errorf("the ballot is %+v", b)
	}
}

func TestMafiaEndsWhenThePlatformEndsIt(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Say(&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByPlatform, Outcome: "Power cut."}})
	r := d.Referee.Result()
	if !r.Over || r.Outcome != "Power cut." || len(r.Winners) != 0 || d.Due != 0 {
		t.Errorf("the result is %+v, due at %d", r, d.Due)
	}
}

func TestMafiaRunsAtTheSpeedOfTheTable(t *testing.T) {
	t.Parallel()
	for speed, within := range map[float64]int64{1: 45000, 20: 2250, 0.01: 4500000, 1000: session.MinWithin} {
		d := game{refereetest.New(t, "mafia", referee.Start{Players: refereetest.Players(seven), Roles: refereetest.Roles(twoOfSeven), Speed: speed})}
		d.Pass(180 * 1000)
		if q := d.Asked(); q.Within != within {
			t.Errorf("at speed %g a vote takes %d ms, want %d", speed, q.Within, within)
		}
		want := max(45*1000, session.Millis(session.MinWithin*speed))
		if d.Due != d.Now+want {
			t.Errorf("at speed %g a vote closes after %d ms of game time, want %d", speed, d.Due-d.Now, want)
		}
	}
}
