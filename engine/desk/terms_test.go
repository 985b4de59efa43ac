package desk_test

import (
	"errors"
	"slices"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestPrices checks that a limit of cost is refused if the price of one of the session's models is
// not known.
func TestPrices(t *testing.T) {
	b := setup(t)
	k := b.start(desk.Terms{Models: []string{"*"}, ServerModels: []string{"free"}, Priced: func(model string) bool { return model == "dear" }})
	choose := func(model string) *session.ModelChoice { return &session.ModelChoice{Model: model} }
	for name, c := range map[string]struct {
		cost   float64
		models *session.ModelChoices
		want   string // the pointer that is refused
	}{
		"NoLimit":          {0, &session.ModelChoices{Reply: choose("other")}, ""},
		"ServerModel":      {1, nil, "/limits/max_cost"},
		"NotAllItsOwn":     {1, &session.ModelChoices{Reply: choose("dear")}, "/limits/max_cost"},
		"AllItsOwn":        {1, &session.ModelChoices{Default: choose("dear")}, ""},
		"OneWithoutAPrice": {1, &session.ModelChoices{Default: choose("dear"), Analysis: choose("other")}, "/model/analysis/model"},
	} {
		asked := config()
		asked.Model, asked.Limits = c.models, session.Limits{MaxCost: c.cost}
		_, _, err := k.Create(t.Context(), "", asked)
		errs, _ := errors.AsType[session.Errors](err)
		switch {
		case c.want == "" && err == nil:
		case len(errs) != 1 || errs[0].Pointer != c.want:
			t.Errorf("%s: refused with %v, want %q", name, err, c.want)
		}
	}
	if err := k.Update(t.Context(), b.id, session.Changes{Limits: &session.Limits{MaxCost: 1}}); err == nil {
		t.Error("a change to a limit that cannot be kept was accepted")
	}
}

func TestTerms(t *testing.T) {
	b := setup(t)
	k := b.start(desk.Terms{Models: []string{"good"}, Limits: session.Limits{MaxCalls: 100, MaxCost: 0.5}})
	choose := func(model string, calls int) session.Config {
		c := config()
		c.Model, c.Limits = &session.ModelChoices{Reply: &session.ModelChoice{Model: model}}, session.Limits{MaxCalls: calls}
		return c
	}
	row := sessiontest.First(k.Create(t.Context(), "", choose("good", 0)))(t)
	s, err := k.StateAt(t.Context(), row.ID, 0)
	if err != nil || s.Config.Limits.MaxCalls != 100 || s.Config.Limits.MaxCost != 0.5 {
		t.Errorf("%+v, %v; want the server's limits", s.Config.Limits, err)
	}
	_, _, err = k.Create(t.Context(), "", choose("dear", 101))
	errs, ok := errors.AsType[session.Errors](err)
	if !ok || !slices.Equal([]string{errs[0].Pointer, errs[1].Pointer}, []string{"/model/reply/model", "/limits/max_calls"}) {
		t.Errorf("refused with %v", err)
	}
	persona := "x"
	if err := k.Update(t.Context(), b.id, session.Changes{Persona: &persona}); err != nil {
		t.Errorf("a session of other terms: %v", err)
	}
}

// TestTermsAndDuplicates repeats a create on a server whose terms have changed, as a platform does
// that got no answer.
func TestTermsAndDuplicates(t *testing.T) {
	b := setup(t)
	asked := func() session.Config {
		c := config()
		c.External, c.Limits = "game-1", session.Limits{MaxCalls: 40}
		return c
	}
	k := b.start(desk.Terms{Limits: session.Limits{MaxTokens: 9000}})
	first := sessiontest.First(k.Create(t.Context(), "", asked()))(t)
	k = b.start(desk.Terms{Limits: session.Limits{MaxTokens: 5000, MaxCost: 1}})
	if again, known, err := k.Create(t.Context(), "", asked()); err != nil || !known || again.ID != first.ID {
		t.Errorf("%s, %v, %v; want %s", again.ID, known, err, first.ID)
	}
	c := asked()
	c.Limits.MaxCalls = 41
	_, _, err := k.Create(t.Context(), "", c)
	if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Code != session.CodeIDReused {
		t.Errorf("another body: %v", err)
	}
}

func TestLanguageWithoutAList(t *testing.T) {
	b := setup(t)
	for name, c := range map[string]struct {
		language string
		allowed  []string
		refused  bool
	}{
		"List":          {"pt", nil, false},
		"Region":        {"pt-BR", nil, false},
		"Script":        {"zh_Hant", nil, false},
		"Default":       {"", nil, false},
		"NoList":        {"fi", nil, true},
		"Allowed":       {"fi", []string{"sv", "FI"}, false},
		"AllAllowed":    {"fi", []string{"*"}, false},
		"AnotherIsFine": {"fi", []string{"sv"}, true},
	} {
		k := b.start(desk.Terms{Languages: c.allowed})
		asked := config()
		asked.Language = c.language
		_, _, err := k.Create(t.Context(), "", asked)
		errs, _ := errors.AsType[session.Errors](err)
		if refused := len(errs) == 1 && errs[0].Code == session.CodeLanguageNotAllowed && errs[0].Pointer == "/language"; refused != c.refused || err != nil && !refused {
			t.Errorf("%s: %v, want refused %v", name, err, c.refused)
		}
	}
}
