package deduction

import (
	"math"
	"slices"
)

// marginals are sums over all assignments of the roles.
type marginals struct {
	// total is the weight of all assignments, worlds that of each world, roles that of a seat
	// with a role.
	total  float64
	worlds []float64
	roles  [][]float64
	// best is the likeliest assignment, a role for each seat, and top its weight.
	best []int
	top  float64
}

// walk visits the assignments of one world.
type walk struct {
	*marginals
	// factors are likelihoods by seat and role; 0 is impossible.
	factors [][]float64
	// left is how many players still get each role.
	left, dealt []int
}

// from deals roles to this seat and those after it. before is the product of the factors so far. It
// returns the sum of the products from here on.
func (w *walk) from(seat int, before float64) (sum float64) {
	if seat == len(w.factors) {
		if before > w.top {
			w.top, w.best = before, slices.Clone(w.dealt)
		}
		return 1
	}
	for role, f := range w.factors[seat] {
		if f == 0 || w.left[role] == 0 {
			continue
		}
		w.left[role]--
		w.dealt[seat] = role
		after := f * w.from(seat+1, before*f)
		w.left[role]++
		w.roles[seat][role] += before * after
		sum += after
	}
	return sum
}

// now returns the sums by all that was seen and heard.
func (p *Posterior) now() *marginals {
	if p.sums == nil {
		tops := slices.Repeat([]float64{math.Inf(-1)}, len(p.seats)) // keeps the factors from vanishing
		for world := range p.worlds {
			p.eachRole(world, func(seat, role int) { tops[seat] = math.Max(tops[seat], p.score(world, seat, role)) })
		}
		p.sums = p.marginals(
			func(world int) float64 { return math.Exp(p.results[world]) },
			func(world, seat, role int) float64 { return math.Exp(p.score(world, seat, role) - tops[seat]) },
		)
	}
	return p.sums
}

func (p *Posterior) score(world, seat, role int) float64 {
	return p.acts[world][seat][p.kinds[role]] + p.words[seat][role]
}

func (p *Posterior) eachRole(world int, f func(seat, role int)) {
	for seat, roles := range p.may {
		for role, may := range roles {
			if may && p.kinds[role].side() == p.worlds[world].kinds[seat] {
				f(seat, role)
			}
		}
	}
}

// marginals sums the products of the factors of the world and of each seat's role.
func (p *Posterior) marginals(world func(world int) float64, factor func(world, seat, role int) float64) *marginals {
	m := &marginals{worlds: make([]float64, len(p.worlds)), roles: table(len(p.seats), len(p.roles))}
	w := walk{marginals: m, factors: table(len(p.seats), len(p.roles)), left: slices.Clone(p.counts), dealt: make([]int, len(p.seats))}
	for i := range p.worlds {
		f := world(i)
		if f == 0 {
			continue
		}
		for seat := range w.factors {
			clear(w.factors[seat])
		}
		p.eachRole(i, func(seat, role int) { w.factors[seat][role] = factor(i, seat, role) })
		m.worlds[i] = f * w.from(0, f)
		m.total += m.worlds[i]
	}
	return m
}
