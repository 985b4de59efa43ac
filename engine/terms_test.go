package engine_test

import (
	"errors"
	"testing"

	"ringer/engine"
	"ringer/engine/game"
)

// TestPrices: a limit of cost is taken only where the price of each model that it should hold is known.
func TestPrices(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.Close()
		e := b.start("two", engine.Terms{Models: []string{"*"}, Standing: []string{"free"}, Priced: func(model string) bool { return model == "dear" }})
		defer e.Close()
		choose := func(model string) *game.ModelChoice { return &game.ModelChoice{Model: model} }
		for name, c := range map[string]struct {
			cost   float64
			models *game.ModelChoices
			want   string // the pointer that is refused
		}{
			"NoLimit":          {0, &game.ModelChoices{Reply: choose("other")}, ""},
			"StandingModel":    {1, nil, "/limits/max_cost"},
			"NotAllItsOwn":     {1, &game.ModelChoices{Reply: choose("dear")}, "/limits/max_cost"},
			"AllItsOwn":        {1, &game.ModelChoices{Default: choose("dear")}, ""},
			"OneWithoutAPrice": {1, &game.ModelChoices{Default: choose("dear"), Analysis: choose("other")}, "/model/analysis/model"},
		} {
			_, _, err := e.Create(t.Context(), game.Config{
				Strategy: "answering", Bot: game.Bot{Seat: "red"}, Game: game.Setting{Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}},
				Model: c.models, Limits: game.Limits{MaxCost: c.cost},
			})
			var errs game.Errors
			switch errors.As(err, &errs); {
			case c.want == "" && err == nil:
			case len(errs) != 1 || errs[0].Pointer != c.want:
				t.Errorf("%s: refused with %v, want %q", name, err, c.want)
			}
		}
		b.Engine = e
		if err := e.Update(t.Context(), b.id, game.Changes{Limits: &game.Limits{MaxCost: 1}}); err == nil {
			t.Error("a change brought a limit that cannot be kept")
		}
	})
}
