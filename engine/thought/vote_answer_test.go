package thought

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// testBallot returns a ballot of options under the keys A to D, and of labels under 1 and 2.
func testBallot(kind session.VoteKind, abstain bool) ballot {
	s := ballot{form: formOf(kind), Vote: session.Vote{VoteRequest: session.VoteRequest{Kind: kind, AllowAbstain: abstain, Min: new(-10.0), Max: new(10.0)}}}
	for i, id := range []string{"a", "b", "c", "d"} {
		s.Options = append(s.Options, session.Option{ID: id})
		s.choices = append(s.choices, entry{prompt.Choice{Key: letterKey(i), Text: "option " + id}, id})
	}
	if abstain {
		s.choices = append(s.choices, entry{prompt.Choice{Key: "E", Text: "abstain", Hint: hintAbstain}, ""})
	}
	for i, id := range []string{"x", "y"} {
		s.Labels = append(s.Labels, session.Label{ID: id})
		s.labels = append(s.labels, entry{prompt.Choice{Key: fmt.Sprint(i + 1), Text: "label " + id}, id})
	}
	return s
}

func thousandths(j session.Judgement) string {
	p := j.Probabilities
	return fmt.Sprintf("%.0f %.0f %.0f %.0f, %.0f", p["a"]*1000, p["b"]*1000, p["c"]*1000, p["d"]*1000, j.Abstain*1000)
}

func TestShares(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		kind    session.VoteKind
		choices []choiceShare
		want    string
	}{
		"Percent":                   {session.ChooseOne, []choiceShare{{"A", 70}, {"B", 20}, {"C", 10}, {"D", 0}}, "700 200 100 0, 0"},
		"SharesOfOne":               {session.ChooseOne, []choiceShare{{"A", 0.7}, {"B", 0.2}, {"C", 0.1}, {"D", 0}}, "700 200 100 0, 0"},
		"MoreThanHundred":           {session.ChooseOne, []choiceShare{{"A", 150}, {"B", 50}, {"C", 0}, {"D", 0}}, "750 250 0 0, 0"},
		"Negative":                  {session.ChooseOne, []choiceShare{{"A", 50}, {"B", -50}, {"C", 50}, {"D", 0}}, "500 0 500 0, 0"},
		"NoNumber":                  {session.ChooseOne, []choiceShare{{"A", 50}, {"B", nan}, {"C", 50}, {"D", 0}}, "500 0 500 0, 0"},
		"Infinite":                  {session.ChooseOne, []choiceShare{{"A", inf}, {"B", math.MaxFloat64}, {"C", 0}, {"D", -inf}}, "500 500 0 0, 0"},
		"AllZero":                   {session.ChooseOne, []choiceShare{{"A", 0}, {"B", 0}, {"C", 0}, {"D", 0}, {"E", 0}}, "250 250 250 250, 0"},
		"OneZero":                   {session.ChooseOne, []choiceShare{{"A", 0}}, "250 250 250 250, 0"},
		"LastOfTwo":                 {session.ChooseOne, []choiceShare{{"A", 90}, {"B", 100}, {"A", 0}, {"C", 0}, {"D", 0}}, "0 1000 0 0, 0"},
		"LeftOutShareWhatIsMissing": {session.ChooseOne, []choiceShare{{"A", 70}}, "700 100 100 100, 0"},
		"LeftOutHaveALittle":        {session.ChooseOne, []choiceShare{{"A", 98}, {"B", 0}}, "980 0 10 10, 0"},
		"LeftOutAreNotPreferred":    {session.ChooseOne, []choiceShare{{"A", 10}}, "250 250 250 250, 0"},
		"UnknownIsDropped":          {session.ChooseOne, []choiceShare{{"A", 40}, {"Q", 60}, {"option", 60}, {"B", 60}, {"C", 0}, {"D", 0}}, "400 600 0 0, 0"},
		"Abstaining":                {session.ChooseOne, []choiceShare{{"A", 40}, {"B", 20}, {"C", 0}, {"D", 0}, {"E", 40}}, "400 200 0 0, 400"},
		"OnlyAbstaining":            {session.YesNo, []choiceShare{{" ABSTAIN", 100}}, "10 10 10 10, 962"},
		"ByLabel":                   {session.ChooseOne, []choiceShare{{"Option  B", 100}, {"A", 0}, {"C", 0}, {"D", 0}}, "0 1000 0 0, 0"},
		"ByItsLine":                 {session.ChooseOne, []choiceShare{{`B: "option b"`, 100}, {"A", 0}, {"C", 0}, {"D", 0}}, "0 1000 0 0, 0"},
		"ManyAreClipped":            {session.ChooseMany, []choiceShare{{"A", 150}, {"B", 60}, {"C", -3}, {"E", 5}}, "1000 600 0 10, 50"},
		"ManySharesOfOne":           {session.ChooseMany, []choiceShare{{"A", 1}, {"B", 0.6}, {"C", 0}, {"D", 1}}, "1000 600 0 1000, 0"},
		"ManyAbstaining":            {session.ChooseMany, []choiceShare{{"A", 50}, {"B", 0}, {"C", 0}, {"D", 0}, {"E", 300}}, "500 0 0 0, 1000"},
		"ManyNone":                  {session.ChooseMany, []choiceShare{{"A", 0}, {"B", 0}, {"C", 0}, {"D", 0}}, "0 0 0 0, 0"},
	} {
		var j session.Judgement
		if err := (chooseAnswer{Choices: c.choices}).judge(testBallot(c.kind, true), &j); err != nil || thousandths(j) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, thousandths(j), err, c.want)
		}
		total := j.Abstain + j.Probabilities["a"] + j.Probabilities["b"] + j.Probabilities["c"] + j.Probabilities["d"]
		if c.kind != session.ChooseMany && math.Abs(total-1) > 1e-9 {
			t.Errorf("%s: the sum is %g", name, total)
		}
	}
}

