package arena

import "ringer/cmd/internal/stats"

// Test compares two variants on a side.
type Test struct {
	Side   string `json:"side"`
	First  string `json:"first"`
	Second string `json:"second"`
	// Name is the name of the test.
	Name string `json:"test"`
	// Won is what the test counts as won for the two variants, and Of is of how many.
	Won [2]int `json:"won"`
	Of  [2]int `json:"of"`
	// P is the two-sided p-value.
	P float64 `json:"p"`
}

// The tests.
const (
	barnard = "Barnard"
	sign    = "sign"
)

// compare tests whether two variants do differently on a side.
//
// If the side wins and loses as one, a game counts for the variant that has more seats on the side
// than the other one. So each game counts at most once, and Barnard's test compares the two shares
// of games that were won. Otherwise the sign test compares the two within each game: the variant
// with the greater share of winners does better.
func compare(games []*Game, side, first, second string, asOne bool) Test {
	t := Test{Side: side, First: first, Second: second, Name: barnard}
	if !asOne {
		t.Name = sign
	}
	for _, g := range games {
		won1, of1 := g.won(side, first)
		won2, of2 := g.won(side, second)
		switch {
		case asOne && of1 > of2:
			t.count(0, won1 > 0)
		case asOne && of2 > of1:
			t.count(1, won2 > 0)
		case !asOne && of1 > 0 && of2 > 0 && won1*of2 != won2*of1:
			t.count(0, won1*of2 > won2*of1)
			t.count(1, won1*of2 < won2*of1)
		}
	}
	if asOne {
		t.P = stats.Barnard(t.Won[0], t.Of[0], t.Won[1], t.Of[1])
	} else {
		t.P = stats.Binomial(t.Won[0], t.Of[0], 0.5)
	}
	return t
}

func (t *Test) count(i int, won bool) {
	if t.Of[i]++; won {
		t.Won[i]++
	}
}
