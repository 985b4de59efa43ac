package llm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// purse is a session's money.
type purse struct{ left, held session.Spent }

func (p *purse) Reserve(most session.Spent) error {
	if p.left.Calls < p.held.Calls+most.Calls || p.left.CostMicros < p.held.CostMicros+most.CostMicros {
		return &prompt.Error{Code: prompt.BudgetSpent, Cause: errors.New("not as much left")}
	}
	p.held = p.held.Plus(most)
	return nil
}

func (p *purse) Settle(most, spent session.Spent) {
	p.held, p.left = p.held.Minus(most), p.left.Minus(spent)
}

// TestPurse: a call's cost is reserved before and settled after it, as the record says.
func TestPurse(t *testing.T) {
	t.Parallel()
	for name, replies := range map[string][]reply{
		"OK":         {ok(`{"text":"hey"}`)},
		"Repaired":   {ok("hey"), ok(`{"text":"hey"}`)},
		"Failing":    {refuse(500, "oops")},
		"Refused":    {refuse(401, "no")},
		"Uncounted":  {{200, nil, `{"choices":[{"message":{"content":"{\"text\":\"hey\"}"}}]}`}},
		"Miscounted": {{200, nil, `{"choices":[{"message":{"content":"{\"text\":\"hey\"}"}}],"usage":{"prompt_tokens":-5,"completion_tokens":1e18,"prompt_tokens_details":{"cached_tokens":99}}}`}},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			client := inTurn(replies...).client(t, func(c *llm.Config) {
				c.Prices = map[string]llm.Price{"test": {Prompt: 0.4, Cached: 0.1, Answer: 1.6}}
			})
			p := &purse{left: session.Spent{Calls: 10, CostMicros: 10_000}}
			before := p.left
			calls, _ := askServer(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Purse = p })
			var all []session.Call
			for _, c := range calls {
				all = append(all, c.Call)
			}
			if spent := session.SpentOn(all); p.held != (session.Spent{}) || p.left.Plus(spent) != before || spent.Calls != len(calls) {
				t.Errorf("%+v is held, and %+v is left after %+v", p.held, p.left, spent)
			}
			if x := calls[len(calls)-1]; (name == "Uncounted" || name == "Miscounted") && (!x.Estimated || x.PromptTokens < 10 || x.AnswerTokens != 4 || x.CostMicros == 0) {
				t.Errorf("%+v", x.Call)
			}
		}))
	}
	t.Run("Spent", func(t *testing.T) {
		t.Parallel()
		client := inTurn(refuse(500, "oops"), ok(`{"text":"hey"}`)).client(t)
		p := &purse{left: session.Spent{Calls: 1}}
		calls, err := askServer(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Purse = p })
		if code(err) != prompt.BudgetSpent || len(calls) != 2 || calls[1].Made() || p.held.Calls != 0 || strings.Count(fmt.Sprint(err), prompt.BudgetSpent) != 1 {
			t.Errorf("%v after %s", err, outcomes(calls))
		}
	})
	t.Run("SetAside", func(t *testing.T) {
		t.Parallel()
		calls, err := askServer(t, inTurn(ok("hey")).client(t), prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Purse = reservedPurse{} })
		if code(err) != prompt.ModelBusy || len(calls) != 1 || calls[0].Outcome != prompt.ModelBusy {
			t.Errorf("%v after %s", err, outcomes(calls))
		}
	})
}

// reservedPurse is a purse whose money is reserved for other calls.
type reservedPurse struct{ *purse }

func (reservedPurse) Reserve(session.Spent) error { return &prompt.Error{Code: prompt.ModelBusy} }

// TestPanicHoldsNothing: a panic gives back its place and its part of the purse.
func TestPanicHoldsNothing(t *testing.T) {
	t.Parallel()
	first := true
	client := testServer(func(context.Context, body) reply {
		if first {
			first = false
			panic("a bug")
		}
		return ok(`{"text":"hey"}`)
	}).client(t, func(c *llm.Config) { c.InFlight = 1 })
	p := &purse{left: session.Spent{Calls: 10}}
	withPurse := func(c *prompt.Caller) { c.Purse = p }
	func() {
		defer func() { _ = recover() }() // as the engine does
		askServer(t, client, prompt.RoleReply, &line{}, withPurse)
	}()
	if l := client.Load(); l.InFlight != 0 || p.held != (session.Spent{}) {
		t.Errorf("load %+v, %+v held", l, p.held)
	}
}

// TestHealth: models whose calls all fail, for reasons that the breaker does not count, are down
// until one succeeds.
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
		t.Run(name, bubble(func(t *testing.T) {
			answer := broken
			client := testServer(func(_ context.Context, b body) reply {
				if b["model"] == "other" {
					return ok(`{"decision":"send"}`)
				}
				return answer
			}).client(t, func(c *llm.Config) { c.Models = []string{"other"} })
			ask := func(model string) {
				_, _ = askServer(t, client, prompt.RoleDecision, &decision{}, choosing(session.ModelChoice{Model: model}))
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
		}))
	}
}

// TestHealthOfInventedModels: names that sessions make up do not make the server look broken.
func TestHealthOfInventedModels(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(context.Context, body) reply { return refuse(404, "no such model") }).client(t)
		for i := range 10 {
			_, _ = askServer(t, client, prompt.RoleDecision, &decision{}, choosing(session.ModelChoice{Model: fmt.Sprint("made-up-", i%2)}))
			time.Sleep(2 * time.Second)
		}
		if l := client.Load(); l.ModelsDown != 0 || len(l.Failing) != 0 {
			t.Errorf("%+v", l)
		}
	})(t)
}

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
