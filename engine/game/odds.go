package game

import (
	"maps"
	"math"
)

func sigmoid(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// softmax returns the probabilities of which the logarithms differ as given.
func softmax(ids []string, logs map[string]float64) map[string]float64 {
	weight := map[string]float64{}
	for _, id := range ids {
		weight[id] = math.Exp(logs[id])
	}
	return shares(ids, weight)
}

// shares divides weights by their sum.
func shares(ids []string, weight map[string]float64) map[string]float64 {
	sum := 0.0
	for _, id := range ids {
		sum += weight[id]
	}
	p := map[string]float64{}
	for _, id := range ids {
		p[id] = weight[id] / sum
	}
	return p
}

// first returns the likeliest of some ids; of equals the first.
func first(ids []string, p map[string]float64) string {
	best := ids[0]
	for _, id := range ids[1:] {
		if p[id] > p[best]+1e-9 { // sums in another order differ by less
			best = id
		}
	}
	return best
}

// round cuts what is shown to what a reader needs, and what every machine computes alike.
func (v *verdict) round() {
	cut := func(p float64) float64 { return math.Round(p*1e4) / 1e4 }
	for id := range maps.Keys(v.Probabilities) {
		v.Probabilities[id] = cut(v.Probabilities[id])
	}
	for _, p := range v.LabelProbabilities {
		for id := range maps.Keys(p) {
			p[id] = cut(p[id])
		}
	}
	v.Abstain, v.confidence = cut(v.Abstain), cut(v.confidence)
}
