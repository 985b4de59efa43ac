package llm_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
)

func TestConfig(t *testing.T) {
	t.Parallel()
	two := 2.5
	for name, change := range map[string]func(*llm.Config){
		"no model": func(c *llm.Config) { delete(c.Roles, prompt.RoleReflex) },
		"thinking": func(c *llm.Config) {
			c.Roles[prompt.RoleReply] = llm.RoleConfig{Model: "m", MaxTokens: 1, Timeout: 1, Thinking: "hard"}
		},
		"temperature": func(c *llm.Config) {
			c.Roles[prompt.RoleReply] = llm.RoleConfig{Model: "m", MaxTokens: 1, Timeout: 1, Temperature: &two}
		},
		"the price":     func(c *llm.Config) { c.Prices = map[string]llm.Price{"m": {Answer: -1}} },
		"extra body":    func(c *llm.Config) { c.ExtraBody = map[string]any{"stream": true} },
		"in flight":     func(c *llm.Config) { c.InFlight = -1 },
		"no time limit": func(c *llm.Config) { c.Roles = llm.OneModel("m", 0) },
	} {
		c := llm.Config{Roles: llm.DefaultRoles()}
		change(&c)
		if _, err := llm.New(c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestQueryOfTheBaseURL checks that the query reaches the server, and that no error shows it.
func TestQueryOfTheBaseURL(t *testing.T) {
	t.Parallel()
	var asked atomic.Value
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.String())
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(server.Close)
	_, err := ask(t, llm.Config{BaseURL: server.URL + "/v1?api-version=1&code=abc", Roles: llm.OneModel("test", 3*time.Second)}, &decision{})
	if want := "/v1/chat/completions?api-version=1&code=abc"; asked.Load() != want {
		t.Errorf("the server is asked for %v, want %s", asked.Load(), want)
	}
	if code(err) != prompt.ModelUnreachable || strings.Contains(err.Error(), "abc") {
		t.Error(err)
	}
}
