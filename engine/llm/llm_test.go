package llm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

type decision struct {
	Decision string `json:"decision" enum:"send,wait"`
}

type line struct {
	Text string `json:"text"`
}

func ask(t *testing.T, c llm.Config, answer any) (prompt.Call, error) {
	t.Helper()
	if c.Roles == nil {
		// A slow machine must not look like a slow server.
		c.Roles = llm.OneModel("test", time.Minute)
	}
	client, err := llm.New(c)
	sessiontest.NoError(t, err)
	var call prompt.Call
	asker := client.Asker(prompt.Caller{Seed: 7, Record: func(got prompt.Exchange) { call = got.Call }})
	err = asker.Ask(t.Context(), prompt.Prompt{Task: "test.task", Role: prompt.RoleDecision, Instruction: "answer"}, answer)
	return call, err
}

func code(err error) string {
	if failed, ok := errors.AsType[*prompt.Error](err); ok {
		return failed.Code
	}
	return fmt.Sprint(err)
}

func completion(content string) string {
	return fmt.Sprintf(`{"choices":[{"message":{"role":"assistant","content":%q}}],"usage":{"prompt_tokens":12,"completion_tokens":3}}`, content)
}

// always answers every request in the same way.
func always(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// servers are servers that work and servers that misbehave.
var servers = map[string]struct {
	handler http.HandlerFunc
	code    string // the error's code, empty if the answer is "send"
}{
	"OK":             {always(200, completion(`{"decision":"send"}`)), ""},
	"Fenced":         {always(200, completion("sure:\n```json\n{\"decision\":\"send\"}\n```")), ""},
	"Thinking":       {always(200, completion("<think>{\"decision\":\"wait\"}</think>{\"decision\":\"send\"}")), ""},
	"BareWord":       {always(200, completion("<send>")), ""},
	"Empty":          {always(200, completion("")), prompt.AnswerEmpty},
	"NoChoices":      {always(200, `{"choices":[]}`), prompt.AnswerEmpty},
	"ErrorInside200": {always(200, `{"error":{"message":"overloaded"}}`), prompt.ModelError},
	"WrongShape":     {always(200, completion(`{"choice":"send"}`)), prompt.AnswerUnreadable},
	"WrongEnum":      {always(200, completion(`{"decision":"maybe"}`)), prompt.AnswerUnreadable},
	"Null":           {always(200, completion(`{"decision":null}`)), prompt.AnswerUnreadable},
	"Prose":          {always(200, completion("I would rather not say")), prompt.AnswerUnreadable},
	"CutJSON":        {always(200, completion(`{"decision":"se`)), prompt.AnswerUnreadable},
	"RateLimited":    {always(429, `{"error":{"message":"slow down"}}`), prompt.ModelRateLimited},
	"ServerError":    {always(500, `{"error":{"message":"oops"}}`), prompt.ModelError},
	"HugeRefusal":    {always(401, strings.Repeat("x", 2<<20)), prompt.ModelError},
	"CutRefusal": {func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, "slow")
	}, prompt.ModelRateLimited},
	"HTML": {always(502, "<html>bad gateway</html>"), prompt.ModelError},
	"Huge": {always(200, completion(strings.Repeat("x", 2<<20))), prompt.AnswerUnreadable},
	"Hanging": {func(_ http.ResponseWriter, r *http.Request) {
		// Without this, the server would not notice that the client has gone.
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}, prompt.ModelTimeout},
}

// TestServers asks real HTTP servers.
func TestServers(t *testing.T) {
	t.Parallel()
	for name, c := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.handler)
			t.Cleanup(server.Close)
			var got decision
			config := llm.Config{BaseURL: server.URL + "/v1"}
			if c.code == prompt.ModelTimeout {
				config.Roles = llm.OneModel("test", 300*time.Millisecond)
			}
			call, err := ask(t, config, &got)
			if c.code == "" && (err != nil || got.Decision != "send" || call.Outcome != "ok" || call.PromptTokens != 12) {
				t.Fatalf("answer %+v, call %+v, error %v", got, call, err)
			}
			if c.code != "" && (code(err) != c.code || got.Decision != "" || call.Outcome != c.code) {
				t.Fatalf("answer %+v, call %+v, error %v; want code %s", got, call, err, c.code)
			}
		})
	}
	t.Run("Unreachable", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewServer(nil)
		server.Close()
		if _, err := ask(t, llm.Config{BaseURL: server.URL}, &decision{}); code(err) != prompt.ModelUnreachable {
			t.Errorf("error %v", err)
		}
	})
}

// TestOffline asks the offline model through the client and directly. Both give the same answers.
func TestOffline(t *testing.T) {
	t.Parallel()
	model := offline.New(map[string]prompt.Skill{"test.task": func(p prompt.Parsed, rng *rand.Rand) any {
		return line{Text: fmt.Sprint(p.Instruction, " ", rng.IntN(1000))}
	}})
	var viaClient, direct line
	sessiontest.Must(ask(t, llm.Config{Transport: offline.Transport{Model: model}}, &viaClient))(t)
	asker := model.Asker(prompt.Caller{Seed: 7, Record: func(prompt.Exchange) {}})
	p := prompt.Prompt{Task: "test.task", Instruction: "answer"}
	sessiontest.NoError(t, asker.Ask(context.Background(), p, &direct))
	var inProcess line
	if _, err := ask(t, llm.Config{Model: model}, &inProcess); err != nil || inProcess != viaClient {
		t.Errorf("inside the process %q, over HTTP %q, error %v", inProcess.Text, viaClient.Text, err)
	}
	if viaClient != direct || !strings.HasPrefix(viaClient.Text, "answer ") {
		t.Errorf("through the client %q, directly %q", viaClient.Text, direct.Text)
	}
	var d decision
	if _, err := ask(t, llm.Config{Transport: offline.Transport{Model: offline.New(nil)}}, &d); err != nil || d.Decision == "" {
		t.Errorf("without a skill: %+v, %v", d, err)
	}
	var sides struct {
		Sides []string `json:"sides" enum:"left,right"`
	}
	if err := offline.New(nil).Asker(prompt.Caller{Record: func(prompt.Exchange) {}}).Ask(t.Context(), p, &sides); err != nil {
		t.Errorf("a list from a choice: %v", err)
	}
}
