package deduction

import "math"

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func table(rows, columns int) [][]float64 {
	t := make([][]float64, rows)
	for i := range t {
		t[i] = make([]float64, columns)
	}
	return t
}

func weigh(terms, weights []float64) (sum float64) {
	for i, x := range terms {
		sum += x * weights[i]
	}
	return sum
}

// logistic returns a log-probability from log-odds.
func logistic(odds float64) float64 {
	if odds < 0 {
		return odds - math.Log1p(math.Exp(odds))
	}
	return -math.Log1p(math.Exp(-odds))
}

// softmax returns the log-probability of an option by all weighted sums.
func softmax(sums []float64, taken int) float64 {
	total := 0.0
	for _, s := range sums {
		total += math.Exp(s - sums[taken])
	}
	return -math.Log(total)
}
