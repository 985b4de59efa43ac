package session

import "math"

// AccuseLead is how far the most suspected player must lead for an accusation, in log-odds. It is
// the threshold T of the Theory of Mind paper, section 3.4. A strategy's options may set another
// value.
const AccuseLead = 10

// Suspect returns the player whom the bot accuses, or "". That is the player with the highest
// log-odds, if they lead the second player by more than a threshold. The map holds all players who
// may be accused. A single player must lead 0, the log-odds of a player about whom nothing is
// known.
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

// AddLogOdds adds the log-odds of a suspicion in percent to a running sum, rounded to four places.
// This is the sum S of the Theory of Mind paper, section 3.4, equation 5: it begins at 0, and each
// belief about something new adds to it. 50 percent adds nothing, so the sum holds no prior. Since
// it accumulates, a lasting small difference reaches the threshold, too, even if both players seem
// to be what the bot does not look for.
func AddLogOdds(sum float64, percent int) float64 { return Round(sum + LogOdds(percent)) }
