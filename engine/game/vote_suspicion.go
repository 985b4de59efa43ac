package game

import "math"

// AccuseLead is how far the most suspected player must lead for an accusation, in log-odds, where a strategy's options say nothing else: the
// threshold of FourMind's classifier.
const AccuseLead = 10

// Suspect returns the player whom a bot with such a suspicion accuses: the one with the highest sum of log-odds, if it leads the second by
// more than a threshold (FourMind). Otherwise it returns "". All who may be accused stand in suspicion; where that is one player alone, it is
// held against 0, the odds of somebody about whom nothing is known.
func Suspect(suspicion map[string]float64, threshold float64) string {
	first, second, player := math.Inf(-1), math.Inf(-1), ""
	for id, sum := range suspicion {
		if sum > first {
			first, second, player = sum, first, id
		} else {
			second = max(second, sum)
		}
	}
	if len(suspicion) == 1 {
		second = 0
	}
	if first-second > threshold {
		return player
	}
	return ""
}
