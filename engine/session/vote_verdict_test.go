package session

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// asking returns a state with a vote about blue, green and grey, who are all in the game.
func asking(q VoteRequest, seed int64) (*State, *Vote) {
	s := NewState("ses_test")
	s.Roster, s.Clock, s.Seed = *table(), NewClock(opened, 1), seed
	s.Roster.Players[3].Presence = Active
	q.ID, q.Within = "v1", 1000
	v := s.NewVote(q, 7, opened)
	return s, &v
}

func judgement(p map[string]float64) *Judgement {
	return &Judgement{Chances: Chances{Probabilities: p}}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	t.Run("averages the odds of model and mind", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: ChooseOne}, 1)
		v.Judgement = judgement(map[string]float64{"blue": 0.6, "green": 0.3, "grey": 0.1})
		got := s.verdict(v, Brief{Suspicion: map[string]float64{"green": 2}})
		// The weights are the square roots of 0.6, 0.3·e² and 0.1.
		if got.answer.Option != "green" || got.by != ByModel || got.Probabilities["green"] != 0.5771 || got.Probabilities["blue"] != 0.3003 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a model that leaves an option out is not sure that it is wrong", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: ChooseOne}, 1)
		v.Judgement = judgement(map[string]float64{"blue": 1})
		if got := s.verdict(v, Brief{Suspicion: map[string]float64{"green": 12}}); got.answer.Option != "green" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a judgement of options that are gone is ignored", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: ChooseOne}, 1)
		v.Judgement = judgement(map[string]float64{"x": 1})
		if got := s.verdict(v, Brief{}); got.by != ByFallback || got.answer.Option != v.Standing.Option {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a judgement of options that are gone is ignored, even with a small probability of abstaining", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: ChooseOne, AllowAbstain: true, Fallback: &Answer{Option: "grey"}}, 1)
		v.Judgement = &Judgement{Chances: Chances{Probabilities: map[string]float64{"x": 0.95}, Abstain: 0.05}}
		if got := s.verdict(v, Brief{}); got.by != ByFallback || got.answer.Option != "grey" {
			t.Errorf("%+v", got)
		}
		if v.Judgement.Abstain = 0.95; !s.verdict(v, Brief{}).answer.Abstain {
			t.Errorf("%+v", s.verdict(v, Brief{}))
		}
	})
}

