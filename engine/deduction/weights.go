package deduction

import (
	_ "embed"
	"encoding/json"
)

// Weights say how players act.
type Weights struct {
	// Vote is in log-odds of yes.
	Vote map[string]float64 `json:"vote"`
	// Team is in logarithms of the chance of a proposed team.
	Team map[string]float64 `json:"team"`
	// Merlin says who looks like Merlin to the evil players, in logarithms of the chance.
	Merlin map[string]float64 `json:"merlin"`
	// Fail is how likely an evil player fails a quest, by stage. Without it, a quest only
	// excludes what contradicts it.
	Fail map[string]float64 `json:"fail"`
	// Slip is how likely a quest without evil players is told as failed.
	Slip float64 `json:"slip"`
	// Talk weighs what was heard. 0 ignores it, 1 trusts the reader's own numbers.
	Talk float64 `json:"talk"`
}

//go:embed weights.json
var fittedJSON []byte

var fitted = func() *Weights {
	w := &Weights{}
	if err := json.Unmarshal(fittedJSON, w); err != nil {
		panic("deduction: weights.json: " + err.Error()) // embedded at build time
	}
	return w
}()

// Fitted returns the weights that `ringer deduction fit` found in 10 games of Avalon-NLU and 9 of
// Bayesian-Avalon. All callers share them, so nobody may change them.
func Fitted() *Weights { return fitted }

// One that is missing is 0.
func inOrder(weights map[string]float64, names []string) []float64 {
	all := make([]float64, len(names))
	for i, name := range names {
		all[i] = weights[name]
	}
	return all
}

func byName(weights []float64, names []string) map[string]float64 {
	all := make(map[string]float64, len(names))
	for i, name := range names {
		all[name] = weights[i]
	}
	return all
}
