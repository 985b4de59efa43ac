package game

import "testing"

// TestPathThatIsNoMore goes back to the full path, in the log, when a strategy does not know the session's path any more.
func TestPathThatIsNoMore(t *testing.T) {
	t.Parallel()
	s := newTimedScenario(t, TimingHuman, 1)
	s.store(&StrategyDegraded{PathChange{From: PathFull, To: "rare", Reason: TokensSpent}})
	s.settle(nil)
	if n := len(s.log); s.state.Path.Current() != PathFull || s.log[n-1].Data.Type() != "strategy.recovered" || s.log[n-2].Data.Type() != "strategy.degraded" {
		t.Errorf("on the path %s:\n%s", s.state.Path.Current(), s.trace.String())
	}
}

// TestHalfAnsweredThoughts: a thought whose last question no model answers has failed, whatever was answered before; roles may have
// models of their own.
func TestHalfAnsweredThoughts(t *testing.T) {
	t.Parallel()
	s := newTimedScenario(t, TimingHuman, 1)
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
	s.settle([]Thought{half}) // the strategy made do with half of the answers
	if s.state.Path.Current() != PathFull {
		t.Errorf("on the path %s:\n%s", s.state.Path.Current(), s.trace.String())
	}
}
