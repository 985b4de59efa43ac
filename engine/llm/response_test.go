package llm_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// FuzzResponse answers every call of an ask with the same response. The ask must end in time with
// an answer of the asked shape or with a code, and its cost must be settled.
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

// TestLongAnswerIsCutInTheRecord checks that a record holds only the part of an answer that is
// read.
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
