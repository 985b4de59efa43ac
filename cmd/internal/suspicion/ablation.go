package suspicion

import (
	"cmp"
	"slices"

	"ringer/engine/suspicion"
)

type ablation struct {
	group string
	*figures
}

// ablate takes each group of inputs away in turn. The strongest group comes first.
func (t *study) ablate() (all []ablation) {
	for _, g := range suspicion.Groups() {
		held := t.cool(t.scores(t.stop, func(w *suspicion.Weights) *suspicion.Weights { return w.Without(g.Inputs) }))
		all = append(all, ablation{g.Name, measure(held, t.weigh)})
	}
	slices.SortStableFunc(all, func(a, b ablation) int { return cmp.Compare(b.loss, a.loss) })
	return all
}
