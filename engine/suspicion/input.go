package suspicion

import "math"

// FillNumbers writes the inputs behind the vectors.
func FillNumbers(in *[Inputs]float32, numbers, means *[Numbers]float32, earlier int) {
	at := 2 * Bags * Width
	at += copy(in[at:], numbers[:])
	at += copy(in[at:], means[:])
	in[at] = logarithm(float64(min(earlier, maxEarlier)))
}

// Norm is the factor of a sum of the vectors of n-grams.
func Norm(grams int) float32 { return float32(1 / math.Sqrt(float64(max(grams, 1)))) }

// PastNorm is the factor of the sum over earlier lines. It lies between those of a sum and a mean,
// so the sum grows with the evidence, but slowly.
func PastNorm(earlier int) float32 { return float32(pastNorm(float64(min(earlier, maxEarlier)))) }

func pastNorm(weight float64) float64 { return 1 / math.Sqrt(weight+1) }

// PastKept is the part of the sum over so many earlier lines that stays when one is added.
func PastKept(earlier int) float32 { return float32(keep(float64(min(earlier, maxEarlier)))) }
