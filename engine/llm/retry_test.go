package llm_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// inTurn answers with one reply after another, and then always with the last.
func inTurn(replies ...reply) testServer {
	n := 0
	return func(context.Context, body) reply {
		r := replies[min(n, len(replies)-1)]
		n++
		return r
	}
}

func withHeader(r reply, header, value string) reply {
	r.header = http.Header{http.CanonicalHeaderKey(header): {value}}
	return r
}

// retryCase is an ask of 20 s to a server that sends replies one after another.
type retryCase struct {
	replies []reply
	want    string // the reason and the outcome of each call
	// least and most bound the time that the ask takes.
	least, most time.Duration
}

// retryCases returns the cases of TestRetries.
func retryCases() map[string]retryCase {
	send, slow := ok(`{"decision":"send"}`), refuse(429, "slow down")
	dated := slow // by a clock that is an hour ahead of ours
	dated.header = http.Header{"Date": {"Sat, 01 Jan 2000 01:00:00 GMT"}, "Retry-After": {"Sat, 01 Jan 2000 01:00:07 GMT"}}
	return map[string]retryCase{
		"FirstTime":        {[]reply{send}, "first/ok", 0, 0},
		"ServerError":      {[]reply{refuse(500, "oops"), send}, "first/model_error retry/ok", 0, 500 * time.Millisecond},
		"Twice":            {[]reply{refuse(503, "busy"), refuse(529, "overloaded"), send}, "first/model_error retry/model_error retry/ok", 0, 1500 * time.Millisecond},
		"ThreeTimes":       {[]reply{refuse(500, "oops")}, "first/model_error retry/model_error retry/model_error", 0, 1500 * time.Millisecond},
		"HTML":             {[]reply{{200, nil, "<html>hi</html>"}, send}, "first/answer_unreadable retry/ok", 0, 500 * time.Millisecond},
		"ErrorInside200":   {[]reply{{200, nil, `{"error":{"message":"overloaded","code":429}}`}, send}, "first/model_rate_limited retry/ok", 0, 500 * time.Millisecond},
		"Seconds":          {[]reply{withHeader(slow, "Retry-After", "3"), send}, "first/model_rate_limited retry/ok", 3 * time.Second, 4 * time.Second},
		"Date":             {[]reply{withHeader(slow, "Retry-After", "Sat, 01 Jan 2000 00:00:07 GMT"), send}, "first/model_rate_limited retry/ok", 7 * time.Second, 8 * time.Second},
		"Milliseconds":     {[]reply{withHeader(slow, "retry-after-ms", "1500"), send}, "first/model_rate_limited retry/ok", 1500 * time.Millisecond, 2500 * time.Millisecond},
		"DateOfItsOwn":     {[]reply{dated, send}, "first/model_rate_limited retry/ok", 7 * time.Second, 8 * time.Second},
		"TooLong":          {[]reply{withHeader(slow, "Retry-After", "60"), send}, "first/model_rate_limited", 0, 0},
		"Never":            {[]reply{withHeader(slow, "Retry-After", "1e300"), send}, "first/model_rate_limited", 0, 0},
		"Nonsense":         {[]reply{withHeader(slow, "Retry-After", "soon"), send}, "first/model_rate_limited retry/ok", 0, 500 * time.Millisecond},
		"InThePast":        {[]reply{withHeader(slow, "Retry-After", "Sat, 01 Jan 1999 00:00:00 GMT"), send}, "first/model_rate_limited retry/ok", 0, 500 * time.Millisecond},
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
		"Redirect":         {[]reply{withHeader(reply{302, nil, ""}, "Location", "http://elsewhere.example/"), send}, "first/model_error", 0, 0},
	}
}

// TestRetries checks the calls of each ask, and how long the ask takes.
func TestRetries(t *testing.T) {
	t.Parallel()
	for name, c := range retryCases() {
		t.Run(name, bubble(func(t *testing.T) {
			client := inTurn(c.replies...).client(t, func(c *llm.Config) { c.Roles = llm.OneModel("test", 20*time.Second) })
			since := time.Now()
			var d decision
			p := prompt.Prompt{Task: "test.task", Role: prompt.RoleReply, Instruction: "Say whether you speak, in one word, and nothing else at all."}
			calls, err := askPrompt(t.Context(), client, p, &d)
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
		}))
	}
}

// TestDeadline checks that the time limit bounds the whole ask, with all waits and calls.
func TestDeadline(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(ctx context.Context, _ body) reply {
			select {
			case <-time.After(4 * time.Second):
				return refuse(500, "oops")
			case <-ctx.Done():
				return reply{}
			}
		}).client(t, func(c *llm.Config) { c.Roles = llm.OneModel("test", 6*time.Second) })
		since := time.Now()
		calls, err := askServer(t, client, prompt.RoleReply, &line{})
		if code(err) != prompt.ModelTimeout || time.Since(since) != 6*time.Second || len(calls) != 2 {
			t.Errorf("%v after %s and %s", err, time.Since(since), outcomes(calls))
		}
		if last := calls[1]; last.PromptTokens == 0 || !last.Estimated {
			t.Errorf("the server has read the prompt, so it must be paid for: %+v", last.Call)
		}
	})(t)
}

