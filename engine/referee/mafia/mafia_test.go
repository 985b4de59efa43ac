package mafia_test

import (
	"maps"
	"slices"
	"strings"
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

const seven = "Ann Bob Cleo Dan Eva Finn Gus"

// twoOfSeven makes Ann and Bob mafiosi.
const twoOfSeven = "Ann:mafia Bob:mafia Cleo:bystander Dan:bystander Eva:bystander Finn:bystander Gus:bystander"

func newMafia(t *testing.T) game {
	return game{refereetest.New(t, "mafia", referee.Start{Players: refereetest.Players(seven), Roles: refereetest.Roles(twoOfSeven), Seed: 1})}
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

func TestMafiaDrawsByTheSeed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		votes func(game)
		among string
	}{
		"ATie":             {func(d game) { d.Choose("Ann", "Cleo"); d.Choose("Cleo", "Bob") }, "Bob Cleo"},
		"AllIfNobodyVotes": {func(game) {}, seven},
		"NobodyWhoHasLeft": {func(d game) { d.Leave("Gus") }, "Ann Bob Cleo Dan Eva Finn"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if chosen := strings.Join(slices.Sorted(maps.Keys(drawnFirst(t, 100, c.votes))), " "); chosen != c.among {
				t.Errorf("the draws chose %s, want %s", chosen, c.among)
			}
		})
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

func TestMafiaCountsTheLastAnswerOfAPerson(t *testing.T) {
	t.Parallel()
	d := newMafia(t)
	d.Pass(180 * 1000)
	d.Choose("Ann", "Gus")
	d.Choose("Bob", "Gus")
	for _, again := range []string{"Eva", "Ann"} { // nobody may name oneself: that changes nothing
		d.Say(&session.VoteReplaced{VoteReceived: session.VoteReceived{VoteID: "day-1", Seat: "Ann", Answer: session.Answer{Option: again}}})
	}
	d.Pass(60 * 1000)
	if b := d.Referee.Result().Ballots[0]; b.Answers["Ann"].Option != "Eva" || b.Answers["Bob"].Option != "Gus" {
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
