package session

import "testing"

// TestUnknownPath goes back to the full path when the strategy does not know the path.
func TestUnknownPath(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.store(&StrategyDegraded{PathChange{From: PathFull, To: "rare", Reason: TokensSpent}})
	s.settle(nil)
	if n := len(s.log); s.state.Path.Current() != PathFull || s.log[n-1].Data.Type() != "strategy.recovered" || s.log[n-2].Data.Type() != "strategy.degraded" {
		t.Errorf("on the path %s:\n%s", s.state.Path.Current(), s.trace.String())
	}
}

// TestHalfAnsweredThoughts: a thought has failed if no model answers its last question.
func TestHalfAnsweredThoughts(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	half := Thought{
		Want: Want{Kind: "turn", BasedOn: 2}, Failure: "model_error",
		Calls: []Call{{Role: "decision", Outcome: OutcomeOK}, {Role: "reply", Outcome: "model_error"}},
	}
	for range 3 * unansweredPerStep {
		s.settle([]Thought{half})
	}
	if s.state.Path.Current() != PathSilence || s.state.Path.Silenced != ModelFailing {
		t.Errorf("on the path %s:\n%s", s.state.Path.Current(), s.trace.String())
	}
	half.Failure, half.Finding = "", (*Candidate)(nil)
	s.settle([]Thought{half}) // the strategy managed with half of the answers
	if s.state.Path.Current() != PathFull {
		t.Errorf("on the path %s:\n%s", s.state.Path.Current(), s.trace.String())
	}
}
