package deduction

import (
	"math"
	"reflect"
	"testing"

	"ringer/engine/session"
)

// In openEvil, evil players refuse each team without them, and Merlin each team with them.
func openEvil() Game {
	g := Game{Seats: six, Roles: map[string]string{}}
	for i, seat := range six {
		g.Roles[seat] = sixRoles[i]
	}
	for _, quest := range []struct {
		leader string
		no     []string
		team   []string
		passed bool
	}{
		{"a", []string{"e", "f"}, []string{"a", "b"}, true},
		{"b", []string{"e", "f"}, []string{"b", "c", "d"}, true},
		{"e", []string{"a"}, []string{"b", "c", "d", "e"}, false},
		{"c", []string{"e", "f"}, []string{"b", "c", "d"}, true},
	} {
		g.Rulings = append(g.Rulings, voted(quest.leader, quest.no, quest.team...)...)
		g.Rulings = append(g.Rulings, session.Ruling{Step: session.StepQuest, Players: quest.team, Passed: quest.passed})
	}
	return g
}

func TestFitLearnsHowRolesVote(t *testing.T) {
	t.Parallel()
	games := []Game{openEvil(), openEvil(), openEvil()}
	w, err := Fit(games)
	if err != nil {
		t.Fatal(err)
	}
	if w.Vote["merlin_dirty"] > -0.5 || w.Vote["evil_clean"] > -0.5 || w.Team["self"] < 0.5 || w.Fail["later"] < 0.5 {
		t.Errorf("weights %+v", w)
	}
	p := setup(t, Setup{Weights: w})
	observe(t, p, games[0].Rulings...)
	if best := p.Best(); best["a"] != "merlin" || Good(best["e"]) || Good(best["f"]) {
		t.Errorf("after the same game again the best assignment is %v", best)
	}
	if again, _ := Fit(games); !reflect.DeepEqual(w, again) {
		t.Errorf("a second fit gives other weights")
	}
}

// At the maximum, the likelihood and the prior have no slope.
func TestFitConverges(t *testing.T) {
	t.Parallel()
	l, err := learn([]Game{openEvil()}, &Weights{Slip: slip})
	if err != nil {
		t.Fatal(err)
	}
	weights := fit(l.votes, voteTerms)
	for i := range weights {
		slope := -weights[i] / (spread * spread)
		for _, x := range l.votes {
			mean, _ := x.moments(weights, i)
			slope += x.options[x.taken][i] - mean
		}
		if math.Abs(slope) > 1e-3 {
			t.Errorf("the weight %s still has the slope %g", voteNames[i], slope)
		}
	}
}

func TestFittedWeightsAreComplete(t *testing.T) {
	t.Parallel()
	w := Fitted()
	for _, part := range []struct {
		weights map[string]float64
		names   []string
	}{{w.Vote, voteNames[:]}, {w.Team, teamNames[:]}, {w.Fail, stageNames[:]}} {
		for _, name := range part.names {
			if part.weights[name] == 0 {
				t.Errorf("weights.json has no weight %s", name)
			}
		}
		if len(part.weights) != len(part.names) {
			t.Errorf("weights.json has %d weights for %d terms", len(part.weights), len(part.names))
		}
	}
}
