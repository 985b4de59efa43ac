package replay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

// TestGuessCues: the bot is asked for all roles at the end of each quest. The assassin is also
// asked for Merlin after the last one, and may not name its partner. What comes next is held back.
func TestGuessCues(t *testing.T) {
	t.Parallel()
	avalon, plain := questGames(t)
	for name, x := range map[string]struct {
		game   *Game
		seat   string
		labels string
		votes  string
	}{
		"Assassin": {avalon, "Ben", "assassin merlin morgana percival servant", "guess-1 guess-2 guess-3 guess-4 assassination(Ann Cleo Dan Finn)"},
		"Servant":  {avalon, "Cleo", "assassin merlin morgana percival servant", "guess-1 guess-2 guess-3 guess-4"},
		"Minion":   {plain, "Lou", "minion servant", "guess-1 guess-2 guess-3 guess-4"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seat, _ := x.game.seatFor(x.seat)
			var votes []string
			cues := x.game.cues(seat, 1)
			for i, c := range cues {
				if c.ask == nil {
					continue
				}
				if cues[i+1].await != c.ask.ID || c.at != cues[i+1].at {
					t.Errorf("after %s comes %s", c.ask.ID, cues[i+1].show())
				}
				vote := c.ask.ID
				if c.ask.Kind == session.LabelEach {
					var labels []string
					for _, l := range c.ask.Labels {
						labels = append(labels, l.ID)
					}
					if got := strings.Join(labels, " "); got != x.labels {
						t.Errorf("the labels are %s", got)
					}
				} else {
					var options []string
					for _, o := range c.ask.Options {
						options = append(options, o.ID)
					}
					vote += "(" + strings.Join(options, " ") + ")"
				}
				votes = append(votes, vote)
			}
			if got := strings.Join(votes, " "); got != x.votes {
				t.Errorf("the votes are %s", got)
			}
		})
	}
}

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
		if p.Role == assassin {
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

// TestGuessSeats: with several games each seat of a quest game is played.
func TestGuessSeats(t *testing.T) {
	t.Parallel()
	avalon, plain := questGames(t)
	for name, x := range map[string]struct {
		settings Settings
		game     *Game
		want     string
	}{
		"AllGames": {Settings{All: true}, avalon, "Ann Ben Cleo Dan Eve Finn"},
		"Named":    {Settings{All: true, As: "Dan"}, avalon, "Dan"},
		"OneGame":  {Settings{}, plain, "Lou"},
	} {
		var seats []string
		for _, p := range x.game.seats(&x.settings) {
			seats = append(seats, p.Name)
		}
		if got := strings.Join(seats, " "); got != x.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestDeducedAlone: a quest of two that failed, and later worked without one of them, leaves the
// other.
func TestDeducedAlone(t *testing.T) {
	t.Parallel()
	_, plain := questGames(t)
	seat, _ := plain.seatFor("Kim")
	rounds := plain.deduced(seat)
	if len(rounds) != 4 || rounds[0]["Lou"] != "minion" {
		t.Fatalf("%+v", rounds)
	}
	last := rounds[3]
	if want := map[string]string{"Lou": "minion", "Noa": "minion", "Max": "servant", "Oz": "servant"}; !slices.Equal(pairs(last), pairs(want)) {
		t.Errorf("%v", last)
	}
}

// pairs returns a map as sorted texts.
func pairs(m map[string]string) (all []string) {
	for k, v := range m {
		all = append(all, k+" "+v)
	}
	slices.Sort(all)
	return all
}

// TestUnknownFails: the bot is not told how many votes a quest failed by, since nobody recorded it.
func TestUnknownFails(t *testing.T) {
	t.Parallel()
	avalon, _ := questGames(t)
	lines, _ := avalon.script(avalon.Players[0])
	failed := 0
	for _, l := range lines {
		if u := l.ruling; u != nil && u.Step == session.StepQuest && !u.Passed {
			failed++
			if u.Fails != 0 {
				t.Errorf("%+v", *u)
			}
		}
	}
	if failed != 1 {
		t.Errorf("%d failed quests", failed)
	}
}
