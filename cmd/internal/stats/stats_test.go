package stats

import (
	"fmt"
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
