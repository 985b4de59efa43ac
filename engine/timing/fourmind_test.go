package timing

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFourMind checks Algorithm 1 and the adjusted equation against results computed by hand.
func TestFourMind(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		z            float64
		text, before string
		want         Delay
	}{
		// keystroke 0.238656; 2 characters: 0.477312 s. Ce 1, Cp 1: 0.0375 + 0.09 − 0.0001 = 0.1274
		// s
		"OneWord": {0, "hi", "hello", Delay{Thinking: 127, Typing: 477}},
		// 18 characters: 18 · 0.238656 = 4.295808 s. Ce 5, Cp 5: 0.1875 + 0.45 − 0.0025 = 0.635 s
		"ASentence": {0, "i am from the alps", "where are you all from", Delay{Thinking: 635, Typing: 4296}},
		// keystroke 0.238656 + 0.1116 = 0.350256; 10 characters: 3.50256 s. Ce 0, Cp 2: 0.18 s
		"SlowIntoAnEmptyChat": {1, "hey people", "", Delay{Thinking: 180, Typing: 3503}},
		// 0.238656 − 2 · 0.1116 = 0.015456, below the floor: 10 · 0.06 = 0.6 s. Ce 3, Cp 2: 0.1125
		// + 0.18 − 0.0006 = 0.2919 s
		"AtTheFloor": {-2, "hey people", "who is there", Delay{Thinking: 292, Typing: 600}},
		// letters, not bytes: 5 · 0.238656 = 1.19328 s. Ce 1, Cp 1: 0.1274 s
		"Letters": {0, "größe", "was", Delay{Thinking: 127, Typing: 1193}},
		// keystroke 0.182856; 59 characters: 10.788504 s. Ce 40, Cp 20: 1.5 + 1.8 − 0.08 = 3.22 s
		"Long": {-0.5, strings.TrimSpace(strings.Repeat("no ", 20)), strings.Repeat("word ", 40), Delay{Thinking: 3220, Typing: 10_789}},
	} {
		if got := FourMind(c.z, c.text, c.before); got != c.want {
			t.Errorf("%s: %q after %q takes %+v, want %+v", name, c.text, c.before, got, c.want)
		}
	}
}

// TestCognitiveResponseIsAQuarterOfEquation1 leaves out the constant of 9.2, as the function does.
func TestCognitiveResponseIsAQuarterOfEquation1(t *testing.T) {
	t.Parallel()
	for ce := range 60 {
		for cp := range 60 {
			eq1 := 0.15*float64(ce) + 0.36*float64(cp) - 0.0004*float64(ce*cp) + 9.2
			if got, want := CognitiveResponse(ce, cp), (eq1-9.2)/4; math.Abs(got-want) > 1e-12 {
				t.Fatalf("Ce %d, Cp %d: %v, want %v", ce, cp, got, want)
			}
		}
	}
}

// TestKeystrokeDistribution compares 400,000 draws with the closed form of a normal distribution
// that is cut at a floor. With a = (floor − mean)/sd, the share at the floor is Φ(a). The moments
// are the ones of max(floor, X).
func TestKeystrokeDistribution(t *testing.T) {
	t.Parallel()
	const n = 400_000
	phi := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
	Phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	a := (keystrokeFloor - keystrokeMean) / keystrokeSD
	// E max(a, Z) and E max(a, Z)² for a standard normal Z.
	m1 := a*Phi(a) + phi(a)
	m2 := a*a*Phi(a) + a*phi(a) + 1 - Phi(a)
	mean, sd := keystrokeMean+keystrokeSD*m1, keystrokeSD*math.Sqrt(m2-m1*m1)

	rng := rand.New(rand.NewPCG(8, 1))
	var sum, squares float64
	floor := 0
	for range n {
		k := Keystroke(rng.NormFloat64())
		sum += k
		squares += k * k
		if k == keystrokeFloor {
			floor++
		}
	}
	gotMean := sum / n
	gotSD := math.Sqrt(squares/n - gotMean*gotMean)
	share := float64(floor) / n
	// Four standard errors of each estimate.
	if math.Abs(gotMean-mean) > 4*sd/math.Sqrt(n) || math.Abs(gotSD-sd) > 4*sd/math.Sqrt(2*n) {
		t.Errorf("mean %.6f, sd %.6f; the closed form has %.6f and %.6f", gotMean, gotSD, mean, sd)
	}
	if want := Phi(a); math.Abs(share-want) > 4*math.Sqrt(want*(1-want)/n) || math.Abs(want-0.0547) > 5e-5 {
		t.Errorf("%.5f of the draws are at the floor, Φ(%.4f) is %.5f", share, a, want)
	}
	t.Logf("mean %.6f (%.6f), sd %.6f (%.6f), at the floor %.5f (%.5f)", gotMean, mean, gotSD, sd, share, Phi(a))
}
