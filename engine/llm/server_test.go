package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

// body is a request as a server reads it.
type body map[string]any

// rung returns how the shape of the answer is asked for.
func (b body) rung() string {
	format, _ := b["response_format"].(map[string]any)
	schema, _ := format["json_schema"].(map[string]any)
	switch {
	case format["type"] == nil:
		return "text"
	case schema == nil:
		return fmt.Sprint(format["type"])
	case schema["strict"] == true:
		return "strict_schema"
	}
	return "schema"
}

// said returns the text of all messages.
func (b body) said() string {
	var all strings.Builder
	messages, _ := b["messages"].([]any)
	for _, m := range messages {
		fmt.Fprintln(&all, m.(map[string]any)["content"])
	}
	return all.String()
}

// reply is what a server sends.
type reply struct {
	status int
	header http.Header
	body   string
}

// testServer is a server inside the process. In a synctest bubble it has the clock of the test.
type testServer func(context.Context, body) reply

func (l testServer) RoundTrip(r *http.Request) (*http.Response, error) {
	var b body
	if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
		return nil, err
	}
	answer := l(r.Context(), b)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: answer.status, Status: fmt.Sprint(answer.status), Header: answer.header, Request: r, Body: io.NopCloser(strings.NewReader(answer.body)),
	}, nil
}

func ok(content string) reply { return reply{200, nil, completion(content)} }

func refuse(status int, message string) reply {
	b, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": nil}})
	return reply{status, nil, string(b)}
}

// client returns a client of the server. change changes its configuration.
func (l testServer) client(t *testing.T, change ...func(*llm.Config)) *llm.Client {
	t.Helper()
	c := llm.Config{Transport: l, BaseURL: "http://model.example/v1", Roles: llm.OneModel("test", time.Minute)}
	for _, f := range change {
		f(&c)
	}
	client := sessiontest.Must(llm.New(c))(t)
	return client
}

// askServer asks for an answer and returns the calls that were made.
func askServer(t *testing.T, c *llm.Client, role prompt.ModelRole, answer any, change ...func(*prompt.Caller)) (calls []prompt.Exchange, err error) {
	t.Helper()
	return askPrompt(t.Context(), c, prompt.Prompt{
		Task: "test.task", Role: role, Sections: []prompt.Section{prompt.TextSection("rules", "be kind")}, Instruction: "Say whether you speak.",
	}, answer, change...)
}

// askPrompt is askServer with a prompt.
func askPrompt(ctx context.Context, c *llm.Client, p prompt.Prompt, answer any, change ...func(*prompt.Caller)) (calls []prompt.Exchange, err error) {
	by := prompt.Caller{Session: "ses_test", Seed: 7, Record: func(x prompt.Exchange) { calls = append(calls, x) }}
	for _, f := range change {
		f(&by)
	}
	err = c.Asker(by).Ask(ctx, p, answer)
	return calls, err
}

// outcomes returns the reason, the rung and the outcome of each call.
func outcomes(calls []prompt.Exchange) string {
	words := make([]string, len(calls))
	for i, c := range calls {
		words[i] = fmt.Sprintf("%s/%s/%s", c.Reason, c.Rung, c.Outcome)
	}
	return strings.Join(words, " ")
}

// bubble returns a test that runs beside others, in virtual time.
func bubble(test func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, test)
	}
}
