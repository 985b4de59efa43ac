package session

import "math"

func sigmoid(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// LogOdds returns the natural logarithm of the odds of 1 to 99 percent, so that it is finite.
func LogOdds(percent int) float64 {
	share := float64(min(max(percent, 1), 99)) / 100
	return math.Log(share / (1 - share))
}

func softmax(ids []string, logs map[string]float64) map[string]float64 {
	weight := map[string]float64{}
	for _, id := range ids {
		weight[id] = math.Exp(logs[id])
	}
	return shares(ids, weight)
}

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

// likeliest returns the id with the highest probability. Of equal ids it returns the first.
func likeliest(ids []string, p map[string]float64) string {
	best := ids[0]
	for _, id := range ids[1:] {
		if p[id] > p[best]+1e-9 { // the order of a sum changes less than this
			best = id
		}
	}
	return best
}

func (c Chances) rounded() Chances {
	r := Chances{Probabilities: rounded(c.Probabilities), Abstain: Round(c.Abstain)}
	for id, p := range c.LabelProbabilities {
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
		r[id] = Round(p[id])
	}
	return r
}

// Round rounds log-odds and probabilities to four places: every machine stores the same numbers.
func Round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