func TestVerdictOfMany(t *testing.T) {
	t.Parallel()
	t.Run("a player about whom the mind knows nothing is not chosen", func(t *testing.T) {
		zero, three := 0.0, 3.0
		s, v := asking(VoteRequest{Kind: ChooseMany, Min: &zero, Max: &three}, 1)
		if got := s.verdict(v, Brief{Suspicion: map[string]float64{"blue": 2}}); !slices.Equal(got.answer.Options, []string{"blue"}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("takes the options that are more likely in than out, within the bounds", func(t *testing.T) {
		zero, three := 0.0, 3.0
		s, v := asking(VoteRequest{Kind: ChooseMany, Min: &zero, Max: &three}, 1)
		v.Judgement = judgement(map[string]float64{"blue": 0.9, "green": 0.6, "grey": 0.2})
		if got := s.verdict(v, Brief{}); !slices.Equal(got.answer.Options, []string{"blue", "green"}) {
			t.Errorf("%+v", got)
		}
		v.Judgement = judgement(map[string]float64{"blue": 0.1, "green": 0.1, "grey": 0.2})
		if got := s.verdict(v, Brief{}); got.answer.Options == nil || len(got.answer.Options) != 0 || got.confidence < 0.8 {
			t.Errorf("%+v", got)
		}
	})
}

func TestVerdictLabels(t *testing.T) {
	t.Parallel()
	t.Run("if labels stand for suspicion only, the others stand for the opposite", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: LabelEach, Labels: []Label{{ID: "ai", About: Suspicion}, {ID: "human"}}}, 1)
		even := map[string]float64{"ai": 0.45, "human": 0.55}
		v.Judgement = &Judgement{Chances: Chances{LabelProbabilities: map[string]map[string]float64{"blue": even, "green": even, "grey": even}}}
		got := s.verdict(v, Brief{Suspicion: map[string]float64{"blue": 9, "green": -9}})
		// The weights are the square roots of 0.45 and of 0.55·e⁻⁹.
		if want := map[string]string{"blue": "ai", "green": "human", "grey": "human"}; !maps.Equal(got.answer.Labels, want) || got.LabelProbabilities["blue"]["ai"] != 0.9879 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a bot that must not accuse gives the standing labels", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: LabelEach, Labels: []Label{{ID: "ai", About: Suspicion}, {ID: "human"}}}, 1)
		s.Config.Accuse = AccuseNever
		all := map[string]float64{"ai": 1}
		v.Judgement = &Judgement{Chances: Chances{LabelProbabilities: map[string]map[string]float64{"blue": all, "green": all, "grey": all}}}
		if got := s.verdict(v, Brief{Suspicion: map[string]float64{"blue": 9}}); got.by != ByFallback || !maps.Equal(got.answer.Labels, v.Standing.Labels) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("the mind decides between suspicion and trust, and other labels keep the model's share", func(t *testing.T) {
		s, v := asking(VoteRequest{Kind: LabelEach, Labels: []Label{{ID: "ai", About: Suspicion}, {ID: "human", About: Trust}, {ID: "unsure"}}}, 1)
		all := map[string]float64{"ai": 0.3, "human": 0.3, "unsure": 0.4}
		v.Judgement = &Judgement{Chances: Chances{LabelProbabilities: map[string]map[string]float64{"blue": all, "green": all, "grey": all}}}
		got := s.verdict(v, Brief{Suspicion: map[string]float64{"blue": 9, "green": -9}})
		want := map[string]string{"blue": "ai", "green": "human", "grey": "unsure"}
		if !maps.Equal(got.answer.Labels, want) || got.LabelProbabilities["blue"]["unsure"] != 0.4 {
			t.Errorf("%+v", got)
		}
	})
}

// TestVerdictOfEqualOptions: of equal options the option of the standing answer wins.
func TestVerdictOfEqualOptions(t *testing.T) {
	t.Parallel()
	even := map[string]float64{"blue": 0.5, "green": 0.5, "grey": 0.5}
	two := 2.0
	for seed := range int64(20) {
		s, v := asking(VoteRequest{Kind: ChooseOne, Fallback: &Answer{Option: "grey"}}, seed)
		v.Judgement = judgement(even)
		if got := s.verdict(v, Brief{}); got.answer.Option != "grey" || got.by != ByModel {
			t.Errorf("seed %d: %+v", seed, got)
		}
		s, v = asking(VoteRequest{Kind: ChooseMany, Min: &two, Max: &two, Fallback: &Answer{Options: []string{"green", "grey"}}}, seed)
		v.Judgement = judgement(even)
		if got := s.verdict(v, Brief{}); !slices.Equal(got.answer.Options, []string{"green", "grey"}) {
			t.Errorf("seed %d: %+v", seed, got)
		}
		want := map[string]string{"blue": "human", "green": "ai", "grey": "human"}
		s, v = asking(VoteRequest{Kind: LabelEach, Labels: []Label{{ID: "ai"}, {ID: "human"}}, Fallback: &Answer{Labels: want}}, seed)
		label := map[string]float64{"ai": 0.5, "human": 0.5}
		v.Judgement = &Judgement{Chances: Chances{LabelProbabilities: map[string]map[string]float64{"blue": label, "green": label, "grey": label}}}
		if got := s.verdict(v, Brief{}); !maps.Equal(got.answer.Labels, want) {
			t.Errorf("seed %d: %+v", seed, got)
		}
	}
}

// TestVerdictOfBadNumbers: numbers of a broken mind or model are harmless.
func TestVerdictOfBadNumbers(t *testing.T) {
	t.Parallel()
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -5, 1e300} {
		s, v := asking(VoteRequest{Kind: ChooseOne}, 1)
		v.Judgement = judgement(map[string]float64{"blue": x, "green": 0.5})
		if v.Judgement.storable() == (math.IsNaN(x) || math.IsInf(x, 0)) {
			t.Errorf("%g can be stored: %t", x, v.Judgement.storable())
		}
		if !v.Judgement.storable() {
			v.Judgement = nil // it is never stored in a log
		}
		got := s.verdict(v, Brief{Suspicion: map[string]float64{"blue": x, "grey": -x}})
		for id, p := range got.Probabilities {
			if !(p >= 0 && p <= 1) {
				t.Errorf("with %g %s gets %g", x, id, p)
			}
		}
		if !s.legalAnswer(v, got.answer) {
			t.Errorf("with %g the answer is %+v", x, got.answer)
		}
	}
}

func TestVerdictIgnoresOrder(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	for seed := range int64(3000) {
		options := []Option{{ID: "a"}, {ID: "b"}, {ID: "c"}}
		var first string
		for range 3 {
			s, v := asking(VoteRequest{Kind: ChooseOne, Options: slices.Clone(options)}, seed)
			v.Judgement = judgement(map[string]float64{"a": 1.0 / 3, "b": 1.0 / 3, "c": 1.0 / 3})
			got := s.verdict(v, Brief{}).answer.Option
			if first != "" && got != first {
				t.Fatalf("seed %d: %s, in another order %s", seed, first, got)
			}
			first = got
			rand.New(rand.NewPCG(uint64(seed), 1)).Shuffle(3, func(i, j int) { options[i], options[j] = options[j], options[i] })
		}
		counts[first]++
	}
	for id, n := range counts {
		if len(counts) != 3 || n < 900 || n > 1100 { // standard deviation: 26
			t.Errorf("%s is taken %d times of 3000", id, n)
		}
	}
}

// TestExplainedAnswer: a vote that asks for it gets the confidence in percent and the reason of the
// model. Any other vote gets the bare answer.
func TestExplainedAnswer(t *testing.T) {
	t.Parallel()
	for _, explain := range []bool{true, false} {
		v := &Vote{VoteRequest: VoteRequest{Kind: ChooseOne, Explain: explain}, Judgement: &Judgement{Rationale: "Blue types too fast."}}
		x := verdict{answer: Answer{Option: "blue"}, confidence: 0.876, by: ByModel}
		a := x.explained(v)
		if (a.Confidence != nil) != explain || (a.Reason != "") != explain || explain && (*a.Confidence != 88 || a.Reason != "Blue types too fast.") {
			t.Errorf("explain %t: %+v", explain, a)
		}
		if x.by = ByMind; x.explained(v).Reason != "" {
			t.Error("a model's reason explains what the mind has answered")
		}
	}
}
