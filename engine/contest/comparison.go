package contest

import "ringer/engine/stats"

// Test compares two variants on a side.
type Test struct {
	Side   string `json:"side"`
	First  string `json:"first"`
	Second string `json:"second"`
	Name   string `json:"test"`
	// Won is what the test counts as won for the two variants, and Of is of how many.
	Won [2]int  `json:"won"`
	Of  [2]int  `json:"of"`
	P   float64 `json:"p"`
}

const (
	barnard = "Barnard"
	sign    = "sign"
)

// compare counts what tests whether two variants do differently on the side.
//
// If the side wins and loses as one, a game counts for the variant that has more seats on the side
// than the other one. So each game counts at most once, and Barnard's test compares the two shares
// of games that were won. Otherwise the sign test compares the two within each game: the variant
// with the greater share of winners does better.
func (t tallies) compare(side, first, second string, asOne bool) Test {
	test := Test{Side: side, First: first, Second: second, Name: barnard}
	if !asOne {
		test.Name = sign
	}
	for _, g := range t {
		a, b := g[first], g[second]
		switch {
		case asOne && a.of > b.of:
			test.count(0, a.won > 0)
		case asOne && b.of > a.of:
			test.count(1, b.won > 0)
		case !asOne && a.of > 0 && b.of > 0 && a.won*b.of != b.won*a.of:
			test.count(0, a.won*b.of > b.won*a.of)
			test.count(1, a.won*b.of < b.won*a.of)
		}
	}
	return test
}

// compare compares each two variants on a side, where both have games to compare. The tests have no
// p-values yet.
func (c *Contest) compare(t tallies, side string, asOne bool) (tests []Test) {
	for i, a := range c.Variants {
		for _, b := range c.Variants[i+1:] {
			if test := t.compare(side, a.Name, b.Name, asOne); test.Of[0] > 0 && test.Of[1] > 0 {
				tests = append(tests, test)
			}
		}
	}
	return tests
}

// compared returns how many games all tests of Barnard count together. The time that they take
// grows with it.
func (c *Contest) compared(games []*Game, sides map[string]bool) (n int) {
	for side := range sides {
		t := tallied(games, side)
		if !t.asOne() {
			continue // sign tests take no time
		}
		for _, test := range c.compare(t, side, true) {
			n += test.Of[0] + test.Of[1]
		}
	}
	return n
}

func (t *Test) judge() {
	if t.Name == barnard {
		t.P = stats.Barnard(t.Won[0], t.Of[0], t.Won[1], t.Of[1])
	} else {
		t.P = stats.Binomial(t.Won[0], t.Of[0], 0.5)
	}
}

func (t *Test) count(i int, won bool) {
	if t.Of[i]++; won {
		t.Won[i]++
	}
}
