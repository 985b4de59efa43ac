package thought_test

import (
	"cmp"
	"slices"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/suspicion"
	"ringer/engine/thought"
)

// ranked returns lines, the one that reads most like a person's first.
func ranked() []string {
	reader := suspicion.Embedded().Reader([]string{"Red", "Blue", "Green"})
	score := func(text string) float64 { return reader.Alone(suspicion.Line{Text: text, Gap: -1}) }
	return slices.SortedFunc(slices.Values([]string{
		"I really enjoy hiking and cooking, how about you?", "honestly just vibing here lol, you?", "no idea yet", "not me", "lol", "hi there", "what do you mean??", "i live near the coast tbh, pretty chill",
	}), func(a, b string) int { return cmp.Compare(score(a), score(b)) })
}

func TestReread(t *testing.T) {
	t.Parallel()
	human, machine := ranked()[0], "Honestly, I live near the coast, pretty chill."
	reread := func(t *testing.T, text string, model prompt.Asker) session.Reread {
		t.Helper()
		found := sessiontest.Must(thought.Think(t.Context(), planned(t, text, "me neither"), thought.With{Classifier: suspicion.Embedded()}, session.Want{Kind: session.KindReread}, model))(t)
		return found.(session.Reread)
	}
	t.Run("AGoodLineCostsNoCall", func(t *testing.T) {
		model := &sessiontest.Script{}
		f := reread(t, human, model)
		if len(model.Asked) > 0 || f.Edit.Text != "" || f.PlanID != "pln_1" || f.PlanScore.Text != human || f.LogOdds > 0 || f.Because != nil || f.Weights != suspicion.Embedded().Version() {
			t.Errorf("%+v, asked %d", f, len(model.Asked))
		}
	})
	t.Run("AShortLineCostsNoCall", func(t *testing.T) {
		model := &sessiontest.Script{}
		if f := reread(t, "maybe fair", model); len(model.Asked) > 0 || f.LogOdds <= 0 || f.Because != nil {
			t.Errorf("%+v, asked %d", f, len(model.Asked))
		}
	})
	t.Run("AMachinesLineIsWrittenOnceMore", func(t *testing.T) {
		plain := "i live near the coast"
		model := &sessiontest.Script{Answers: []string{`{"text":" ` + plain + ` "}`}}
		f := reread(t, machine, model)
		if f.Edit.Text != plain || f.LogOdds <= 0 || f.Rewritten == nil || *f.Rewritten >= f.LogOdds || len(f.Because) == 0 || f.Seen != 4 {
			t.Fatalf("%+v", f)
		}
		p := model.Asked[0].Parsed()
		if shown, _ := p.Pending(); shown != machine || !slices.Equal(p.List("what gives it away"), f.Because) || model.Asked[0].Role != prompt.RoleReflex {
			t.Errorf("the prompt shows %q because of %v, role %s", shown, p.List("what gives it away"), model.Asked[0].Role)
		}
	})
	t.Run("AWorseLineIsNotUsed", func(t *testing.T) {
		for _, answer := range []string{`{"text":"` + machine + `"}`, `{"text":""}`} {
			f := reread(t, machine, &sessiontest.Script{Answers: []string{answer}})
			if f.Edit.Text != "" || len(f.Because) == 0 || (f.Rewritten == nil) != (answer == `{"text":""}`) {
				t.Errorf("%s: %+v", answer, f)
			}
		}
	})
	t.Run("ALineWithAnotherSenseIsNotUsed", func(t *testing.T) {
		for _, answer := range []string{human, "i live not near the coast"} {
			if f := reread(t, machine, &sessiontest.Script{Answers: []string{`{"text":"` + answer + `"}`}}); f.Edit.Text != "" || *f.Rewritten >= f.LogOdds {
				t.Errorf("%q: %+v", answer, f)
			}
		}
	})
	t.Run("WithoutAPlanOrAClassifier", func(t *testing.T) {
		for _, by := range []thought.With{{}, {Classifier: suspicion.Embedded()}} {
			v := planned(t, machine, "me neither")
			if by.Classifier != nil {
				v.Plan = nil
			}
			found, err := thought.Think(t.Context(), v, by, session.Want{Kind: session.KindReread}, &sessiontest.Script{})
			if f := found.(session.Reread); err != nil || f.PlanID != "" || f.Weights != "" {
				t.Errorf("%+v, %v", f, err)
			}
		}
	})
	t.Run("Offline", func(t *testing.T) {
		model := offline.New(thought.Skills()).Asker(prompt.Caller{Record: func(prompt.Exchange) {}})
		if f := reread(t, machine, model); f.Rewritten == nil || f.Edit.Text == machine {
			t.Errorf("%+v", f)
		}
	})
}
