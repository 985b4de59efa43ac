package stats_test

import (
	"fmt"
	"math"
	"testing"

	"ringer/engine/stats"
)

// TestBarnard compares with published values: those of the R package Barnard with the pooled
// variance and steps of 1e-6, as the tests of SciPy list them. The columns of their tables are the
// groups.
func TestBarnard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		table [2][2]int
		p     float64
	}{
		{[2][2]int{{43, 40}, {10, 39}}, 0.000362832367},
		{[2][2]int{{100, 2}, {1000, 5}}, 0.135126970878},
		{[2][2]int{{2, 7}, {8, 2}}, 0.019210815430},
		{[2][2]int{{5, 1}, {10, 10}}, 0.156277546306},
		{[2][2]int{{5, 15}, {20, 20}}, 0.066363501421},
		{[2][2]int{{5, 16}, {20, 25}}, 0.116984852192},
		{[2][2]int{{10, 5}, {10, 1}}, 0.177536588915},
		{[2][2]int{{5, 0}, {1, 4}}, 0.013671875000},
		{[2][2]int{{0, 1}, {3, 2}}, 0.509667991877},
		{[2][2]int{{0, 2}, {6, 4}}, 0.197019618792},
	} {
		t.Run(fmt.Sprint(c.table), func(t *testing.T) {
			t.Parallel()
			x := c.table
			a, n, b, m := x[0][0], x[0][0]+x[1][0], x[0][1], x[0][1]+x[1][1]
			for name, p := range map[string]float64{
				"OK": stats.Barnard(a, n, b, m), "Swapped": stats.Barnard(b, m, a, n), "Failures": stats.Barnard(n-a, n, m-b, m),
			} {
				if math.Abs(p-c.p) > 2e-6 {
					t.Errorf("%s: %.12f, want %.12f", name, p, c.p)
				}
			}
		})
	}
	for name, p := range map[string]float64{
		"OneGroupIsEmpty": stats.Barnard(0, 0, 3, 5), "AllSucceed": stats.Barnard(4, 4, 9, 9), "TheSameShare": stats.Barnard(2, 4, 5, 10),
	} {
		if p != 1 {
			t.Errorf("%s: %v, want 1", name, p)
		}
	}
}

// TestBarnardIsExact computes the p-value of every small pair of groups from its definition. No
// chance of a grid has a higher one.
func TestBarnardIsExact(t *testing.T) {
	t.Parallel()
	const n, m = 5, 7
	wald := func(a, b int) float64 {
		pooled := float64(a+b) / (n + m)
		if v := pooled * (1 - pooled) * (1./n + 1./m); v > 0 {
			return math.Abs(float64(a)/n-float64(b)/m) / math.Sqrt(v)
		}
		return 0
	}
	choose := func(n, k int) float64 {
		return math.Round(math.Gamma(float64(n+1)) / math.Gamma(float64(k+1)) / math.Gamma(float64(n-k+1)))
	}
	for a := range n + 1 {
		for b := range m + 1 {
			want := 0.0
			for step := 1; step < 2000; step++ {
				chance, p := float64(step)/2000, 0.0
				for i := range n + 1 {
					for k := range m + 1 {
						if wald(i, k) >= wald(a, b)-1e-10 {
							p += choose(n, i) * choose(m, k) * math.Pow(chance, float64(i+k)) * math.Pow(1-chance, float64(n+m-i-k))
						}
					}
				}
				want = max(want, p)
			}
			if got := stats.Barnard(a, n, b, m); math.Abs(got-want) > 1e-4 || got < want-1e-9 {
				t.Errorf("%d of %d and %d of %d: %.9f, want %.9f", a, n, b, m, got, want)
			}
		}
	}
}

// TestBinomial compares with values of R's binom.test.
func TestBinomial(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		successes, n int
		chance, p    float64
	}{
		{682, 925, 0.75, 0.3825}, // the example of its manual, after Conover (1971)
		{8, 10, 0.5, 0.109375}, {0, 5, 0.5, 0.0625}, {5, 10, 0.5, 1}, {0, 0, 0.5, 1},
	} {
		if got := stats.Binomial(c.successes, c.n, c.chance); math.Abs(got-c.p) > 5e-5 {
			t.Errorf("%d of %d at %v: %.6f, want %.6f", c.successes, c.n, c.chance, got, c.p)
		}
	}
}
