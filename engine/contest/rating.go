package contest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// Rating is how well a player does on the scale of Elo: 400 points more are odds of ten to one. The
// mean of all players is 1500.
type Rating struct {
	// Measure is overall, deceiving or detecting, or a side of some rules, such as mafia:
	// bystander.
	Measure string `json:"measure"`
	Player
	// Games counts the games in which the player had a seat of the measure, and Won is the share
	// of these seats that have won.
	Games int     `json:"games"`
	Won   float64 `json:"won"`
	// Rating is the rating, and Low and High are its 95 % interval.
	Rating float64 `json:"rating"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	// Narrow says that the interval is too narrow, since the games are of few deals.
	Narrow bool `json:"narrow,omitempty"`
}

// Player is what is rated: a strategy with its options, and the model that speaks for it.
type Player struct {
	Variant string `json:"variant"`
	Model   string `json:"model,omitempty"`
}

// Rated is a game as ratings read it.
type Rated struct {
	Rules string
	// Deal is the same in all games with the same chances.
	Deal  string
	Seats []RatedSeat
}

func (g *Rated) deal() string { return g.Rules + " " + g.Deal }

// RatedSeat is what became of a seat.
type RatedSeat struct {
	Player
	Role string
	Won  bool
}

// The measures that pool all rules.
const (
	overall   = "overall"
	deceiving = "deceiving" // seats whose side hides
	detecting = "detecting" // all others
)

// hides reports whether a role is of the side that hides.
func hides(rules, role string) bool {
	of := session.Config{Game: session.Setting{Rules: rules}}
	if side := of.RoleSide(role); side != "" {
		return side == session.Evil
	}
	r, ok := referee.Find(rules)
	return ok && slices.Contains(r.Hidden(), role)
}

const (
	elo       = 400 / math.Ln10 // points for each unit of log-odds
	meanElo   = 1500
	priorElo  = 400 // the standard deviation of ratings before any game: a few games decide little
	resamples = 200
	// leastDeals is how many deals an interval needs. A bootstrap misses a part of the spread of a
	// small sample: 95 % of a normal mean are 92 % with 20 deals, 89 % with 10, 83 % with 5.
	leastDeals = 20
)

// Ratings rates all players of games: over all, apart for deceiving and for detecting, and on each
// side of each kind of rules. The best of each measure is first.
func Ratings(games []*Rated) (all []Rating) {
	asOne := winAsOne(games)
	measures := []func(g *Rated, s *RatedSeat) string{
		func(*Rated, *RatedSeat) string { return overall },
		func(g *Rated, s *RatedSeat) string {
			if hides(g.Rules, s.Role) {
				return deceiving
			}
			return detecting
		},
		func(g *Rated, s *RatedSeat) string { return g.Rules + ": " + side(g.Rules, s.Role) },
	}
	for _, measure := range measures {
		f := &fit{asOne: asOne, measure: measure, numbers: map[term]int{}, known: map[string]int{}, played: map[string][]int{}}
		rated := f.rate(games)
		slices.SortFunc(rated, func(a, b Rating) int {
			return cmp.Or(strings.Compare(a.Measure, b.Measure), cmp.Compare(b.Rating, a.Rating), strings.Compare(a.Variant, b.Variant), strings.Compare(a.Model, b.Model))
		})
		all = append(all, rated...)
	}
	return all
}

// winAsOne returns the rules whose sides win and lose together in all games.
func winAsOne(games []*Rated) map[string]bool {
	asOne := map[string]bool{}
	for _, g := range games {
		won := map[bool]bool{}
		for i := range g.Seats {
			s := &g.Seats[i]
			hidden := hides(g.Rules, s.Role)
			before, known := won[hidden]
			if won[hidden] = s.Won; known && before != s.Won {
				asOne[g.Rules] = false
			}
		}
		if _, known := asOne[g.Rules]; !known {
			asOne[g.Rules] = true
		}
	}
	return asOne
}

// term is a coefficient: what a player adds to the log-odds by a measure, or the advantage of a
// side, which has no player.
type term struct {
	measure string
	Player
}

// fit is a Bradley–Terry model of games. The log-odds that a side wins are its advantage by the
// rules, and the difference of the means of both sides.
type fit struct {
	asOne   map[string]bool
	measure func(*Rated, *RatedSeat) string
	numbers map[term]int
	// trials are all different trials, and known has their places.
	trials []stats.Trial
	known  map[string]int
	// played holds the places of the trials of each deal. Games of one deal have the same chances,
	// so they are drawn together.
	played map[string][]int
}

func (f *fit) number(t term) int {
	n, known := f.numbers[t]
	if !known {
		n = len(f.numbers)
		f.numbers[t] = n
	}
	return n
}

func (f *fit) add(g *Rated, advantage string, won bool, factor func(i int) float64) {
	t := stats.Trial{Terms: map[int]float64{f.number(term{measure: g.Rules + " " + advantage}): 1}, Won: won}
	for i := range g.Seats {
		s := &g.Seats[i]
		t.Terms[f.number(term{f.measure(g, s), s.Player})] += factor(i)
	}
	key := fmt.Sprint(t)
	place, known := f.known[key]
	if !known {
		place = len(f.trials)
		f.known[key], f.trials = place, append(f.trials, t)
	}
	f.played[g.deal()] = append(f.played[g.deal()], place)
}

// play adds the trials of a game: one for sides that win as one, else one for each seat, against
// all others. It reports whether there are any: a game without winners says nothing of either side.
func (f *fit) play(g *Rated) bool {
	hidden, n := make([]bool, len(g.Seats)), map[bool]float64{}
	anybody, hiders := false, false
	for i := range g.Seats {
		s := &g.Seats[i]
		hidden[i] = hides(g.Rules, s.Role)
		n[hidden[i]]++
		anybody, hiders = anybody || s.Won, hiders || s.Won && hidden[i]
	}
	if !anybody || len(n) < 2 && f.asOne[g.Rules] {
		return false
	}
	if f.asOne[g.Rules] {
		f.add(g, deceiving, hiders, func(i int) float64 {
			if hidden[i] {
				return 1 / n[true]
			}
			return -1 / n[false]
		})
		return true
	}
	for i := range g.Seats {
		f.add(g, side(g.Rules, g.Seats[i].Role), g.Seats[i].Won, func(k int) float64 {
			if i == k {
				return 1
			}
			return -1 / float64(len(g.Seats)-1)
		})
	}
	return true
}

func (f *fit) rate(games []*Rated) (rated []Rating) {
	games = slices.DeleteFunc(slices.Clone(games), func(g *Rated) bool { return !f.play(g) })
	deals := slices.Sorted(maps.Keys(f.played))
	best, samples := f.points(deals), map[term][]float64{}
	rng := rand.New(rand.NewPCG(1, 1)) // the same games give the same intervals
	for range resamples {
		drawn := session.Each(deals, func(string) string { return deals[rng.IntN(len(deals))] })
		for t, points := range f.points(drawn) {
			samples[t] = append(samples[t], points)
		}
	}
	for t, points := range best {
		r := Rating{Measure: t.measure, Player: t.Player, Rating: points, Low: stats.Quantile(samples[t], 0.025), High: stats.Quantile(samples[t], 0.975)}
		f.count(&r, games)
		rated = append(rated, r)
	}
	return rated
}

// count counts the games of a rating.
func (f *fit) count(r *Rating, games []*Rated) {
	seats, won, deals := 0, 0, map[string]bool{}
	for _, g := range games {
		before := seats
		for i := range g.Seats {
			if s := &g.Seats[i]; s.Player == r.Player && f.measure(g, s) == r.Measure {
				if seats++; s.Won {
					won++
				}
			}
		}
		if seats > before {
			r.Games++
			deals[g.deal()] = true
		}
	}
	r.Narrow = len(deals) < leastDeals
	r.Won = float64(won) / float64(max(seats, 1))
}

// points returns the points of each player by each measure, in the games of some deals. The mean of
// a measure is 1500.
func (f *fit) points(deals []string) map[term]float64 {
	weights := make([]float64, len(f.trials))
	for _, deal := range deals {
		for _, place := range f.played[deal] {
			weights[place]++
		}
	}
	priors := make([]float64, len(f.numbers))
	for t, n := range f.numbers {
		if priors[n] = priorElo / elo; t.Player == (Player{}) {
			priors[n] = 10 // the rules may favour a side by much
		}
	}
	at := stats.Logistic(f.trials, weights, priors)
	points, sums, counts := map[term]float64{}, map[string]float64{}, map[string]float64{}
	for _, t := range slices.SortedFunc(maps.Keys(f.numbers), func(a, b term) int { return f.numbers[a] - f.numbers[b] }) {
		if t.Player != (Player{}) {
			points[t] = at[f.numbers[t]] * elo
			sums[t.measure] += points[t]
			counts[t.measure]++
		}
	}
	for t := range points {
		points[t] += meanElo - sums[t.measure]/counts[t.measure]
	}
	return points
}
