package suspicion

import (
	"math"
	"slices"
)

// balance returns the weight of each line: in a domain, people and bots weigh the same together.
// People of a domain without bots weigh half, as in training.
func balance(games []*recording, all []scored) func(*scored) float64 {
	lines := map[string]*[2]int{}
	for i := range all {
		rules := games[all[i].game].Rules
		if lines[rules] == nil {
			lines[rules] = new([2]int)
		}
		lines[rules][count(all[i].bot())]++
	}
	return func(s *scored) float64 {
		n := lines[games[s.game].Rules]
		if n[0] == 0 || n[1] == 0 {
			return 0.5
		}
		return float64(n[0]+n[1]) / float64(2*n[count(s.bot())])
	}
}

// cooled returns the scores, divided by a temperature.
func cooled(all []scored, temperature float64) []scored {
	all = slices.Clone(all)
	for i := range all {
		all[i].score /= temperature
	}
	return all
}

// temperature returns the number to divide the scores by (Guo et al. 2017, temperature scaling).
// There is no constant, so even odds stay even. It is a multiple of 0.01: more digits are noise.
func temperature(all []scored, balance func(*scored) float64) (best, loss float64) {
	best, loss = 1, math.Inf(1)
	for t := 30; t <= 400; t++ {
		at := 0.0
		for i := range all {
			s := &all[i]
			at += balance(s) * math.Log1p(math.Exp(s.score/(float64(t)/100)*float64(1-2*count(s.bot()))))
		}
		if at < loss {
			best, loss = float64(t)/100, at
		}
	}
	return best, loss
}
