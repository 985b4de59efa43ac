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
