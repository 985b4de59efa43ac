package llm_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestHealth asks models whose calls all fail, for reasons that the breaker does not count. They
// count as down until one call succeeds.
func TestHealth(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]reply{
		"Key":     refuse(401, "Incorrect API key provided"),
		"Model":   refuse(404, "no such model"),
		"Refusal": {200, nil, choiceWith(`"message":{"refusal":"no"}`)},
		"Filter":  refuse(400, "content_filter"),
		"Prose":   ok("well, I do not know"),
		"Server":  refuse(500, "oops"),
		"Limit":   refuse(429, "slow down"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				answer := broken
				client := testServer(func(_ context.Context, b body) reply {
					if b["model"] == "other" {
						return ok(`{"decision":"send"}`)
					}
					return answer
				}).client(t, func(c *llm.Config) { c.Models = []string{"other"} })
				ask := func(model string) {
					_, _ = askServer(t, client, prompt.RoleDecision, &decision{}, func(c *prompt.Caller) {
						c.Models = &session.ModelChoices{Default: &session.ModelChoice{Model: model}}
					})
				}
				for range 8 {
					ask("test")
					time.Sleep(2 * time.Second)
				}
				l := client.Load()
				if l.ModelsDown != 1 || !l.Down || len(l.Failing) != 1 || l.Failing[0].Model != "test" || l.Failing[0].Code == "" {
					t.Errorf("while all calls fail: %+v", l)
				}
				ask("other")
				if l := client.Load(); l.ModelsDown != 1 || l.Down {
					t.Errorf("while another model answers: %+v", l)
				}
				answer = ok(`{"decision":"send"}`)
				time.Sleep(time.Minute)
				ask("test")
				if l := client.Load(); l.ModelsDown != 0 || l.Down || len(l.Failing) != 0 {
					t.Errorf("after an answer: %+v", l)
				}
			})
		})
	}
}

// TestHealthOfInventedModels: sessions name models that do not exist. They do not make the server
// look broken.
func TestHealthOfInventedModels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := testServer(func(context.Context, body) reply { return refuse(404, "no such model") }).client(t)
		for i := range 10 {
			_, _ = askServer(t, client, prompt.RoleDecision, &decision{}, func(c *prompt.Caller) {
				c.Models = &session.ModelChoices{Default: &session.ModelChoice{Model: fmt.Sprint("made-up-", i%2)}}
			})
			time.Sleep(2 * time.Second)
		}
		if l := client.Load(); l.ModelsDown != 0 || len(l.Failing) != 0 {
			t.Errorf("%+v", l)
		}
	})
}
