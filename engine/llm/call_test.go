package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestPauseHoldsOthersBack: all calls of a model wait when the server asks one of them to.
func TestPauseHoldsOthersBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := inTurn(withHeader(refuse(429, "slow down"), "Retry-After", "8"), ok(`{"text":"hey"}`)).client(t, func(c *llm.Config) {
			c.Roles = llm.OneModel("test", 20*time.Second)
		})
		since := time.Now()
		go askServer(t, client, prompt.RoleReply, &line{})
		synctest.Wait()
		// Its time limit is 10 s.
		calls, err := askServer(t, client, prompt.RoleDecision, &decision{})
		if took := time.Since(since); len(calls) == 0 || took < 8*time.Second || calls[0].Waited < 8000 || calls[0].Millis > 0 {
			t.Errorf("%v after %s: %+v", err, took, calls)
		}
		synctest.Wait()
	})
	synctest.Test(t, func(t *testing.T) {
		client := inTurn(withHeader(refuse(429, "slow down"), "Retry-After", "8"), ok(`{"text":"hey"}`)).client(t, func(c *llm.Config) {
			c.Roles = llm.OneModel("test", 20*time.Second)
		})
		go askServer(t, client, prompt.RoleReply, &line{})
		synctest.Wait()
		since := time.Now()
		calls, err := askServer(t, client, prompt.RoleReflex, &line{}) // its time limit is 5 s
		if code(err) != prompt.ModelBusy || time.Since(since) > 0 || calls[0].Made() {
			t.Errorf("%v after %s", err, time.Since(since))
		}
		time.Sleep(20 * time.Second)
	})
}

// TestPauseHoldsBackOneModel checks that other models answer while one model is refused for a day.
func TestPauseHoldsBackOneModel(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(_ context.Context, b body) reply {
			if b["model"] == "banned" {
				return withHeader(refuse(429, "slow down"), "Retry-After", "86400")
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		for range 3 {
			banned, err := askServer(t, client, prompt.RoleReply, &line{}, choosing(session.ModelChoice{Model: "banned"}))
			if err == nil {
				t.Errorf("%s", outcomes(banned))
			}
			calls, err := askServer(t, client, prompt.RoleReply, &line{})
			if err != nil || calls[0].Waited > 0 {
				t.Errorf("the other model: %s, %v", outcomes(calls), err)
			}
		}
	})(t)
}

// TestBreaker: a failing server is left alone. After a while one call tries, and if it succeeds,
// more go.
func TestBreaker(t *testing.T) {
	bubble(func(t *testing.T) {
		made, healthy := 0, false
		client := testServer(func(context.Context, body) reply {
			made++
			if healthy {
				time.Sleep(time.Second)
				return ok(`{"text":"hey"}`)
			}
			return refuse(502, "bad gateway")
		}).client(t)
		for range 10 {
			askServer(t, client, prompt.RoleReply, &line{})
		}
		if made != 10 || !client.Load().Down {
			t.Errorf("%d calls were made, load %+v", made, client.Load())
		}
		since := time.Now()
		calls, err := askServer(t, client, prompt.RoleReply, &line{})
		if code(err) != prompt.ModelDown || calls[0].Made() || time.Since(since) != 0 {
			t.Errorf("%v, %+v", err, calls)
		}
		healthy = true
		time.Sleep(11 * time.Second)
		results := make(chan error, 5)
		for range 5 {
			go func() {
				_, err := askServer(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Session = "" })
				results <- err
			}()
		}
		answered := 0
		for range 5 {
			if <-results == nil {
				answered++
			}
		}
		if answered != 1 || made != 11 {
			t.Errorf("%d of five asks were answered, with %d calls in all", answered, made)
		}
		if _, err := askServer(t, client, prompt.RoleReply, &line{}); err != nil {
			t.Error(err)
		}
	})(t)
}

// TestBreakerIsNotForRefusals: refusals and unusable answers do not count against the server.
func TestBreakerIsNotForRefusals(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]reply{"RateLimited": refuse(429, "slow"), "Key": refuse(401, "no"), "Unreadable": ok("hm")} {
		t.Run(name, bubble(func(t *testing.T) {
			client := inTurn(r).client(t)
			for range 30 {
				if _, err := askServer(t, client, prompt.RoleReply, &line{}); code(err) == prompt.ModelDown {
					t.Fatal(err)
				}
			}
		}))
	}
}

