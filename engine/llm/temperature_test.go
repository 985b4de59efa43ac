package llm_test

import (
	"context"
	"testing"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestTemperatureOfAPrompt: a prompt's own temperature replaces the role's, but not the session's
// choice. A model that gets or takes none is asked without it.
func TestTemperatureOfAPrompt(t *testing.T) {
	t.Parallel()
	wish, chosen := 0.45, 0.3
	without := func(c *llm.Config) {
		r := c.Roles[prompt.RoleReply]
		r.Temperature = nil
		c.Roles[prompt.RoleReply] = r
	}
	for name, x := range map[string]struct {
		wish    *float64
		models  *session.ModelChoices
		change  []func(*llm.Config)
		refuses bool
		want    any
	}{
		"TheRoles":            {nil, nil, nil, false, 0.8},
		"ThePrompts":          {&wish, nil, nil, false, wish},
		"TheSessions":         {&wish, &session.ModelChoices{Reply: &session.ModelChoice{Temperature: &chosen}}, nil, false, chosen},
		"TheSessionsDefault":  {&wish, &session.ModelChoices{Default: &session.ModelChoice{Temperature: &chosen}}, nil, false, chosen},
		"OfAnotherRole":       {&wish, &session.ModelChoices{Analysis: &session.ModelChoice{Temperature: &chosen}}, nil, false, wish},
		"NoneForTheRole":      {&wish, nil, []func(*llm.Config){without}, false, nil},
		"RefusedByTheServer":  {&wish, nil, nil, true, nil},
		"AnotherModelIsAsked": {&wish, &session.ModelChoices{Default: &session.ModelChoice{Model: "other"}}, nil, false, wish},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var last body
			client := testServer(func(_ context.Context, b body) reply {
				if last = b; x.refuses && hasField(b, "temperature") {
					return refuse(400, "Unsupported value: 'temperature'")
				}
				return ok(`{"text":"hi"}`)
			}).client(t, x.change...)
			by := prompt.Caller{Session: "ses_test", Models: x.models, Record: func(prompt.Exchange) {}}
			if err := client.Asker(by).Ask(t.Context(), prompt.Prompt{Task: "test.task", Role: prompt.RoleReply, Temperature: x.wish}, &line{}); err != nil {
				t.Fatal(err)
			}
			if last["temperature"] != x.want {
				t.Errorf("asked with %v, want %v", last["temperature"], x.want)
			}
		})
	}
}
