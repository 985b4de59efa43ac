package game

import "slices"

// Frugal is a strategy that knows cheaper paths.
type Frugal interface {
	// CheaperPaths names them, the dearest first. View.Path tells which one to take.
	CheaperPaths() []string
}

// The paths that every strategy has, the first and the last one.
const (
	PathFull    = "full"
	PathSilence = "silence"
)

// PathReason says why a session changes its path.
type PathReason string

// The reasons of a change of path.
const (
	CallsSpent   PathReason = "calls_spent"   // limits.max_calls
	TokensSpent  PathReason = "tokens_spent"  // limits.max_tokens
	CostSpent    PathReason = "cost_spent"    // limits.max_cost
	ModelFailing PathReason = "model_failing" // thought after thought has failed
)

// StrategyDegraded says that a session takes the next cheaper path.
type StrategyDegraded struct{ PathChange }

// StrategyRecovered says that a session takes the next better path again.
type StrategyRecovered struct{ PathChange }

// PathChange is one step on the ladder of paths.
type PathChange struct {
	// From is the path that was taken so far.
	From string `json:"from"`
	// To is the path that is taken now; on the path silence the bot thinks no more, or only to see whether the model is back. From one
	// silence to another the reason alone has changed.
	To string `json:"to"`
	// Reason is what is short; on the way back, what was.
	Reason PathReason `json:"reason"`
	// Spent is what the session's model calls have cost so far.
	Spent Spent `json:"spent"`
}

// Type implements Payload.
func (*StrategyDegraded) Type() Type { return "strategy.degraded" }

// Type implements Payload.
func (*StrategyRecovered) Type() Type { return "strategy.recovered" }

// troubleStep is how many thoughts in a row must fail for each step down: one or two happen on every network.
const troubleStep = 3

// Ladder returns the paths of a strategy, silence last.
func Ladder(s Strategy) []string {
	paths := []string{PathFull}
	if f, ok := s.(Frugal); ok {
		paths = append(paths, f.CheaperPaths()...)
	}
	return append(paths, PathSilence)
}

// broke tells how far down a ladder the limits put a session, and which limit: the last step when one of them is reached, the ones
// before it evenly from frugalFrom on. A call that the rest of a limit could not bear is a step, too.
func (s *State) broke(last int) (level int, reason PathReason) {
	share, reason := s.Config.Limits.Use(s.Spent)
	switch {
	case reason == "": // there is no limit
		return 0, ""
	case share >= 1:
		return last, reason
	}
	level = s.Unaffordable
	for step := 1; step < last; step++ {
		if share >= frugalFrom+(1-frugalFrom)*float64(step-1)/float64(last-1) {
			level = max(level, step)
		}
	}
	return min(level, last), reason
}

// descend brings the session to the path that its means allow, step by step. The way back is the same: after a raised limit, or a thought
// that a model has answered.
func (d *decider) descend() {
	paths := Ladder(d.strategy)
	last := len(paths) - 1
	want, reason := d.s.broke(last)
	if trouble := min(d.s.Trouble/troubleStep, last); trouble > want {
		want, reason = trouble, ModelFailing
	}
	at := slices.Index(paths, d.s.OnPath())
	if at < 0 { // its options, or a later version, have other paths
		d.emit(&StrategyRecovered{PathChange{d.s.OnPath(), PathFull, d.s.Strayed, d.s.Spent}})
		at = 0
	}
	if at == last && want == last && (reason == ModelFailing) == d.s.penniless() {
		d.emit(&StrategyDegraded{PathChange{PathSilence, PathSilence, reason, d.s.Spent}}) // whether the model is tried hangs on it
	}
	for ; at < want; at++ {
		d.emit(&StrategyDegraded{PathChange{paths[at], paths[at+1], reason, d.s.Spent}})
	}
	for ; at > want; at-- {
		d.emit(&StrategyRecovered{PathChange{paths[at], paths[at-1], d.s.Strayed, d.s.Spent}})
	}
}

// OnPath returns the name of the path that is taken.
func (s *State) OnPath() string {
	if s.Silenced != "" {
		return PathSilence
	}
	return s.Path
}

// take notes a step on the ladder.
func (s *State) take(p PathChange) {
	s.Strayed, s.Silenced = p.Reason, ""
	if p.To == PathSilence {
		s.Silenced = p.Reason // the cheapest path stays, for the thoughts that see whether the model is back
		return
	}
	s.Path = p.To
}

// penniless tells whether the session may spend nothing more. Then it thinks no more.
func (s *State) penniless() bool { return s.Silenced != "" && s.Silenced != ModelFailing }

// answered tells whether a model has answered one of the calls.
func answered(calls []Call) bool {
	return slices.ContainsFunc(calls, func(c Call) bool { return c.Outcome == OutcomeOK })
}

// blame notes what a failed thought says of the session's means and of the model. The strategy plays on without the core's thoughts,
// which may be dearer than its own, and ask another model. The last call decides: those before it may have asked another model, too.
func (s *State) blame(p *ThoughtFailed) {
	core, unpaid := IsCore(p.Kind), p.Code == OutcomeBudget
	switch {
	case unpaid && p.Began != nil && p.Began.Seq < s.Means: // under other limits
	case unpaid && KindOf(p.Kind) == Judge:
		s.spareVote(p.Kind)
	case unpaid && p.Kind == Summarise:
		s.Unretold = true
	case unpaid:
		s.Unaffordable++
	case core || len(p.Calls) == 0:
	case answered(p.Calls[len(p.Calls)-1:]):
		s.Trouble = 0
	default:
		s.Trouble++
	}
}
