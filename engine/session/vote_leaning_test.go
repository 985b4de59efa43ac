package session

import (
	"math"
	"testing"
)

func TestLeaningBySuspicion(t *testing.T) {
	t.Parallel()
	suspects := Brief{Suspicion: map[string]float64{"blue": 3, "green": -2, "grey": 0.5}}
	team := VoteRequest{Kind: ChooseMany, Step: StepTeam, K: 2, AllowSelf: true}
	approval := VoteRequest{Kind: YesNo, Step: StepApproval}
	proposed := func(ids ...string) Ruling { return Ruling{Step: StepTeam, By: "red", Players: ids} }
	t.Run("TeamsAgainstSuspects", func(t *testing.T) {
		s, v := questVote("servant", team)
		l := s.leaning(v, suspects)
		if l.Options["red"] != maxSuspicion || l.Options["blue"] != -3 || l.Options["green"] != 2 || l.Options["grey"] != -0.5 {
			t.Errorf("%v", l.Options)
		}
	})
	t.Run("WithABound", func(t *testing.T) {
		s, v := questVote("servant", team)
		if l := s.leaning(v, Brief{Suspicion: map[string]float64{"blue": math.Inf(1), "green": -99}}); l.Options["blue"] != -maxSuspicion || l.Options["green"] != maxSuspicion {
			t.Errorf("%v", l.Options)
		}
	})
	t.Run("TheTeamThatWasProposedLast", func(t *testing.T) {
		s, v := questVote("servant", approval, proposed("red", "blue"), Ruling{Step: StepApproval, Players: []string{"red", "blue"}}, proposed("red", "green"))
		if l := s.leaning(v, suspects); l.Options[Yes] != 3.75 || l.Options[No] != -3.75 {
			t.Errorf("%v", l.Options)
		}
	})
	t.Run("ATeamOfAllOrOfNobodyElseTellsNothing", func(t *testing.T) {
		for _, ids := range [][]string{{"red", "blue", "green", "grey"}, {"red"}} {
			s, v := questVote("servant", approval, proposed(ids...))
			if l := s.leaning(v, suspects); l.Options[Yes] != 0 {
				t.Errorf("%v: %v", ids, l.Options)
			}
		}
	})
	t.Run("NothingElse", func(t *testing.T) {
		for name, leaning := range map[string]Leaning{
			"no team":      leaningOf("servant", approval, suspects),
			"no suspicion": leaningOf("servant", team, Brief{}),
			"evil":         leaningOf("morgana", team, suspects),
			"no step":      leaningOf("servant", VoteRequest{Kind: ChooseOne}, suspects),
		} {
			if len(leaning.Options) > 0 {
				t.Errorf("%s: %v", name, leaning.Options)
			}
		}
	})
}

func leaningOf(role string, q VoteRequest, b Brief) Leaning {
	s, v := questVote(role, q)
	return s.leaning(v, b)
}
