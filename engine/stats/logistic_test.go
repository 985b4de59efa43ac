package stats

import (
	"math"
	"testing"
)

// TestLogistic: three of four wins are odds of three to one. A prior keeps what always wins finite,
// and weights count a trial as often as they say.
func TestLogistic(t *testing.T) {
	t.Parallel()
	one := map[int]float64{0: 1}
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-3 {
			t.Errorf("%s: %.4f, want %.4f", name, got, want)
		}
	}
	wide := []float64{1000, 1000}
	near("3 of 4", Logistic([]Trial{{one, true}, {one, false}}, []float64{3, 1}, wide[:1])[0], math.Log(3))
	near("4 of 4, with a prior: x = 4 (1 - chance)", Logistic([]Trial{{one, true}}, []float64{4}, []float64{1})[0], 1.0426)
	two := []Trial{{map[int]float64{0: 1, 1: 1}, true}, {map[int]float64{0: 1, 1: 1}, false}, {map[int]float64{0: 1, 1: -1}, true}, {map[int]float64{0: 1, 1: -1}, false}}
	at := Logistic(two, []float64{9, 1, 1, 4}, wide) // 9 of 10 with the second term, 1 of 5 against it
	near("the first of two terms", at[0], (math.Log(9)-math.Log(4))/2)
	near("the second of two terms", at[1], (math.Log(9)+math.Log(4))/2)
	if at := Logistic(nil, nil, wide); at[0] != 0 || at[1] != 0 {
		t.Errorf("without trials: %v", at)
	}
}
