package stats

import (
	"fmt"
	"math"
	"testing"
)

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		right, n int
		want     string
	}{{50, 100, "0.4038 0.5962"}, {0, 10, "0.0000 0.2775"}, {10, 10, "0.7225 1.0000"}, {0, 0, "0.0000 1.0000"}} {
		low, high := Wilson(x.right, x.n)
		if got := fmt.Sprintf("%.4f %.4f", low, high); got != x.want {
			t.Errorf("%d of %d: %s, want %s", x.right, x.n, got, x.want)
		}
	}
}

// TestMedian: of an even number of values the median is between the two in the middle.
func TestMedian(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1}, 5}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 3, 100}, 3.5}} {
		if got := Median(x.values); got != x.want {
			t.Errorf("of %v: %v, want %v", x.values, got, x.want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		a, b []float64
		want float64
	}{
		{nil, []float64{1}, 0}, {[]float64{2, 1}, []float64{1, 2, 1, 2}, 0}, {[]float64{1, 2}, []float64{3}, 1},
		{[]float64{1, 2, 3, 4}, []float64{2, 2, 3, 4}, 0.25}, {[]float64{1, 1, 1, 9}, []float64{1, 9, 9, 9}, 0.5},
	} {
		if got := Distance(x.a, x.b); got != x.want || Distance(x.b, x.a) != got {
			t.Errorf("of %v and %v: %v, want %v", x.a, x.b, got, x.want)
		}
	}
}

// TestDeviation: the deviation of a sample divides by one less than its size.
func TestDeviation(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 0}, {[]float64{2, 4}, 1.4142135623730951}, {[]float64{1, 1, 1}, 0}} {
		if got := Deviation(x.values); got != x.want {
			t.Errorf("of %v: %v, want %v", x.values, got, x.want)
		}
	}
}

// TestMannWhitney computes p-values. The second one is the example of SciPy's documentation.
func TestMannWhitney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{9, 10, 11, 12, 13, 14, 15, 16}, 0.00094},
		{[]float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12}, 0.11135},
		{[]float64{1, 1, 2, 2, 3}, []float64{2, 3, 3, 4, 4}, 0.05241},
		{[]float64{1, 1}, []float64{1, 1}, 1},
		{nil, []float64{1}, 1},
	} {
		if got := MannWhitney(c.a, c.b); math.Abs(got-c.want) > 0.00005 {
			t.Errorf("%v, %v: %.5f, want %.5f", c.a, c.b, got, c.want)
		}
	}
}
