package stats

import (
	"maps"
	"math"
	"slices"
)

// Trial is one trial of Logistic. The log-odds of its success are the sum of coefficients, each
// with a factor.
type Trial struct {
	// Terms are the factors, by the number of the coefficient.
	Terms map[int]float64
	Won   bool
}

// Logistic returns the coefficients that make trials likely, each with a weight: how often it
// counts. The coefficients have a normal prior with the mean 0 and these standard deviations, so
// they stay finite where one side wins every trial.
func Logistic(trials []Trial, weights, priors []float64) []float64 {
	n := len(priors)
	at, orders := make([]float64, n), make([][]int, len(trials)) // one order: sums must not differ
	for t := range trials {
		orders[t] = slices.Sorted(maps.Keys(trials[t].Terms))
	}
	for range 50 { // Newton's method; five rounds are usual
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			precision := 1 / (priors[i] * priors[i])
			hessian[i][i], gradient[i] = precision, -precision*at[i]
		}
		for t, trial := range trials {
			odds, won := 0.0, 0.0
			for _, i := range orders[t] {
				odds += trial.Terms[i] * at[i]
			}
			if trial.Won {
				won = 1
			}
			chance := 1 / (1 + math.Exp(-odds))
			for _, i := range orders[t] {
				factor := weights[t] * trial.Terms[i]
				gradient[i] += factor * (won - chance)
				for _, k := range orders[t] {
					hessian[i][k] += factor * trial.Terms[k] * chance * (1 - chance)
				}
			}
		}
		moved := 0.0
		for i, step := range solve(hessian, gradient) {
			step = max(-2, min(2, step)) // far from the solution a step may be too long
			at[i] += step
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-9 {
			break
		}
	}
	return at
}

// solve returns x of m·x = b for a symmetric positive definite m, which it destroys.
func solve(m [][]float64, b []float64) []float64 {
	n, x := len(b), append([]float64(nil), b...)
	for i := range n { // Gauss without pivots: the diagonal stays positive
		for k := i + 1; k < n; k++ {
			factor := m[k][i] / m[i][i]
			for j := i; j < n; j++ {
				m[k][j] -= factor * m[i][j]
			}
			x[k] -= factor * x[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return x
}
