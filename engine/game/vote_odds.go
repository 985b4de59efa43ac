package game

import "math"

func sigmoid(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// LogOdds returns a probability in percent as the natural logarithm of its odds. Nobody is surer than 99 percent.
func LogOdds(percent int) float64 {
	share := float64(min(max(percent, 1), 99)) / 100
	return math.Log(share / (1 - share))
}

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

// rounded returns odds cut to what a reader needs, and what every machine computes alike.
func (o Odds) rounded() Odds {
	r := Odds{Probabilities: rounded(o.Probabilities), Abstain: cut(o.Abstain)}
	for id, p := range o.LabelProbabilities {
		if r.LabelProbabilities == nil {
			r.LabelProbabilities = map[string]map[string]float64{}
		}
		r.LabelProbabilities[id] = rounded(p)
	}
	return r
}

func rounded(p map[string]float64) map[string]float64 {
	if p == nil {
		return nil
	}
	r := make(map[string]float64, len(p))
	for id := range p {
		r[id] = cut(p[id])
	}
	return r
}

// cut rounds a probability to four places.
func cut(p float64) float64 { return math.Round(p*1e4) / 1e4 }
