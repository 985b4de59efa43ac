package llm_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/game"
	"ringer/engine/llm"
	"ringer/engine/prompt"
)

// inTurn answers with one reply after another, and then always with the last.
func inTurn(replies ...reply) local {
	n := 0
	return func(context.Context, body) reply {
		r := replies[min(n, len(replies)-1)]
		n++
		return r
	}
}

func after(r reply, header, value string) reply {
	r.header = http.Header{http.CanonicalHeaderKey(header): {value}}
	return r
}

// TestRetries checks the calls of an ask of 20 s, and how long it takes, for a list of replies.
func TestRetries(t *testing.T) {
	t.Parallel()
	send, slow := ok(`{"decision":"send"}`), refuse(429, "slow down")
	for name, c := range map[string]struct {
		replies     []reply
		want        string
		least, most time.Duration
	}{
		"FirstTime":        {[]reply{send}, "first/ok", 0, 0},
		"ServerError":      {[]reply{refuse(500, "oops"), send}, "first/model_error retry/ok", 0, 500 * time.Millisecond},
		"Twice":            {[]reply{refuse(503, "busy"), refuse(529, "overloaded"), send}, "first/model_error retry/model_error retry/ok", 0, 1500 * time.Millisecond},
		"ThreeTimes":       {[]reply{refuse(500, "oops")}, "first/model_error retry/model_error retry/model_error", 0, 1500 * time.Millisecond},
		"HTML":             {[]reply{{200, nil, "<html>hi</html>"}, send}, "first/answer_unreadable retry/ok", 0, 500 * time.Millisecond},
		"ErrorInside200":   {[]reply{{200, nil, `{"error":{"message":"overloaded","code":429}}`}, send}, "first/model_rate_limited retry/ok", 0, 500 * time.Millisecond},
		"Seconds":          {[]reply{after(slow, "Retry-After", "3"), send}, "first/model_rate_limited retry/ok", 3 * time.Second, 4 * time.Second},
		"Date":             {[]reply{after(slow, "Retry-After", "Sat, 01 Jan 2000 00:00:07 GMT"), send}, "first/model_rate_limited retry/ok", 7 * time.Second, 8 * time.Second},
		"Milliseconds":     {[]reply{after(slow, "retry-after-ms", "1500"), send}, "first/model_rate_limited retry/ok", 1500 * time.Millisecond, 2500 * time.Millisecond},
		"TooLong":          {[]reply{after(slow, "Retry-After", "60"), send}, "first/model_rate_limited", 0, 0},
		"Never":            {[]reply{after(slow, "Retry-After", "1e300"), send}, "first/model_rate_limited", 0, 0},
		"Nonsense":         {[]reply{after(slow, "Retry-After", "soon"), send}, "first/model_rate_limited retry/ok", 0, 500 * time.Millisecond},
		"InThePast":        {[]reply{after(slow, "Retry-After", "Sat, 01 Jan 1999 00:00:00 GMT"), send}, "first/model_rate_limited retry/ok", 0, 500 * time.Millisecond},
		"NoMoneyLeft":      {[]reply{{429, nil, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`}, send}, "first/model_rate_limited", 0, 0},
		"Unreadable":       {[]reply{ok("no idea"), send}, "first/answer_unreadable repair/ok", 0, 0},
		"Empty":            {[]reply{ok(""), send}, "first/answer_empty retry/ok", 0, 0},
		"NullContent":      {[]reply{{200, nil, `{"choices":[{"message":{"content":null}}]}`}, send}, "first/answer_empty retry/ok", 0, 0},
		"OneRepair":        {[]reply{ok("no idea"), ok("none"), send}, "first/answer_unreadable repair/answer_unreadable rung/ok", 0, 0},
		"OnlyReasoning":    {[]reply{{200, nil, `{"choices":[{"message":{"content":null,"reasoning":"so: {\"decision\":\"send\"}"}}]}`}}, "first/ok", 0, 0},
		"ReasoningContent": {[]reply{{200, nil, `{"choices":[{"message":{"content":"","reasoning_content":"{\"decision\":\"send\"}"}}]}`}}, "first/ok", 0, 0},
		"DraftInReasoning": {[]reply{{200, nil, `{"choices":[{"message":{"content":"","reasoning":"{\"decision\":\"wait\"}? no, better"}}]}`}, send}, "first/answer_empty retry/ok", 0, 0},
		"ContentInParts":   {[]reply{{200, nil, `{"created":1.5,"choices":[{"message":{"content":[{"type":"text","text":"{\"decision\":"},{"type":"text","text":"\"send\"}"}]}}]}`}}, "first/ok", 0, 0},
		"UsageIsAList":     {[]reply{{200, nil, `{"choices":[{"message":{"content":"{\"decision\":\"send\"}"}}],"usage":[]}`}}, "first/ok", 0, 0},
		"DetailsAreAText":  {[]reply{{200, nil, `{"usage":{"prompt_tokens_details":"none"},"choices":[{"message":{"content":"{\"decision\":\"send\"}"}}]}`}}, "first/ok", 0, 0},
		"ReadsTheTaskOut":  {[]reply{ok("test.task: Say whether you speak, in one word, and nothing else at all. {\"decision\":\"wait\"}"), send}, "first/answer_unreadable repair/ok", 0, 0},
		"Redirect":         {[]reply{after(reply{302, nil, ""}, "Location", "http://elsewhere.example/"), send}, "first/model_error", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := inTurn(c.replies...).client(t, func(c *llm.Config) { c.Roles = llm.OneModel("test", 20*time.Second) })
				since := time.Now()
				var calls []prompt.Exchange
				asker := client.Asker(prompt.Caller{Record: func(x prompt.Exchange) { calls = append(calls, x) }})
				var d decision
				p := prompt.Prompt{Task: "test.task", Role: prompt.RoleReply, Instruction: "Say whether you speak, in one word, and nothing else at all."}
				err := asker.Ask(t.Context(), p, &d)
				words := make([]string, len(calls))
				for i, c := range calls {
					words[i] = fmt.Sprintf("%s/%s", c.Reason, c.Outcome)
				}
				if got := strings.Join(words, " "); got != c.want {
					t.Errorf("%s, %v; want %s", got, err, c.want)
				}
				if took := time.Since(since); took < c.least || took > c.most {
					t.Errorf("took %s", took)
				}
				if ok := strings.HasSuffix(c.want, "ok"); ok != (err == nil) || ok != (d.Decision == "send") {
					t.Errorf("%+v, %v", d, err)
				}
			})
		})
	}
}

// TestDeadline checks that the time limit bounds the whole ask, with all waits and calls.
func TestDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := local(func(ctx context.Context, _ body) reply {
			select {
			case <-time.After(4 * time.Second):
				return refuse(500, "oops")
			case <-ctx.Done():
				return reply{}
			}
		}).client(t, func(c *llm.Config) { c.Roles = llm.OneModel("test", 6*time.Second) })
		since := time.Now()
		calls, err := put(t, client, prompt.RoleReply, &line{})
		if code(err) != prompt.ModelTimeout || time.Since(since) != 6*time.Second || len(calls) != 2 {
			t.Errorf("%v after %s and %s", err, time.Since(since), told(calls))
		}
		if last := calls[1]; last.PromptTokens == 0 || !last.Estimated {
			t.Errorf("the server has read the prompt, so it must be paid for: %+v", last.Call)
		}
	})
}

// TestRetryThatWouldComeTooLate checks that the error says what has failed, and not that the time
// is too short for a retry.
func TestRetryThatWouldComeTooLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answer := ok(`{"text":"hey"}`)
		client := local(func(context.Context, body) reply {
			time.Sleep(4 * time.Second)
			return answer
		}).client(t, func(c *llm.Config) { c.Roles = llm.OneModel("test", 6*time.Second) })
		if _, err := put(t, client, prompt.RoleReply, &line{}); err != nil { // the ladder learns how long an answer takes
			t.Fatal(err)
		}
		answer = refuse(500, "oops")
		since := time.Now()
		calls, err := put(t, client, prompt.RoleReply, &line{})
		if code(err) != prompt.ModelError || len(calls) != 1 || time.Since(since) != 4*time.Second {
			t.Errorf("%v after %s and %s", err, time.Since(since), told(calls))
		}
	})
}

// TestPauseHoldsOthersBack checks that all calls of a model wait when the server asks one of them
// to.
func TestPauseHoldsOthersBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := inTurn(after(refuse(429, "slow down"), "Retry-After", "8"), ok(`{"text":"hey"}`)).client(t, func(c *llm.Config) {
			c.Roles = llm.OneModel("test", 20*time.Second)
		})
		since := time.Now()
		go put(t, client, prompt.RoleReply, &line{})
		synctest.Wait()
		calls, err := put(t, client, prompt.RoleDecision, &decision{}) // it has 10 s
		if took := time.Since(since); len(calls) == 0 || took < 8*time.Second || calls[0].Waited < 8000 || calls[0].Millis > 0 {
			t.Errorf("%v after %s: %+v", err, took, calls)
		}
		synctest.Wait()
	})
	synctest.Test(t, func(t *testing.T) {
		client := inTurn(after(refuse(429, "slow down"), "Retry-After", "8"), ok(`{"text":"hey"}`)).client(t, func(c *llm.Config) {
			c.Roles = llm.OneModel("test", 20*time.Second)
		})
		go put(t, client, prompt.RoleReply, &line{})
		synctest.Wait()
		since := time.Now()
		calls, err := put(t, client, prompt.RoleReflex, &line{}) // it has 5 s
		if code(err) != prompt.ModelBusy || time.Since(since) > 0 || calls[0].Made() {
			t.Errorf("%v after %s", err, time.Since(since))
		}
		time.Sleep(20 * time.Second)
	})
}

// TestPauseIsOfOneModel checks that other models answer while one model is refused for a day.
func TestPauseIsOfOneModel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := local(func(_ context.Context, b body) reply {
			if b["model"] == "banned" {
				return after(refuse(429, "slow down"), "Retry-After", "86400")
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		for range 3 {
			banned, err := put(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Models = &game.ModelChoices{Default: &game.ModelChoice{Model: "banned"}} })
			if err == nil {
				t.Errorf("%s", told(banned))
			}
			calls, err := put(t, client, prompt.RoleReply, &line{})
			if err != nil || calls[0].Waited > 0 {
				t.Errorf("the other model: %s, %v", told(calls), err)
			}
		}
	})
}

// TestBreaker checks that a failing server is left alone. After a while one call tries, and if it
// succeeds, calls go on.
func TestBreaker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		made, healthy := 0, false
		client := local(func(context.Context, body) reply {
			made++
			if healthy {
				time.Sleep(time.Second)
				return ok(`{"text":"hey"}`)
			}
			return refuse(502, "bad gateway")
		}).client(t)
		for range 10 {
			put(t, client, prompt.RoleReply, &line{})
		}
		if made != 10 || !client.Load().Down {
			t.Errorf("%d calls were made, load %+v", made, client.Load())
		}
		since := time.Now()
		calls, err := put(t, client, prompt.RoleReply, &line{})
		if code(err) != prompt.ModelDown || calls[0].Made() || time.Since(since) != 0 {
			t.Errorf("%v, %+v", err, calls)
		}
		healthy = true
		time.Sleep(11 * time.Second)
		results := make(chan error, 5)
		for range 5 {
			go func() {
				_, err := put(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Session = "" })
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
		if _, err := put(t, client, prompt.RoleReply, &line{}); err != nil {
			t.Error(err)
		}
	})
}

// TestBreakerIsNotForRefusals checks that a server that answers with errors is not left alone.
func TestBreakerIsNotForRefusals(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]reply{"RateLimited": refuse(429, "slow"), "Key": refuse(401, "no"), "Unreadable": ok("hm")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := inTurn(r).client(t)
				for range 30 {
					if _, err := put(t, client, prompt.RoleReply, &line{}); code(err) == prompt.ModelDown {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// TestRecord checks that an exchange says what was sent, what came back and what it cost.
func TestRecord(t *testing.T) {
	t.Parallel()
	var asked []body
	n := 0
	client := local(func(_ context.Context, b body) reply {
		asked = append(asked, b)
		if n++; n == 1 {
			return ok("I would rather not")
		}
		return reply{200, nil, `{"choices":[{"message":{"content":"{\"text\":\"hey\"}"}}],"usage":{"prompt_tokens":100,"completion_tokens":10,"prompt_tokens_details":{"cached_tokens":80}}}`}
	}).client(t, func(c *llm.Config) {
		c.Prices = map[string]llm.Price{"own": {Prompt: 1, Cached: 0.25, Answer: 4}}
		c.ExtraBody = map[string]any{"chat_template_kwargs": map[string]any{"enable_thinking": false}}
	})
	choices := &game.ModelChoices{Default: &game.ModelChoice{Model: "own", MaxTokens: 50}, Reply: &game.ModelChoice{MaxTokens: 77}}
	calls, err := put(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) { c.Models = choices })
	if err != nil || len(calls) != 2 {
		t.Fatalf("%v after %s", err, told(calls))
	}
	x := calls[1]
	want := prompt.Call{
		Role: "reply", Model: "own", Task: "test.task", Reason: game.CallRepair, Rung: "strict_schema", PromptBytes: len(x.Prompt.System) + len(x.Prompt.User),
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
		if b["model"] != "own" || b["max_tokens"] != 77.0 || b["seed"] != float64(prompt.CallSeed(7, i)) || b["stream"] != false || !has(b, "chat_template_kwargs") {
			t.Errorf("call %d: %v", i, b)
		}
	}
}

// TestKeyIsNotKept checks that the key is in no record and no error, although some servers repeat
// it.
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
			calls, err := put(t, client, prompt.RoleReply, &l)
			if kept := fmt.Sprint(err, calls, l); strings.Contains(kept, "very-sec") || !strings.Contains(kept, "key") {
				t.Error(kept)
			}
		})
	}
	t.Run("NotAWordOfAnAnswer", func(t *testing.T) {
		t.Parallel()
		var l line
		client := inTurn(ok(`{"text":"i like none of them"}`)).client(t, func(c *llm.Config) { c.Key = "none" })
		if _, err := put(t, client, prompt.RoleReply, &l); err != nil || l.Text != "i like none of them" {
			t.Errorf("%q, %v", l.Text, err)
		}
	})
}

// TestStopped checks a call that nobody wants any more: it has its own code, it is paid for, and it
// says nothing about the server.
func TestStopped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := local(func(ctx context.Context, _ body) reply {
			<-ctx.Done()
			return reply{}
		}).client(t)
		for range 30 {
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, stop)
			var calls []prompt.Exchange
			asker := client.Asker(prompt.Caller{Session: "ses_test", Record: func(x prompt.Exchange) { calls = append(calls, x) }})
			err := asker.Ask(ctx, prompt.Prompt{Task: "test.task", Role: prompt.RoleReply, Instruction: "answer"}, &line{})
			if code(err) != prompt.CallStopped || told(calls) != "first/strict_schema/call_stopped" || calls[0].PromptTokens == 0 || client.Load().Down {
				t.Fatalf("%v after %s", err, told(calls))
			}
		}
	})
}
