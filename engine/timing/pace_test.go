package timing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPauseIsLogNormal compares 100,000 draws with the median and the quantiles of a log-normal
// distribution whose median is 0.55 of the tempo.
func TestPauseIsLogNormal(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for tempo, median := range map[Millis]float64{0: 550, 1000: 550, 5000: 2750, 15_000: 8250, 60_000: 8250} {
		rng := rand.New(rand.NewPCG(7, 1))
		pauses := make([]float64, n)
		for i := range pauses {
			pauses[i] = float64(Pause(rng.NormFloat64(), tempo))
		}
		slices.Sort(pauses)
		// z is the quantile of the standard normal distribution for a share.
		for share, z := range map[float64]float64{0.05: -1.645, 0.5: 0, 0.95: 1.645} {
			got, want := pauses[int(share*n)], median*math.Exp(z)
			if math.Abs(got-want) > 0.03*want {
				t.Errorf("tempo %d: %.0f %% of the pauses are below %.0f ms, want %.0f", tempo, 100*share, got, want)
			}
		}
	}
}

// TestLivelyPause: a quarter of the pause in the fastest chats, all of it at the usual tempo.
func TestLivelyPause(t *testing.T) {
	t.Parallel()
	for tempo, want := range map[Millis]Millis{1000: 138, 2000: 275, 3500: 963, 5000: 2750, 9000: 4950} {
		if got := LivelyPause(0, tempo); got != want {
			t.Errorf("tempo %d: the median pause is %d ms, want %d", tempo, got, want)
		}
	}
}

func TestPaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ formula, want Delay }{
		{Delay{Typing: 3000}, Delay{Reading: 1000, Typing: 3000, Jitter: 2000}},
		{Delay{Thinking: 500, Typing: 3000}, Delay{Reading: 1000, Thinking: 500, Typing: 3000, Jitter: 1500}},
		{Delay{Thinking: 5000, Typing: 3000}, Delay{Reading: 1000, Thinking: 5000, Typing: 3000}}, // it thinks longer than the pause
	} {
		if got := c.formula.Paced(1000, 2000); got != c.want {
			t.Errorf("%+v becomes %+v, want %+v", c.formula, got, c.want)
		}
	}
}

func TestReadingIsBounded(t *testing.T) {
	t.Parallel()
	for words, want := range map[int]Millis{0: 0, 8: 2000, 24: 6000, 500: MaxReading} {
		if got := Reading(words); got != want {
			t.Errorf("%d words take %d, want %d", words, got, want)
		}
	}
}

// TestUnevenTyping: as long as the formula at the median, half as long again at two deviations.
func TestUnevenTyping(t *testing.T) {
	t.Parallel()
	for z, want := range map[float64]Millis{0: 4000, 2: 5967, -2: 2681} {
		if got := Uneven(4000, z); got != want {
			t.Errorf("4 s at %v take %d, want %d", z, got, want)
		}
	}
}

// TestTypedOn: a rest is typed at once, but at most twice as fast as usual.
func TestTypedOn(t *testing.T) {
	t.Parallel()
	for typing, want := range map[Millis][2]Millis{200: {1001, 3000}, 1500: {1500, 1500}, 2500: {1250, 2500}, 6000: {3000, 6000}} {
		for _, u := range []float64{0, 0.5, 0.999} {
			if got := TypedOn(typing, u); got < want[0] || got > want[1] {
				t.Errorf("%d ms of typing take %d ms with %v, want %v", typing, got, u, want)
			}
		}
	}
}
