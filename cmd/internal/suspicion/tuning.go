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

func cooled(all []scored, temperature float64) []scored {
	all = slices.Clone(all)
	for i := range all {
		all[i].score /= temperature
	}
	return all
}

// temperature returns the number to divide the scores by (Guo et al. 2017, temperature scaling),
// and the loss of the divided scores. There is no constant, so even odds stay even. It is a
// multiple of 0.01: more digits are noise.
func temperature(all []scored) (best, loss float64) {
	best, loss = 1, math.Inf(1)
	// Beyond these limits a network is so wrong that no temperature helps.
	for t := 30; t <= 400; t++ {
		at := 0.0
		for i := range all {
			at += surprise(all[i].score/(float64(t)/100), all[i].bot())
		}
		if at < loss {
			best, loss = float64(t)/100, at
		}
	}
	return best, loss
}

func surprise(score float64, bot bool) float64 {
	if bot {
		score = -score
	}
	return math.Log1p(math.Exp(score))
}

// enough is the share of seats in which bots should come to accuse somebody. Else most of the
// shortest games end before. Other games have other lengths, so it is 2 % above the goal of 95 %.
const enough = 0.97

// sharp returns the temperature for the file. Calibrated scores are often too careful to reach the
// threshold in a short game. So it lowers the calibrated temperature, as little as suffices, by at
// most 40 %: beyond, the scores of some domains are no longer calibrated. If nothing suffices, it
// takes the temperature with the most accusations.
func sharp(games []*recording, all []scored) float64 {
	calibrated, _ := temperature(all)
	best, most := calibrated, 0
	for part := 100; part >= 60; part -= 10 {
		made, k := 0, calibrated*float64(part)/100
		seats := accuse(games, cooled(all, k))
		for i := range seats {
			made += count(seats[i].accused != "")
		}
		if made > most {
			best, most = k, made
		}
		if float64(made) >= enough*float64(len(seats)) {
			break
		}
	}
	return best
}
