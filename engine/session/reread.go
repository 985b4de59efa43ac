package session

// KindReread is the kind of the thought that scores a plan, and rewrites a machine's line.
const KindReread = CorePrefix + "reread"

// Reread is the finding of a thought of the kind KindReread.
type Reread struct {
	Edit
	PlanScore
}

// PlanScore is how much a text of the bot reads like a machine's, on its own.
type PlanScore struct {
	Weights string `json:"weights"` // Weights is the version of the classifier's weights.
	Text    string `json:"text"`    // Text is the text as it was.
	// LogOdds is the natural logarithm of the odds that a machine wrote it.
	LogOdds float64 `json:"log_odds"`
	// Because says why, the strongest reason first. It is empty for a text that was good enough.
	Because []string `json:"because,omitempty"`
	// Rewritten is the log-odds of the model's new text. It is left out if there is none.
	Rewritten *float64 `json:"rewritten_log_odds,omitempty"`
}

// mayReread reports whether a plan is to be scored, even while it is typed. That happens once.
func (s *State) mayReread(p *Plan, now Millis) bool {
	return s.Config.Reread == On && p.Kind != Rest && !p.Reread && s.mayEdit(p, now)
}

// The new plan is not due before the old one, nor before what differs can have been typed.
func (d *decider) concludeReread(t Thought) {
	found, _ := t.Finding.(Reread)
	done := &ThoughtCompleted{Kind: KindReread, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls}
	if found.Weights != "" {
		done.Reading = &found.PlanScore
	}
	d.edit(done, t, found.Edit, d.s.mayReread)
}