// TestRecord checks that an exchange says what was sent, what came back and what it cost.
func TestRecord(t *testing.T) {
	t.Parallel()
	var asked []body
	n := 0
	client := testServer(func(_ context.Context, b body) reply {
		asked = append(asked, b)
		if n++; n == 1 {
			return ok("I would rather not")
		}
		return reply{200, nil, `{"choices":[{"message":{"content":"{\"text\":\"hey\"}"}}],"usage":{"prompt_tokens":100,"completion_tokens":10,"prompt_tokens_details":{"cached_tokens":80}}}`}
	}).client(t, func(c *llm.Config) {
		c.Prices = map[string]llm.Price{"own": {Prompt: 1, Cached: 0.25, Answer: 4}}
		c.ExtraBody = map[string]any{"chat_template_kwargs": map[string]any{"enable_thinking": false}}
	})
	choices := &session.ModelChoices{Default: &session.ModelChoice{Model: "own", MaxTokens: 50}, Reply: &session.ModelChoice{MaxTokens: 77}}
	calls, err := askServer(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Models = choices })
	if err != nil || len(calls) != 2 {
		t.Fatalf("%v after %s", err, outcomes(calls))
	}
	x := calls[1]
	want := prompt.Call{
		Role: "reply", Model: "own", Task: "test.task", Reason: session.CallRepair, Rung: "strict_schema", PromptBytes: len(x.Prompt.System) + len(x.Prompt.User),
		PromptTokens: 100, CachedTokens: 80, AnswerTokens: 10, CostMicros: 80, Millis: x.Millis, Waited: x.Waited, Outcome: "ok",
	}
	if x.Call != want || x.Answer != `{"text":"hey"}` || x.At.IsZero() {
		t.Errorf("%+v", x)
	}
	for i, c := range calls {
		if asked[i].said() != c.Prompt.System+"\n"+c.Prompt.User+"\n" {
			t.Errorf("sent %q, recorded %+v", asked[i].said(), c.Prompt)
		}
	}
	if said := asked[1].said(); !strings.HasPrefix(calls[1].Prompt.User, calls[0].Prompt.User) || !strings.Contains(said, "I would rather not") || !strings.Contains(said, `- "text": a text`) {
		t.Errorf("the model does not learn what was wrong: %s", said)
	}
	for i, b := range asked {
		if b["model"] != "own" || b["max_tokens"] != 77.0 || b["seed"] != float64(prompt.CallSeed(7, i)) || b["stream"] != false || !hasField(b, "chat_template_kwargs") {
			t.Errorf("call %d: %v", i, b)
		}
	}
}

// TestKeyIsNotKept checks that no record and no error has the key, although servers repeat it.
func TestKeyIsNotKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key  string
		said func(key string) reply
	}{
		"Short":      {"sk-very-secret", func(key string) reply { return refuse(401, "Incorrect API key provided: "+key) }},
		"AtTheEnd":   {"sk-very-secret-0123456789", func(key string) reply { return refuse(401, strings.Repeat("x", 480)+key) }},
		"InAnAnswer": {"sk-very-secret-0123456789", func(key string) reply { return ok("Incorrect API key provided: " + key) }},
		"InThoughts": {"sk-very-secret-0123456789", func(key string) reply {
			return reply{200, nil, `{"choices":[{"message":{"content":"","reasoning":"{\"text\":\"` + key + `\"}"}}]}`}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l line
			client := inTurn(c.said(c.key)).client(t, func(config *llm.Config) { config.Key = c.key })
			calls, err := askServer(t, client, prompt.RoleReply, &l)
			if kept := fmt.Sprint(err, calls, l); strings.Contains(kept, "very-sec") || !strings.Contains(kept, "key") {
				t.Error(kept)
			}
		})
	}
	t.Run("AShortKeyStaysInAnswers", func(t *testing.T) {
		t.Parallel()
		var l line
		client := inTurn(ok(`{"text":"i like none of them"}`)).client(t, func(c *llm.Config) { c.Key = "none" })
		if _, err := askServer(t, client, prompt.RoleReply, &l); err != nil || l.Text != "i like none of them" {
			t.Errorf("%q, %v", l.Text, err)
		}
	})
}

// TestStopped: a call that nobody wants any more has its own code, is paid, and blames nobody.
func TestStopped(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(ctx context.Context, _ body) reply {
			<-ctx.Done()
			return reply{}
		}).client(t)
		for range 30 {
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, stop)
			calls, err := askPrompt(ctx, client, prompt.Prompt{Task: "test.task", Role: prompt.RoleReply, Instruction: "answer"}, &line{})
			if code(err) != prompt.CallStopped || outcomes(calls) != "first/strict_schema/call_stopped" || calls[0].PromptTokens == 0 || client.Load().Down {
				t.Fatalf("%v after %s", err, outcomes(calls))
			}
		}
	})(t)
}

// TestRepair: a copied example is not an answer, and the model is told so, in short sentences.
func TestRepair(t *testing.T) {
	t.Parallel()
	var asked []body
	client := testServer(func(_ context.Context, b body) reply {
		if asked = append(asked, b); len(asked) == 1 {
			return ok(`{"text":"your own words"}`)
		}
		return ok(`{"text":"so are your own words"}`)
	}).client(t)
	var got line
	calls, err := askServer(t, client, prompt.RoleReply, &got)
	if err != nil || got.Text != "so are your own words" || len(calls) != 2 {
		t.Fatalf("%q, %v after %s", got.Text, err, outcomes(calls))
	}
	said := asked[1].said()
	_, wrong, _ := strings.Cut(said, "what was wrong with it")
	if !strings.Contains(wrong, "Your answer cannot be used: it copies the task or the example.") || !strings.Contains(wrong, "Send one JSON object") {
		t.Errorf("the model is told %s", said)
	}
	for sentence := range strings.SplitSeq(wrong, ".") {
		if n := len(strings.Fields(sentence)); n > 20 {
			t.Errorf("%q has %d words", sentence, n)
		}
	}
}
