package llm_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestThinkingTokens: the cap grows, up to a bound, when thinking uses it up, and later shrinks
// again.
func TestThinkingTokens(t *testing.T) {
	bubble(func(t *testing.T) {
		var caps []float64
		need := 700.0
		client := testServer(func(_ context.Context, b body) reply {
			caps = append(caps, b["max_tokens"].(float64))
			if caps[len(caps)-1] < need {
				return reply{200, nil, `{"choices":[{"finish_reason":"length","message":{"content":"","reasoning_content":"let me see"}}],"usage":{"prompt_tokens":9,"completion_tokens":60}}`}
			}
			return ok(`{"decision":"send"}`)
		}).client(t)
		ask := func(want string) {
			t.Helper()
			_, err := askServer(t, client, prompt.RoleDecision, &decision{})
			if err != nil && code(err) != want || err == nil && want != "" {
				t.Fatal(err)
			}
			if err != nil && !strings.Contains(err.Error(), "switch thinking off") {
				t.Errorf("%v does not say what to do", err)
			}
		}
		ask("")
		ask("")
		need = 1e9
		for range 5 {
			ask(prompt.AnswerEmpty)
		}
		if fmt.Sprint(caps[:3]) != "[60 1060 1060]" || caps[len(caps)-1] != 16060 {
			t.Errorf("caps %v", caps)
		}
		need = 0
		for range 3 {
			time.Sleep(time.Hour)
			ask("")
		}
		ask("")
		if last := caps[len(caps)-4:]; fmt.Sprint(last) != "[4060 1060 60 60]" {
			t.Errorf("caps %v after some hours", last)
		}
	})(t)
}

// TestAnswerTokens: a prompt with a long answer gets a larger cap than its role, never a smaller
// one.
func TestAnswerTokens(t *testing.T) {
	t.Parallel()
	for role, want := range map[prompt.ModelRole]float64{prompt.RoleDecision: 500, prompt.RoleAnalysis: 1200} {
		var cap float64
		client := testServer(func(_ context.Context, b body) reply {
			cap = b["max_tokens"].(float64)
			return ok(`{"decision":"send"}`)
		}).client(t)
		asker := client.Asker(prompt.Caller{Record: func(prompt.Exchange) {}})
		if err := asker.Ask(t.Context(), prompt.Prompt{Task: "test.task", Role: role, AnswerTokens: 500}, &decision{}); err != nil || cap != want {
			t.Errorf("%s: cap %g, %v", role, cap, err)
		}
	}
}

// TestIgnoredCap checks that the cap gets its other name when a server writes past the cap.
func TestIgnoredCap(t *testing.T) {
	t.Parallel()
	var last body
	client := testServer(func(_ context.Context, b body) reply {
		last = b
		if hasField(b, "max_tokens") {
			return reply{200, http.Header{}, `{"choices":[{"message":{"content":"{\"decision\":\"send\"}"}}],"usage":{"prompt_tokens":9,"completion_tokens":900}}`}
		}
		return ok(`{"decision":"send"}`)
	}).client(t)
	for range 2 {
		sessiontest.Must(askServer(t, client, prompt.RoleDecision, &decision{}))(t)
	}
	if hasField(last, "max_tokens") || last["max_completion_tokens"] != 60.0 {
		t.Error(last)
	}
}

// TestCapTooLarge: all keep their cap when one session, or a model's thinking, asks for too much.
func TestCapTooLarge(t *testing.T) {
	t.Parallel()
	asked := func(b body) float64 {
		n, _ := b["max_tokens"].(float64)
		return n
	}
	for name, message := range map[string]string{
		"OpenAI":    "max_tokens is too large: 32000. This model supports at most 8192 completion tokens, whereas you provided 32000.",
		"DeepSeek":  "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
		"Anthropic": "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var last body
			client := testServer(func(_ context.Context, b body) reply {
				if last = b; asked(b) > 8192 {
					return refuse(400, message)
				}
				return ok(`{"text":"hey"}`)
			}).client(t)
			if calls, err := askServer(t, client, prompt.RoleReply, &line{}, choosing(session.ModelChoice{MaxTokens: 32_000})); code(err) != prompt.ModelError || len(calls) != 1 {
				t.Errorf("%s, %v", outcomes(calls), err)
			}
			if calls, err := askServer(t, client, prompt.RoleReply, &line{}); err != nil || asked(last) == 0 {
				t.Errorf("the next session: %s, %v, %v", outcomes(calls), err, last)
			}
		})
	}
	t.Run("ForThinking", func(t *testing.T) {
		t.Parallel()
		thinks := true
		var last body
		client := testServer(func(_ context.Context, b body) reply {
			switch last = b; {
			case asked(b) > 2000:
				return refuse(400, "max_tokens is too large: 4000. This model supports at most 2000 completion tokens")
			case thinks:
				return reply{200, nil, `{"choices":[{"finish_reason":"length","message":{"content":""}}]}`}
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		for range 3 {
			if calls, err := askServer(t, client, prompt.RoleReply, &line{}); err == nil || !hasField(last, "max_tokens") {
				t.Errorf("%s, %v, %v", outcomes(calls), err, last)
			}
		}
		thinks = false
		if calls, err := askServer(t, client, prompt.RoleReply, &line{}); err != nil || asked(last) > 2000 {
			t.Errorf("%s, %v, %v", outcomes(calls), err, last)
		}
	})
}

// TestPromptIsWrittenWhenItsCallIsMade: the prompt of a call that waited shows what happened
// meanwhile, and so does the record. Without a wait it is written once.
func TestPromptIsWrittenWhenItsCallIsMade(t *testing.T) {
	bubble(func(t *testing.T) {
		var bodies []string
		server := testServer(func(_ context.Context, b body) reply {
			bodies = append(bodies, b.said())
			time.Sleep(2 * time.Second)
			return ok(`{"text":"fine"}`)
		})
		client := server.client(t, func(c *llm.Config) { c.InFlight = 1 })
		began := time.Now()
		written := 0
		ask := func() (calls []prompt.Exchange) {
			write := func() prompt.Prompt {
				written++
				return prompt.Prompt{
					Task: "test.task", Role: prompt.RoleReply, Instruction: "Say something.", Known: int64(1 + time.Since(began)/time.Second),
					Sections: []prompt.Section{prompt.TextSection("time", time.Since(began).String())},
				}
			}
			p := write()
			p.Rewrite = write
			var a struct {
				Text string `json:"text"`
			}
			calls, err := askPrompt(t.Context(), client, p, &a)
			if err != nil {
				t.Error(err)
			}
			return calls
		}
		go ask()
		synctest.Wait()
		if written != 1 {
			t.Errorf("the first prompt was written %d times", written)
		}
		calls := ask()
		if len(bodies) != 2 || !strings.Contains(bodies[1], "2s") || strings.Contains(bodies[1], "0s") {
			t.Errorf("the server has read %q", bodies)
		}
		if len(calls) != 1 || calls[0].Known != 3 || !strings.Contains(calls[0].Prompt.User+calls[0].Prompt.System, "2s") || calls[0].Waited != 2000 {
			t.Errorf("the call is recorded as %+v", calls)
		}
	})(t)
}

// TestTemperatureOfAPrompt: it replaces the role's, but not the session's. A model that gets or
// takes none is asked without it.
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
			sessiontest.NoError(t, client.Asker(by).Ask(t.Context(), prompt.Prompt{Task: "test.task", Role: prompt.RoleReply, Temperature: x.wish}, &line{}))
			if last["temperature"] != x.want {
				t.Errorf("asked with %v, want %v", last["temperature"], x.want)
			}
		})
	}
}
