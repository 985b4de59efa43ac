package session

import "maps"

// KindSuspicion names the finding of the classifier that reads what the others write. It is not a
// thought: it costs no model call, and takes no time.
const KindSuspicion = CorePrefix + "suspicion"

// Switch turns a part of the core on or off.
type Switch string

const (
	On  Switch = "on"
	Off Switch = "off"
)

// Suspicious is a strategy whose paper has a classifier.
type Suspicious interface {
	// Suspects reports whether its sessions use the classifier unless they say otherwise.
	Suspects() bool
}

// Accuser is a strategy whose options say when the bot accuses a player.
type Accuser interface {
	// Lead returns the threshold T of the Theory of Mind paper, section 3.4, in log-odds.
	Lead() float64
}

// Loyal is a strategy that supports a player.
type Loyal interface {
	// Supports returns the player whom the bot never accuses by itself; "" for nobody.
	Supports(View) string
}

// accused returns whom the bot would accuse now. If there are scores, they decide, by equations 3
// and 4 of the Theory of Mind paper. Else it is the player whom the strategy names. After evidence
// the scores count together with the mind, as in votes, on the scale of S.
func (d *decider) accused(v View, named string) string {
	if v.Sums == nil {
		return named
	}
	lead, sums := float64(AccuseLead), v.Sums
	if a, ok := d.strategy.(Accuser); ok {
		lead = a.Lead()
	}
	if v.Config.AccuseAfter == AfterEvidence {
		pooled := v.pooled(d.strategy.Brief(v).Suspicion)
		sums = map[string]float64{}
		for id := range v.Sums {
			sums[id] = pooled[id] / calibration
		}
	}
	player := Suspect(sums, lead)
	if l, ok := d.strategy.(Loyal); ok && player != "" && player == l.Supports(v) {
		return ""
	}
	return player
}

// pooled returns what votes weigh: the mind's own suspicion and the calibrated scores. Both are
// opinions on the same lines, so their log-odds are averaged and not added up.
func (v *View) pooled(mind map[string]float64) map[string]float64 {
	if v.Sums == nil {
		return mind
	}
	pooled := maps.Clone(mind)
	if pooled == nil {
		pooled = map[string]float64{}
	}
	for id, sum := range v.Sums {
		switch scored := (PlayerScore{Sum: sum}).calibrated(); {
		case mind[id] == 0:
			pooled[id] = Round(scored)
		case sum != 0:
			pooled[id] = Round((bounded(mind[id]) + scored) / 2)
		}
	}
	return pooled
}
