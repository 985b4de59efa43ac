package contest

import (
	"slices"
	"strings"

	"ringer/engine/session"
)

type speech struct {
	variant string
	before  []Line
	lines   []Line
}

// pair is two speeches of two variants: of the same deal, seat and turn, in two arrangements.
type pair struct {
	place    Place
	seat     *Seat
	speeches [2]speech
}

// Place says where the speeches of a pair are: in two games, at a seat and in a turn. The first
// game is that of the first speech.
type Place struct {
	First  int    `json:"first_game"`
	Second int    `json:"second_game"`
	Seat   string `json:"seat"`
	Turn   int    `json:"turn"`
}

// shownBefore is how many lines before a speech the judge sees: enough to see what it answers.
const shownBefore = 12

func (g *Game) speech(s *Seat, turn int) (sp speech, ok bool) {
	sp.variant = s.Variant
	for _, l := range g.Lines {
		switch {
		case l.Turn == turn && l.Sender == s.ID:
			sp.lines = append(sp.lines, l)
		case len(sp.lines) == 0 && l.Turn <= turn:
			sp.before = append(sp.before, l)
		}
	}
	if len(sp.lines) == 0 {
		return sp, false
	}
	channel := sp.lines[0].Channel
	sp.before = slices.DeleteFunc(sp.before, func(l Line) bool { return l.Channel != "" && l.Channel != channel })
	sp.before = sp.before[max(0, len(sp.before)-shownBefore):]
	return sp, true
}

// pairs returns the speeches to compare: of each two variants at most most, drawn by the seed. The
// variant that was given first is the first of a pair.
func (c *Contest) pairs(games []*Game, most int) (all []pair) {
	found := map[[2]int][]pair{}
	for i, a := range games {
		for _, b := range games[i+1:] {
			if a.Seed == b.Seed {
				c.pairUp(a, b, found)
			}
		}
	}
	for i := range c.Variants {
		for k := range c.Variants {
			two := found[[2]int{i, k}]
			rng := session.Draw(c.Settings.Seed, 0, "arena:judge", i*len(c.Variants)+k)
			rng.Shuffle(len(two), func(x, y int) { two[x], two[y] = two[y], two[x] })
			all = append(all, two[:min(len(two), most)]...)
		}
	}
	return all
}

func (c *Contest) pairUp(a, b *Game, found map[[2]int][]pair) {
	for i := range a.Seats {
		s, t := &a.Seats[i], &b.Seats[i]
		if s.Variant == t.Variant {
			continue
		}
		for turn := range a.turns() {
			first, ok := a.speech(s, turn)
			second, ok2 := b.speech(t, turn)
			if !ok || !ok2 {
				continue
			}
			at, numbers := Place{a.Number, b.Number, s.ID, turn}, [2]int{c.Variant(s.Variant), c.Variant(t.Variant)}
			if numbers[0] > numbers[1] {
				numbers[0], numbers[1], first, second = numbers[1], numbers[0], second, first
				at.First, at.Second = at.Second, at.First
			}
			found[numbers] = append(found[numbers], pair{at, s, [2]speech{first, second}})
		}
	}
}

func (g *Game) turns() int {
	if len(g.Lines) == 0 {
		return 0
	}
	return g.Lines[len(g.Lines)-1].Turn + 1
}

func (s *speech) text() string {
	var all []string
	for _, l := range s.lines {
		all = append(all, l.Text)
	}
	return strings.Join(all, "\n")
}
