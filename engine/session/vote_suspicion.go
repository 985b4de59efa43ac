package session

import "math"

// AccuseLead is the threshold T of the Theory of Mind paper, section 3.4, in log-odds: how far the
// most suspected player must lead.
const AccuseLead = 10

// Suspect returns the player with the highest log-odds, if they lead the second by more than a
// threshold, else "". The map holds all who may be accused. A single player must lead 0, the
// log-odds of a player about whom nothing is known.
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

// AddLogOdds adds a suspicion in percent to S of the Theory of Mind paper, section 3.4, equation 5.
// S begins at 0 and holds no prior: 50 percent adds nothing. A lasting small difference reaches the
// threshold, too.
func AddLogOdds(sum float64, percent int) float64 { return Round(sum + LogOdds(percent)) }
