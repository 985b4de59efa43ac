package stats

import "math"

// Barnard returns the two-sided p-value of Barnard's unconditional exact test: how likely two
// shares are to differ as a of n and b of m do, if both groups have the same chance. Tables are
// ordered by the Wald statistic with the pooled variance (Suissa & Shuster 1985). It is the largest
// p-value over all common chances, and 1 if a group is empty.
func Barnard(a, n, b, m int) float64 {
	seen := math.Abs(pooledWald(a, n, b, m))
	if n == 0 || m == 0 || seen == 0 {
		return 1
	}
	// In each row, the tables below low and from high on are at least as extreme: the statistic
	// falls as the second group has more successes.
	low, high := make([]int, n+1), make([]int, n+1)
	for i := range n + 1 {
		high[i] = m + 1
		for low[i] <= m && pooledWald(i, n, low[i], m) >= seen-tie {
			low[i]++
		}
		for high[i] > low[i] && pooledWald(i, n, high[i]-1, m) <= tie-seen {
			high[i]--
		}
	}
	first, second := newBinomial(n), newBinomial(m)
	return highest(func(chance float64) (p float64) {
		second.at(chance)
		first.at(chance)
		for i := range n + 1 {
			p += first.share[i] * (second.below[low[i]] + 1 - second.below[high[i]])
		}
		return p
	})
}

// Statistics are computed from fractions.
const tie = 1e-10

// pooledWald returns the difference of two shares in standard errors, 0 if nothing or everything
// succeeds.
func pooledWald(a, n, b, m int) float64 {
	pooled := float64(a+b) / float64(n+m)
	variance := pooled * (1 - pooled) * (1/float64(n) + 1/float64(m))
	if variance <= 0 {
		return 0
	}
	return (float64(a)/float64(n) - float64(b)/float64(m)) / math.Sqrt(variance)
}

type binomial struct {
	// ways holds the logarithms of the binomial coefficients.
	ways []float64
	// share holds the probability of each number of successes, below that of fewer.
	share []float64
	below []float64
}

func newBinomial(n int) *binomial {
	d := &binomial{ways: make([]float64, n+1), share: make([]float64, n+1), below: make([]float64, n+2)}
	all, _ := math.Lgamma(float64(n + 1))
	for i := range d.ways {
		in, _ := math.Lgamma(float64(i + 1))
		out, _ := math.Lgamma(float64(n - i + 1))
		d.ways[i] = all - in - out
	}
	return d
}

// The chance lies between 0 and 1, both excluded.
func (d *binomial) at(chance float64) {
	yes, no, n := math.Log(chance), math.Log1p(-chance), len(d.share)-1
	for i := range d.share {
		d.share[i] = math.Exp(d.ways[i] + float64(i)*yes + float64(n-i)*no)
		d.below[i+1] = d.below[i] + d.share[i]
	}
}

// chances is how many are tried before the best is refined: the p-value of a few hundred games has
// some tens of local maxima.
const chances = 1000

func highest(f func(float64) float64) float64 {
	values := make([]float64, chances)
	best := 0
	for i := 1; i < chances; i++ {
		if values[i] = f(float64(i) / chances); values[i] > values[best] {
			best = i
		}
	}
	// A golden-section search between the neighbours of the best.
	const golden = 0.6180339887498949
	from, to := (float64(best)-1)/chances+1e-12, (float64(best)+1)/chances-1e-12
	left, right := to-golden*(to-from), from+golden*(to-from)
	atLeft, atRight := f(left), f(right)
	for range 40 {
		if atLeft > atRight {
			to, right, atRight = right, left, atLeft
			left = to - golden*(to-from)
			atLeft = f(left)
		} else {
			from, left, atLeft = left, right, atRight
			right = from + golden*(to-from)
			atRight = f(right)
		}
	}
	return min(max(values[best], atLeft, atRight), 1)
}

// Binomial returns the two-sided p-value of the exact binomial test: the sum of the outcomes at
// most as likely as the one with so many successes. It is 1 without trials.
func Binomial(successes, n int, chance float64) (p float64) {
	d := newBinomial(n)
	d.at(chance)
	for _, share := range d.share {
		if share <= d.share[successes]*(1+1e-7) { // the margin that R's binom.test takes for ties
			p += share
		}
	}
	return min(p, 1)
}