// TestCallsWithoutTimeForAnAnswerAreNotMade: three questions share a place, 4 s an answer, with a
// limit of 10 s. The third would begin after 8 s.
func TestCallsWithoutTimeForAnAnswerAreNotMade(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(context.Context, body) reply {
			time.Sleep(4 * time.Second)
			return ok(`{"text":"hey"}`)
		}).client(t, func(c *llm.Config) { c.Roles, c.InFlight = llm.OneModel("test", 10*time.Second), 1 })
		results := make(chan string, 3)
		ask := func() {
			calls, _ := askServer(t, client, prompt.RoleReply, &line{})
			results <- outcomes(calls)
		}
		ask() // the ladder learns how long an answer takes
		for range 3 {
			go ask() // ends when its question has an answer
		}
		got := []string{<-results, <-results, <-results, <-results}
		slices.Sort(got)
		const answered, busy = "first/strict_schema/ok", "first/strict_schema/model_busy"
		if want := []string{busy, answered, answered, answered}; !slices.Equal(got, want) {
			t.Errorf("the outcomes are %q, want %q", got, want)
		}
	})(t)
}

// TestRetryThatWouldComeTooLate: the error says what has failed, not that a retry came too late.
func TestRetryThatWouldComeTooLate(t *testing.T) {
	bubble(func(t *testing.T) {
		answer := ok(`{"text":"hey"}`)
		client := testServer(func(context.Context, body) reply {
			time.Sleep(4 * time.Second)
			return answer
		}).client(t, func(c *llm.Config) { c.Roles = llm.OneModel("test", 6*time.Second) })
		// The ladder learns how long an answer takes.
		sessiontest.Must(askServer(t, client, prompt.RoleReply, &line{}))(t)
		answer = refuse(500, "oops")
		since := time.Now()
		calls, err := askServer(t, client, prompt.RoleReply, &line{})
		if code(err) != prompt.ModelError || len(calls) != 1 || time.Since(since) != 4*time.Second {
			t.Errorf("%v after %s and %s", err, time.Since(since), outcomes(calls))
		}
	})(t)
}

// FuzzResponse: whatever the response, an ask ends in time with an answer or a code, and its cost
// is settled.
func FuzzResponse(f *testing.F) {
	for _, body := range []string{
		completion(`{"decision":"send"}`), completion("wait"), `{"choices":[]}`, `{"choices":[null]}`, `{"choices":[{"message":null}]}`,
		`{"choices":[{"finish_reason":"length","message":{"content":""}}]}`, `{"error":"x"}`, `{"error":{"message":["a"],"code":429}}`,
		`{"error":{"message":"max_tokens temperature seed response_format reasoning system role"}}`, `{"detail":[{"loc":["body","seed"]}]}`,
		"data: {\"choices\":[{\"delta\":{\"content\":\"send\"}}]}\n\ndata: [DONE]\n", "event: error\ndata: {\"message\":\"busy\"}\n", `{"error":{"message":"n_ctx 1024 is too small"}}`, `[{"error":{"message":"only streams"}}]`,
		`{"choices":[{"message":{"tool_calls":[{"function":{"arguments":{"decision":"wait"}}}]}}]}`, `{"choices":[{"error":{"code":429},"message":{}}]}`,
		`{"choices":[{"message":{"content":[{"text":"send"}],"reasoning":5}}],"usage":{"prompt_tokens":"9","completion_tokens":1e99}}`, "<html>", "",
	} {
		for _, status := range []int{200, 302, 400, 401, 429, 500} {
			f.Add(status, body, "1", "")
		}
	}
	codes := []string{
		prompt.ModelUnreachable, prompt.ModelTimeout, prompt.ModelRateLimited, prompt.ModelError, prompt.AnswerEmpty, prompt.AnswerUnreadable,
		prompt.ModelBusy, prompt.ModelDown, prompt.ModelRefused, prompt.ContentFiltered, prompt.PromptTooLong,
	}
	f.Fuzz(func(t *testing.T, status int, content, after, location string) {
		if status < 200 || status > 599 {
			return // net/http would not read it
		}
		synctest.Test(t, func(t *testing.T) {
			made := 0
			client := testServer(func(context.Context, body) reply {
				made++
				return reply{status, http.Header{"Retry-After": {after}, "Location": {location}}, content}
			}).client(t, thinkingOff, func(c *llm.Config) { c.Prices = map[string]llm.Price{"test": {Prompt: 1, Answer: 2}} })
			p := &purse{left: session.Spent{Calls: 10, CostMicros: 1 << 50}}
			since := time.Now()
			var d decision
			calls, err := askServer(t, client, prompt.RoleDecision, &d, func(c *prompt.Caller) { c.Purse = p })
			if time.Since(since) > 10*time.Second || made > 3 || len(calls) > 3 || p.held != (session.Spent{}) {
				t.Errorf("%s, %d calls made, %d recorded, %+v held", time.Since(since), made, len(calls), p.held)
			}
			if err == nil {
				if d.Decision != "send" && d.Decision != "wait" {
					t.Errorf("answer %+v", d)
				}
				return
			}
			if got := code(err); d.Decision != "" || !strings.Contains(strings.Join(codes, " "), got) {
				t.Errorf("answer %+v with error %v", d, err)
			}
		})
	})
}

// TestLongAnswerIsCutInTheRecord: a record holds only the part that is read.
func TestLongAnswerIsCutInTheRecord(t *testing.T) {
	t.Parallel()
	calls, err := askServer(t, inTurn(ok(strings.Repeat("ä", 400_000))).client(t), prompt.RoleReply, &line{})
	if code(err) != prompt.AnswerUnreadable || len(calls) == 0 {
		t.Fatalf("%v after %s", err, outcomes(calls))
	}
	for _, c := range calls {
		if n := len(c.Answer); n > 128<<10 || n < 100<<10 || strings.Trim(c.Answer, "ä") != "" {
			t.Errorf("%d bytes of the answer are recorded", n)
		}
	}
}
