package timing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// almost1 is the greatest draw from [0, 1) in these tests.
const almost1 = 0.999999

// TestTheoryOfMind checks equations 1 and 2, d = L/4 + U(2, 5) and L/4 + U(4, 7) seconds, against
// results computed by hand.
func TestTheoryOfMind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		u, length         float64
		reflex, cognition Millis // thinking
		typing            Millis
		total1, total2    Millis
	}{
		{0, 0, 2000, 4000, 0, 2000, 4000},
		{0.5, 0, 3500, 5500, 0, 3500, 5500},
		{almost1, 0, 5000, 7000, 0, 5000, 7000},
		{0, 1, 2000, 4000, 250, 2250, 4250},
		{0.5, 1, 3500, 5500, 250, 3750, 5750},
		{almost1, 1, 5000, 7000, 250, 5250, 7250},
		{0, 4, 2000, 4000, 1000, 3000, 5000},
		{0.5, 4, 3500, 5500, 1000, 4500, 6500},
		{almost1, 4, 5000, 7000, 1000, 6000, 8000},
		{0, 40, 2000, 4000, 10_000, 12_000, 14_000},
		{0.5, 40, 3500, 5500, 10_000, 13_500, 15_500},
		{almost1, 40, 5000, 7000, 10_000, 15_000, 17_000},
		{0, 250, 2000, 4000, 62_500, MaxDelay, MaxDelay}, // more than the chat would wait
		{almost1, 250, 5000, 7000, 62_500, MaxDelay, MaxDelay},
	} {
		t.Run(fmt.Sprint(c.u, " ", c.length), func(t *testing.T) {
			t.Parallel()
			for _, letter := range []string{"a", "ü"} { // characters, not bytes
				text := strings.Repeat(letter, int(c.length))
				r, d := Reflex(c.u, text), Cognition(c.u, text)
				if want := (Delay{Thinking: c.reflex, Typing: c.typing}); r != want || r.Total() != c.total1 {
					t.Errorf("a reflex takes %+v, in all %d; want %+v, %d", r, r.Total(), want, c.total1)
				}
				if want := (Delay{Thinking: c.cognition, Typing: c.typing}); d != want || d.Total() != c.total2 {
					t.Errorf("a cognition takes %+v, in all %d; want %+v, %d", d, d.Total(), want, c.total2)
				}
			}
		})
	}
}

// TestThinkingIsUniform compares 100,000 draws with U(2, 5) and U(4, 7): bounds, mean, standard
// deviation and tenths.
func TestThinkingIsUniform(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		delay func(u float64, text string) Delay
		from  float64
	}{"Reflex": {Reflex, 2}, "Cognition": {Cognition, 4}} {
		t.Run(name, func(t *testing.T) {
			const n, width = 100_000, 3
			rng := rand.New(rand.NewPCG(9, 1))
			var sum, squares float64
			var parts [10]float64
			for range n {
				s := float64(x.delay(rng.Float64(), "").Thinking)/1000 - x.from
				if s < 0 || s > width {
					t.Fatalf("a draw of %v s lies outside", s+x.from)
				}
				sum += s
				squares += s * s
				parts[min(9, int(s/width*10))]++
			}
			mean, sd := sum/n, math.Sqrt(squares/n-sum/n*sum/n)
			want := width / math.Sqrt(12)
			// Four standard errors of each estimate. The standard error of a uniform distribution's
			// deviation is sd·√(0.2/n).
			if math.Abs(mean-width/2.0) > 4*want/math.Sqrt(n) || math.Abs(sd-want) > 4*want*math.Sqrt(0.2/n) {
				t.Errorf("mean %.4f s, standard deviation %.4f s; want %.1f and %.4f", mean+x.from, sd, width/2.0+x.from, want)
			}
			for i, count := range parts {
				// The second term is for whole milliseconds, which fall to one side of a border.
				if math.Abs(count-n/10) > 4*math.Sqrt(n*0.1*0.9)+n/1000 {
					t.Errorf("part %d of ten has %.0f of %d draws", i, count, n)
				}
			}
			t.Logf("mean %.4f s, standard deviation %.4f s (%.4f)", mean+x.from, sd, want)
		})
	}
}
