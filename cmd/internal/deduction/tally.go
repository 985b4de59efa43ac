package deduction

import (
	"maps"
	"math"
	"slices"

	"ringer/engine/deduction"
)

// floor is the least chance in a loss. It keeps one recording that breaks the rules from deciding.
const floor = 0.001

const bins = 5

type tally struct {
	pairs, role, side  int
	roleLoss, sideLoss float64
	// said counts how often a player was called evil with a chance of this interval, and was how
	// often that was true.
	said, was [bins]int
}

func (t *tally) add(p *deduction.Posterior, about, truth string) {
	roles, evil := p.Roles()[about], p.Evil(about)
	bin := min(int(evil*bins), bins-1)
	t.said[bin]++
	right := evil
	if deduction.Good(truth) {
		right = 1 - evil
	} else {
		t.was[bin]++
	}
	t.pairs++
	t.role += count(likeliest(roles) == truth)
	t.side += count(right >= 0.5)
	t.roleLoss -= math.Log(max(roles[truth], floor))
	t.sideLoss -= math.Log(max(right, floor))
}

func likeliest(chances map[string]float64) (best string) {
	for _, k := range slices.Sorted(maps.Keys(chances)) {
		if best == "" || chances[k] > chances[best]+1e-9 {
			best = k
		}
	}
	return best
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func per[T int | float64](sum T, n int) float64 { return float64(sum) / float64(max(n, 1)) }