func TestChosen(t *testing.T) {
	t.Parallel()
	t.Run("NoneLeft", func(t *testing.T) {
		for _, a := range []chooseAnswer{{}, {Choices: []choiceShare{{"Q", 60}, {"E", 100}, {"abstain", 9}}}} {
			var j session.Judgement
			if err := a.judge(testBallot(session.ChooseOne, false), &j); !errors.Is(err, errNothingNamed) {
				t.Errorf("%+v: %+v, %v", a, j, err)
			}
		}
	})
	t.Run("WordAndReason", func(t *testing.T) {
		called := testBallot(session.ChooseOne, true)
		called.choices[1].Text = "None"
		for said, want := range map[string]string{"c": "c", "option C": "c", "b": "b", "none": "", "E": "", "Q": "", "": ""} {
			var j session.Judgement
			a := chooseAnswer{Said: said, Rationale: "so it is.", Choices: []choiceShare{{"A", 1}}}
			if err := a.judge(called, &j); err != nil || j.PublicOption != want || j.Rationale != "so it is." {
				t.Errorf("%q: %+v, %v", said, j, err)
			}
		}
	})
}

func TestLabels(t *testing.T) {
	t.Parallel()
	var j session.Judgement
	a := labelAnswer{Abstain: 30, Labels: []labelledChoice{
		{"A", "1", 80}, {"B", "2", 20}, {"B", "1", 60}, {"B", "2", 40}, {"c", "label X", 30}, {"D", "3", 90}, {"Q", "1", 90},
	}}
	sessiontest.NoError(t, a.judge(testBallot(session.LabelEach, true), &j))
	for id, want := range map[string]float64{"a": 0.8, "b": 0.6, "c": 0.5} {
		p := j.LabelProbabilities[id]
		if math.Abs(p["x"]-want) > 1e-9 || math.Abs(p["x"]+p["y"]-1) > 1e-9 {
			t.Errorf("%s is labelled %v", id, p)
		}
	}
	if j.Abstain != 0.3 || len(j.LabelProbabilities) != 3 {
		t.Errorf("%+v", j)
	}
	if err := (labelAnswer{Labels: []labelledChoice{{"A", "3", 100}, {"Q", "1", 100}}}).judge(testBallot(session.LabelEach, false), &j); !errors.Is(err, errNothingNamed) {
		t.Error(err)
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ number, percent, want, confidence float64 }{
		{3, 70, 3, 0.7}, {3, 0.7, 3, 0.7}, {99, 200, 99, 1}, {-3, -5, -3, 0}, {0, math.NaN(), 0, 0},
	} {
		var j session.Judgement
		a := numberAnswer{Number: c.number, Percent: c.percent, Abstain: 40}
		if err := a.judge(testBallot(session.PickNumber, false), &j); err != nil || *j.Number != c.want || j.Confidence != c.confidence || j.Abstain != 0 {
			t.Errorf("%+v: %v %+v, %v", c, *j.Number, j, err)
		}
	}
	for _, n := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := (numberAnswer{Number: n}).judge(testBallot(session.PickNumber, true), &session.Judgement{}); err == nil {
			t.Errorf("the number %g was accepted", n)
		}
	}
}

// TestAbstaining: its percentage has the scale of the answer, and counts only if allowed.
func TestAbstaining(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sure, abstain float64
		allowed       bool
		want          float64
	}{{80, 1, true, 0.01}, {0.8, 1, true, 1}, {0.8, 0.25, true, 0.25}, {80, 300, true, 1}, {80, 60, false, 0}} {
		for kind, a := range map[session.VoteKind]answer{
			session.PickNumber: numberAnswer{Percent: c.sure, Abstain: c.abstain},
			session.LabelEach:  labelAnswer{Labels: []labelledChoice{{"A", "1", c.sure}}, Abstain: c.abstain},
		} {
			var j session.Judgement
			if err := a.judge(testBallot(kind, c.allowed), &j); err != nil || j.Abstain != c.want || len(j.LabelProbabilities) > 1 {
				t.Errorf("%s %+v: %+v, %v", kind, c, j, err)
			}
		}
	}
}

// TestEveryKindOfVoteHasAForm looks for the form of each kind that the core knows.
func TestEveryKindOfVoteHasAForm(t *testing.T) {
	t.Parallel()
	for _, kind := range session.VoteKinds() {
		if f := formOf(kind); f.kind != kind {
			t.Errorf("the kind %s has the form of %s; add its line to voteForms", kind, f.kind)
		}
	}
}
