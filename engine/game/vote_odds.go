package game

import "math"

func sigmoid(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// LogOdds returns the natural logarithm of the odds of a probability in percent. It treats nobody
// as surer than 99 percent.
func LogOdds(percent int) float64 {
	share := float64(min(max(percent, 1), 99)) / 100
	return math.Log(share / (1 - share))
}

// softmax turns logarithms of weights into probabilities.
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

// first returns the most likely of some ids. Of equals it returns the first.
func first(ids []string, p map[string]float64) string {
	best := ids[0]
	for _, id := range ids[1:] {
		if p[id] > p[best]+1e-9 { // the order of a sum changes less than this
			best = id
		}
	}
	return best
}

// rounded returns the odds rounded to what a reader needs, so that every machine gets the same
// numbers.
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
