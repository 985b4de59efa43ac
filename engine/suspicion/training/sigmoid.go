package training

import "math"

// Results of math.Exp differ between processors in the last bit.
func sigmoid(x float64) float64 { return 1 / (1 + exp(-x)) }

// exp splits x into a multiple of log 2 and a rest of at most 0.35, whose Taylor series is exact to
// 16 digits after 14 terms.
func exp(x float64) float64 {
	x = min(max(x, -700), 700) // beyond, the result is no longer finite or normal
	k := math.Round(x / math.Ln2)
	rest := x - float64(k*math.Ln2)
	sum := 1.0
	for i := 14.0; i >= 1; i-- {
		sum = 1 + float64(sum*rest/i)
	}
	return math.Ldexp(sum, int(k))
}
