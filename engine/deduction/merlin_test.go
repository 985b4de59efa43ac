package deduction

import (
	"math"
	"testing"

	"ringer/engine/session"
)

// TestMerlin: who proposes teams without evil players and talks much looks like Merlin to those who
// know the sides. Nobody else is asked.
func TestMerlin(t *testing.T) {
	t.Parallel()
	known := map[string][]string{"f": {"assassin"}}
	game := func(words map[string]int, rulings ...session.Ruling) map[string]float64 {
		p := setup(t, Setup{Me: "e", Role: "morgana", Known: known, Words: words})
		observe(t, p, rulings...)
		return p.Merlin()
	}
	clean, dirty := voted("a", nil, "a", "b"), voted("b", nil, "b", "f")
	for name, x := range map[string]struct{ more, less float64 }{
		"ACleanTeam":        {game(nil, clean...)["a"], 0.3},
		"ATeamWithEvil":     {0.2, game(nil, dirty...)["b"]},
		"MuchTalk":          {game(map[string]int{"a": 200, "b": 20, "c": 20, "d": 20})["a"], 0.4},
		"FewWordsSayLittle": {0.27, game(map[string]int{"a": 2})["a"]},
		"NobodyKnown":       {0.251, game(nil)["c"]},
		"EvilOnesAreNot":    {0.001, game(nil, clean...)["f"]},
	} {
		if !(x.more > x.less) {
			t.Errorf("%s: %.3f is not more than %.3f", name, x.more, x.less)
		}
	}
	sum := 0.0
	for _, p := range game(nil, append(clean, dirty...)...) {
		sum += p
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the chances add up to %.3f", sum)
	}
	plain := setup(t, Setup{Seats: six, RoleList: []string{"servant", "servant", "servant", "servant", "minion", "minion"}})
	if m := plain.Merlin(); m != nil {
		t.Errorf("in a game without Merlin: %v", m)
	}
}

// TestFitFindsMerlin: in games in which Merlin alone proposes clean teams, the fit sees it.
func TestFitFindsMerlin(t *testing.T) {
	t.Parallel()
	g := Game{Seats: six, Roles: map[string]string{}, Words: map[string]int{"a": 100, "b": 50, "c": 50, "d": 50}, Rulings: append(voted("a", nil, "a", "b"), voted("b", nil, "b", "f")...)}
	for i, seat := range six {
		g.Roles[seat] = sixRoles[i]
	}
	w, err := Fit([]Game{g, g, g})
	if err != nil || w.Merlin["teams"] < 0.5 || w.Merlin["words"] < 0.1 {
		t.Errorf("%v, %v", w, err)
	}
}
