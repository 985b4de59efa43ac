package fourmind_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sim"
)

// sides matches whom an objective supports, and whom it turns suspicion on.
var sides = regexp.MustCompile(`(?s)You want ("\w+") doubted.*side with ("\w+")`)

// playedObjectives returns the objective in each prompt of a game that comes to doubt Blue a
// little.
func playedObjectives(t *testing.T, options string, change func(*scene)) (objectives []string) {
	t.Helper()
	s := newScene(t, func(p prompt.Parsed) (any, error) {
		switch p.Task {
		case taskLookahead:
			found := append(sides.FindStringSubmatch(p.Text("objective")), "", "", "")
			objectives = append(objectives, found[2]+" > "+found[1])
		case "fourmind.appraisal":
			return map[string]any{"players": []any{map[string]any{"name": "Blue", "doubted": 45}, map[string]any{"name": "Green", "doubted": 5}}}, nil
		}
		return others(p)
	}, options, 1)
	for i := range 20 {
		text := "line " + strings.Repeat("x", i)
		if i == 4 {
			text = "somebody here is a bot"
		}
		s.Say(float64(5+5*i), []string{"blue", "green"}[i%2], text)
	}
	if change != nil {
		change(s)
	}
	s.Until(120)
	return objectives
}

// The drawn objective stays; the adaptive one turns to the player whom the chat doubts.
func TestAdaptiveObjectiveInPlay(t *testing.T) {
	t.Parallel()
	const drawn, adapted = `"Blue" > "Green"`, `"Green" > "Blue"`
	static, adaptive := playedObjectives(t, `{}`, nil), playedObjectives(t, `{"objective":"adaptive"}`, nil)
	if static[0] != " > " || static[14] != drawn || static[len(static)-1] != drawn {
		t.Errorf("static: %q", static)
	}
	if adaptive[0] != " > " || adaptive[len(adaptive)-1] != adapted {
		t.Errorf("adaptive: %q", adaptive)
	}
}

// TestOptionsChangeInPlay: the platform changes the objective during the game.
func TestOptionsChangeInPlay(t *testing.T) {
	t.Parallel()
	objectives := playedObjectives(t, `{}`, func(s *scene) {
		s.Sim.At(sim.Epoch().Add(80*time.Second), func() error {
			return s.Sim.Update(t.Context(), s.ID, session.Changes{Options: json.RawMessage(`{"target":"blue"}`)})
		})
	})
	if last := objectives[len(objectives)-1]; !slices.Contains(objectives, `"Blue" > "Green"`) || last != `"Green" > "Blue"` {
		t.Errorf("%q", objectives)
	}
	s := newScene(t, others, `{}`, 1)
	if err := s.Sim.Update(t.Context(), s.ID, session.Changes{Options: json.RawMessage(`{"objective":"none","target":"green"}`)}); err == nil {
		t.Error("options that do not fit together are accepted")
	}
}
