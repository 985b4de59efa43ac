package replay

import (
	"fmt"
	"ringer/engine/recording"
	"ringer/engine/sessiontest"
	"slices"
	"testing"
)

// TestGuessHits: a word that names none of the roles tells only a side. A missing guess is wrong.
func TestGuessHits(t *testing.T) {
	t.Parallel()
	roles := map[string]bool{"merlin": true, "servant": true, "assassin": true, "morgana": true}
	for _, x := range []struct{ guess, truth, want string }{
		{"merlin", "merlin", "role 1 of 1, side 1 of 1"},
		{"servant", "merlin", "role 0 of 1, side 1 of 1"},
		{"morgana", "merlin", "role 0 of 1, side 0 of 1"},
		{"minion", "morgana", "role 0 of 0, side 1 of 1"},
		{"good", "morgana", "role 0 of 0, side 0 of 1"},
		{"", "servant", "role 0 of 1, side 0 of 1"},
	} {
		var n hits
		n.add(roles, x.guess, x.truth)
		if got := fmt.Sprintf("role %d of %d, side %d of %d", n.Role, n.RolePairs, n.Side, n.Pairs); got != x.want {
			t.Errorf("%s for %s: %s, want %s", x.guess, x.truth, got, x.want)
		}
	}
}

// TestGuessScores compares a bot that takes everybody for a servant with what players wrote down.
func TestGuessScores(t *testing.T) {
	t.Parallel()
	avalon, _ := questGames(t)
	var results []Result
	for _, p := range avalon.Players {
		g := newGuesses(avalon, p, nil)
		for i := range g.Rounds {
			g.Rounds[i].Roles = map[string]string{}
			for other := range g.Rounds[i].Deduced {
				g.Rounds[i].Roles[other] = "servant"
			}
		}
		if p.Role == recording.Assassin {
			*g.MerlinRight = true
		}
		results = append(results, Result{Seat: p.Name, Guesses: g, recorded: avalon})
	}
	s := newGuessScores(results)
	for row, want := range map[guessRow]hits{
		{allSeats, "quest 1"}:     {30, 30, 10, 20}, // six seats guess five others
		{allSeats, everyQuest}:    {120, 120, 40, 80},
		{"servant", gameEnd}:      {10, 10, 2, 6},
		{evilSeats, gameEnd}:      {10, 10, 4, 8},
		{"percival", "quest 4"}:   {5, 5, 2, 3},
		{"merlin", "quest 2"}:     {5, 5, 2, 3},
		{"percival", "any other"}: {},
	} {
		if got := s.bot[row]; got == nil && want != (hits{}) || got != nil && *got != want {
			t.Errorf("%v: %+v, want %+v", row, got, want)
		}
	}
	// Cleo's word on herself and the undecided one do not count. Minion and evil tell no role.
	for name, x := range map[string]struct{ got, want hits }{
		"written down":                   {s.stated, hits{5, 3, 2, 5}},
		"the bot at the end of the same": {s.after, hits{5, 3, 1, 3}},
		"from the second quest on":       {s.later, hits{4, 2, 1, 4}},
		"the bot a quest earlier":        {s.before, hits{4, 2, 1, 2}},
	} {
		if x.got != x.want {
			t.Errorf("%s: %+v, want %+v", name, x.got, x.want)
		}
	}
	if want := (merlinScores{1, 1, 1, 1, 1, 1}); s.merlin != want {
		t.Errorf("Merlin: %+v", s.merlin)
	}
}

// TestDeducedAlone: a quest of two that failed, and later worked without one of them, leaves the
// other.
func TestDeducedAlone(t *testing.T) {
	t.Parallel()
	_, plain := questGames(t)
	seat, _ := plain.SeatFor("Kim")
	rounds := deduced(plain, seat)
	if len(rounds) != 4 || rounds[0]["Lou"] != "minion" {
		t.Fatalf("%+v", rounds)
	}
	last := rounds[3]
	if want := map[string]string{"Lou": "minion", "Noa": "minion", "Max": "servant", "Oz": "servant"}; !slices.Equal(pairs(last), pairs(want)) {
		t.Errorf("%v", last)
	}
}

func pairs(m map[string]string) (all []string) {
	for k, v := range m {
		all = append(all, k+" "+v)
	}
	slices.Sort(all)
	return all
}

// questGames returns the recorded quest games of the tests: Avalon, and The Resistance.
func questGames(t *testing.T) (avalon, plain *recording.Game) {
	t.Helper()
	games := sessiontest.Must(recording.Load("../../../engine/recording/testdata/quests.jsonl"))(t)
	return &games[0], &games[1]
}
