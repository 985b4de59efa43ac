package session

import "slices"

// Frugal is a strategy that has cheaper paths.
type Frugal interface {
	// CheaperPaths returns their names, most expensive first. View.Path says which path to take.
	CheaperPaths() []string
}

// The paths that every strategy has: the first and the last one.
const (
	PathFull    = "full"
	PathSilence = "silence"
)

// PathReason says why a session changes its path.
type PathReason string

const (
	CallsSpent   PathReason = "calls_spent"   // limits.max_calls
	TokensSpent  PathReason = "tokens_spent"  // limits.max_tokens
	CostSpent    PathReason = "cost_spent"    // limits.max_cost
	ModelFailing PathReason = "model_failing" // several thoughts in a row have failed
)

// StrategyDegraded says that a session takes the next cheaper path.
type StrategyDegraded struct{ PathChange }

// StrategyRecovered says that a session takes the next better path again.
type StrategyRecovered struct{ PathChange }

// PathChange is one step on the ladder of paths.
type PathChange struct {
	From string `json:"from"` // From is the path that was taken so far.
	// To is the path that is taken now. On the path silence the bot no longer thinks, except to
	// test whether the model is back. A change from silence to silence only changes the reason.
	To string `json:"to"`
	// Reason says what is used up or failing. On the way back, it says what was used up or failing.
	Reason PathReason `json:"reason"`
	Spent  Spent      `json:"spent"` // Spent is what the session's model calls have cost so far.
}

// Path is the path that the strategy's thoughts take.
type Path struct {
	// Name is the path. A silent session keeps the name of its last path, for the thoughts that
	// test the model.
	Name string `json:"name"`
	// Silenced says why the session is silent. It is empty for a session that is not silent.
	Silenced PathReason `json:"silenced,omitempty"`
	Reason   PathReason `json:"reason,omitempty"` // says why the path was last changed
	// Unanswered counts the strategy's last thoughts in a row that got no answer from a model.
	Unanswered int `json:"unanswered,omitempty"`
}

// unansweredPerStep is how many thoughts in a row must fail for a step down the ladder.
const unansweredPerStep = 3

// Ladder returns the paths of a strategy, silence last.
func Ladder(s Strategy) []string {
	paths := []string{PathFull}
	if f, ok := s.(Frugal); ok {
		paths = append(paths, f.CheaperPaths()...)
	}
	return append(paths, PathSilence)
}

// adjustPath moves the session, step by step, to the path that its budget and the model allow.
func (d *decider) adjustPath() {
	paths := Ladder(d.strategy)
	last := len(paths) - 1
	want, reason := d.s.Budget.step(d.s.Config.Limits, last)
	if failing := min(d.s.Path.Unanswered/unansweredPerStep, last); failing > want {
		want, reason = failing, ModelFailing
	}
	at := slices.Index(paths, d.s.Path.Current())
	if at < 0 { // the path is unknown, after a change of options or version
		d.emit(&StrategyRecovered{PathChange{d.s.Path.Current(), PathFull, d.s.Path.Reason, d.s.Budget.Spent}})
		at = 0
	}
	if at == last && want == last && (reason == ModelFailing) == d.s.Path.outOfBudget() {
		// The reason decides whether a silent session still tests the model.
		d.emit(&StrategyDegraded{PathChange{PathSilence, PathSilence, reason, d.s.Budget.Spent}})
	}
	for ; at < want; at++ {
		d.emit(&StrategyDegraded{PathChange{paths[at], paths[at+1], reason, d.s.Budget.Spent}})
	}
	for ; at > want; at-- {
		d.emit(&StrategyRecovered{PathChange{paths[at], paths[at-1], d.s.Path.Reason, d.s.Budget.Spent}})
	}
}

// Current returns the name of the path that is taken.
func (p *Path) Current() string {
	if p.Silenced != "" {
		return PathSilence
	}
	return p.Name
}

func (p *Path) take(to PathChange) {
	p.Reason, p.Silenced = to.Reason, ""
	if to.To == PathSilence {
		p.Silenced = to.Reason
		return
	}
	p.Name = to.To
}

// outOfBudget reports whether a reached limit has silenced the session. It then thinks no more.
func (p *Path) outOfBudget() bool { return p.Silenced != "" && p.Silenced != ModelFailing }

func answered(calls []Call) bool {
	return slices.ContainsFunc(calls, func(c Call) bool { return c.Outcome == OutcomeOK })
}

// noteFailure notes what a failed thought says about the budget and the model. The core's own
// thoughts do not change the path, and only the last call counts: others may ask another model.
func (s *State) noteFailure(p *ThoughtFailed) {
	core, unaffordable := IsCore(p.Kind), p.Code == OutcomeBudget
	switch {
	case unaffordable && p.Began != nil && p.Began.Seq < s.Budget.Since:
		// The limits have changed since.
	case unaffordable && KindOf(p.Kind) == KindVote:
		s.voteUnaffordable(p.Kind)
	case unaffordable && p.Kind == KindSummary:
		s.Budget.SummaryUnaffordable = true
	case unaffordable && p.Kind == KindBiography:
		// It is asked for once.
	case unaffordable:
		s.Budget.Unaffordable++
	case core || len(p.Calls) == 0:
	case answered(p.Calls[len(p.Calls)-1:]):
		s.Path.Unanswered = 0
	default:
		s.Path.Unanswered++
	}
}

func (*StrategyDegraded) Type() Type  { return "strategy.degraded" }
func (*StrategyRecovered) Type() Type { return "strategy.recovered" }
