package contest

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// strengths are log-odds that the seats of a player add as a deceiver, and as a detector.
var strengths = map[string][2]float64{"sly": {1.2, -0.6}, "keen": {-0.6, 1.2}, "plain": {-0.6, -0.6}}

// drawnGames draws games of mafia by the strengths: each deal with every pair of players as sides.
func drawnGames(deals int) (games []*Rated) {
	rng := rand.New(rand.NewPCG(3, 3))
	for deal := range deals {
		for _, hider := range slices.Sorted(maps.Keys(strengths)) {
			for _, seeker := range slices.Sorted(maps.Keys(strengths)) {
				a, b := strengths[hider], strengths[seeker]
				won := rng.Float64() < 1/(1+math.Exp(-(0.5+a[0]-b[1])))
				g := &Rated{Rules: "mafia", Deal: fmt.Sprint(deal)}
				for range 2 {
					g.Seats = append(g.Seats, RatedSeat{Player{hider, "m"}, "mafia", won})
				}
				for range 5 {
					g.Seats = append(g.Seats, RatedSeat{Player{seeker, "m"}, "bystander", !won})
				}
				games = append(games, g)
			}
		}
	}
	return games
}

// TestRatings: the ratings of drawn games are those by which they were drawn, whatever advantage a
// side has by the rules, and the intervals hold them.
func TestRatings(t *testing.T) {
	t.Parallel()
	games := drawnGames(120)
	all := Ratings(games)
	for _, r := range all {
		want := 1500.0
		switch r.Measure {
		case overall: // one strength for both sides fits no game well
			want = r.Rating
		case deceiving, "mafia: mafia":
			want += elo * strengths[r.Variant][0]
		case detecting, "mafia: bystander":
			want += elo * strengths[r.Variant][1]
		}
		if r.Low > want || r.High < want || r.High-r.Low > 150 || r.Low > r.Rating || r.High < r.Rating {
			t.Errorf("%s, %s: %.0f (%.0f–%.0f), want %.0f", r.Measure, r.Variant, r.Rating, r.Low, r.High, want)
		}
	}
	if len(all) != 15 || all[0].Measure != overall || all[3].Measure != deceiving || all[3].Variant != "sly" || all[3].Games != 360 {
		t.Errorf("%d ratings: %+v", len(all), all)
	}
}

// TestNarrowRatings: an interval from few deals says so, however many games each deal had. Games
// that nobody has won do not count.
func TestNarrowRatings(t *testing.T) {
	t.Parallel()
	for deals, want := range map[int]bool{leastDeals - 1: true, leastDeals: false} {
		games := drawnGames(deals)
		for i := range leastDeals {
			seats := slices.Clone(games[i].Seats)
			for k := range seats {
				seats[k].Won = false
			}
			games = append(games, &Rated{Rules: "mafia", Deal: fmt.Sprint("lost ", i), Seats: seats})
		}
		for _, r := range Ratings(games) {
			if most := 5 * deals; r.Narrow != want || r.Games > most {
				t.Errorf("%d deals, at most %d games: %+v", deals, most, r)
			}
		}
	}
}

// TestRatingsOfFew: nothing is rated without games, a game without winners says nothing, and who
// wins every game has a finite rating.
func TestRatingsOfFew(t *testing.T) {
	t.Parallel()
	if all := Ratings(nil); len(all) != 0 {
		t.Errorf("without games: %v", all)
	}
	seat := func(name, role string, won bool) RatedSeat { return RatedSeat{Player{Variant: name}, role, won} }
	drawn := &Rated{Rules: "turing", Deal: "1", Seats: []RatedSeat{seat("a", "machine", false), seat("b", "person", false)}}
	if all := Ratings([]*Rated{drawn}); len(all) != 0 {
		t.Errorf("without winners: %v", all)
	}
	won := &Rated{Rules: "turing", Deal: "1", Seats: []RatedSeat{seat("a", "machine", true), seat("b", "person", false), seat("b", "person", false)}}
	for _, r := range Ratings([]*Rated{won, won, won}) {
		if math.Abs(r.Rating-1500) > 800 || r.Games != 3 || r.Variant == "a" != (r.Won == 1) {
			t.Errorf("%+v", r)
		}
	}
	quests := &Rated{Rules: "avalon", Deal: "1", Seats: []RatedSeat{seat("a", "morgana", true), seat("b", "merlin", false)}}
	for _, r := range Ratings([]*Rated{quests}) {
		if r.Measure == deceiving && r.Variant != "a" || r.Measure == detecting && r.Variant != "b" {
			t.Errorf("avalon: %+v", r)
		}
	}
	show := &Rated{Rules: "gameshow", Deal: "1", Seats: []RatedSeat{seat("a", "ai", true), seat("a", "ai", false), seat("b", "ai", false), seat("b", "human", false)}}
	if all := Ratings([]*Rated{show}); len(all) != 8 || all[0].Variant != "a" || all[0].Rating <= all[1].Rating {
		t.Errorf("each for itself: %+v", all)
	}
}

// TestReadRated reads a file of the arena. A model in the text of a variant is the player's model.
func TestReadRated(t *testing.T) {
	t.Parallel()
	const game = `{"game":1,"seed":7,"seats":[{"seat":"A","variant":"tom:model=big:age=3","role":"mafia","won":true},{"seat":"B","variant":"scheduler","role":"bystander"}]}`
	games, err := ReadRated(strings.NewReader(head + "\n" + game + "\n"))
	want := []*Rated{{Rules: "mafia", Deal: "7", Seats: []RatedSeat{{Player{"tom:age=3", "big"}, "mafia", true}, {Player{"scheduler", "offline"}, "bystander", false}}}}
	if err != nil || !reflect.DeepEqual(games, want) {
		t.Errorf("got %+v and %v", games, err)
	}
	for name, c := range map[string][2]string{
		"nothing": {"", "has no games"}, "no games": {head, "has no games"}, "another file": {`{"a":1}`, "line 1: does not begin a file of the arena"}, "a cut file": {head + "\n{", "line 2: is not JSON"},
	} {
		if _, err := ReadRated(strings.NewReader(c[0])); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want %q", name, err, c[1])
		}
	}
}
