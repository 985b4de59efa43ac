package training

import "math"

// Adam's settings (Kingma and Ba 2015, algorithm 1).
const (
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// adam moves parameters by their gradients, and averages them. Only rows with a gradient move, so
// rare n-grams cost nothing.
type adam struct {
	value, average []float32
	gradient       []float32
	// mean and square are moving averages of the gradient and of its square.
	mean, square []float32
	// row is how many parameters move together.
	row int
	// seen is the step up to which the average of a row is known.
	seen    []int
	touched []int
	marked  []bool
}

func newAdam(value []float32, row int) *adam {
	n := len(value)
	return &adam{
		value: value, average: append([]float32(nil), value...), gradient: make([]float32, n), mean: make([]float32, n), square: make([]float32, n),
		row: row, seen: make([]int, n/row), marked: make([]bool, n/row),
	}
}

// at returns the gradient of a row, which moves in the next step.
func (a *adam) at(row int) []float32 {
	if !a.marked[row] {
		a.marked[row] = true
		a.touched = append(a.touched, row)
	}
	return a.gradient[row*a.row:][:a.row]
}

type motion struct {
	step int
	rate float64
	// shrink is the weight decay (AdamW, Loshchilov and Hutter 2019).
	shrink float64
	keep   float64
}

func (a *adam) move(m motion) {
	rate := float32(m.rate * math.Sqrt(1-power(decay2, m.step)) / (1 - power(decay1, m.step)))
	shrink := float32(m.rate * m.shrink)
	for _, row := range a.touched {
		a.settle(row, m.step-1, m.keep)
		for i := row * a.row; i < (row+1)*a.row; i++ {
			g := a.gradient[i]
			a.mean[i] = float32(decay1*a.mean[i]) + float32((1-decay1)*g)
			a.square[i] = float32(decay2*a.square[i]) + float32((1-decay2)*float32(g*g))
			step := float32(rate*a.mean[i]) / (float32(math.Sqrt(float64(a.square[i]))) + epsilon)
			a.value[i] -= step + float32(shrink*a.value[i])
			a.gradient[i] = 0
		}
		a.settle(row, m.step, m.keep)
		a.marked[row] = false
	}
	a.touched = a.touched[:0]
}

// settle brings the moving average of a row, unchanged since, up to a step.
func (a *adam) settle(row, step int, keep float64) {
	k := float32(power(keep, step-a.seen[row]))
	a.seen[row] = step
	for i := row * a.row; i < (row+1)*a.row; i++ {
		a.average[i] = a.value[i] + float32(k*(a.average[i]-a.value[i]))
	}
}

// Results of math.Pow differ between processors.
func power(base float64, n int) float64 {
	result := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result *= base
		}
		base *= base
	}
	return result
}
