package llm_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/llm"
	"ringer/engine/prompt"
)

// smallContext is a server whose model takes so many tokens of prompt and cap together.
type smallContext struct {
	context, bytesPerToken int
	// status and message refuse more. N stands for the context, and P for the tokens of the prompt.
	status  int
	message string

	last string // the last prompt that was taken
	cap  float64
}

// client returns a client of the server.
func (s *smallContext) client(t *testing.T) *llm.Client {
	var taken body
	return fussyServer(&taken, func(b body) (int, string) {
		s.cap, _ = b["max_tokens"].(float64)
		if n := len(b.said()) / s.bytesPerToken; n+int(s.cap) > s.context {
			return s.status, strings.NewReplacer("N", fmt.Sprint(s.context), "P", fmt.Sprint(n)).Replace(s.message)
		}
		s.last = b.said()
		return 0, ""
	}).client(t)
}

// tooLong are the ways in which servers say that a prompt is too long.
var tooLong = map[string]smallContext{
	"OpenAI":    {context: 1024, bytesPerToken: 4, status: 400, message: `{"error":{"message":"This model's maximum context length is N tokens. However, your messages resulted in P tokens.","code":"context_length_exceeded"}}`},
	"Llama":     {context: 1024, bytesPerToken: 4, status: 400, message: `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":P,"n_ctx":N}}`},
	"LlamaOld":  {context: 1024, bytesPerToken: 4, status: 500, message: `{"error":"the request exceeds the available context size"}`},
	"VLLM":      {context: 800, bytesPerToken: 3, status: 400, message: `{"object":"error","message":"'max_tokens' is too large: 400. This model's maximum context length is N tokens and your request has P input tokens (400 > N - P).","code":400}`},
	"Anthropic": {context: 1500, bytesPerToken: 4, status: 400, message: `{"error":{"type":"invalid_request_error","message":"prompt is too long: P tokens > N maximum"}}`},
	"Gemini":    {context: 1200, bytesPerToken: 4, status: 400, message: `[{"error":{"code":400,"message":"The input token count (P) exceeds the maximum number of tokens allowed (N).","status":"INVALID_ARGUMENT"}}]`},
	"DashScope": {context: 1000, bytesPerToken: 4, status: 400, message: `{"error":{"message":"Range of input length should be [1, N]","code":"invalid_parameter_error"}}`},
	"Groq":      {context: 1000, bytesPerToken: 4, status: 413, message: `{"error":{"message":"Request too large for model, on tokens per minute (TPM): Limit N, Requested P, please reduce your message size and try again.","code":"rate_limit_exceeded"}}`},
	"Together":  {context: 1000, bytesPerToken: 4, status: 422, message: `{"error":{"message":"Input validation error: inputs tokens + max_new_tokens must be <= N. Given: P inputs tokens and 400 max_new_tokens"}}`},
	"Wordless":  {context: 700, bytesPerToken: 2, status: 400, message: `{"detail":"Input is too long for requested model."}`},
}

// longPrompt returns a prompt whose transcript has a number of lines.
func longPrompt(lines int) prompt.Prompt {
	said := make([]prompt.Line, lines)
	for i := range said {
		said[i] = prompt.Line{Number: int64(i + 1), Clock: int64(i), Name: "Blue", Text: fmt.Sprintf("line %d: i really think that somebody here is far too quiet about last weekend, right?", i+1)}
	}
	return prompt.Prompt{
		Task: "test.task", Role: prompt.RoleReply, Instruction: "Say whether you speak.",
		Sections: []prompt.Section{prompt.TextSection("rules", "be kind"), prompt.TranscriptSection(prompt.SectionTranscript, said)},
	}
}

// TestSmallContext: the prompt becomes shorter until it fits, with the newest lines. The session
// remembers the length, and so do all once three have found the same.
func TestSmallContext(t *testing.T) {
	t.Parallel()
	for name, c := range tooLong {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := c.client(t)
			ask := func(session string) (calls []prompt.Exchange) {
				t.Helper()
				asker := client.Asker(prompt.Caller{Session: session, Record: func(x prompt.Exchange) { calls = append(calls, x) }})
				for range 3 { // a question makes three calls at most
					if err := asker.Ask(t.Context(), longPrompt(80), &decision{}); err == nil {
						break
					} else if code(err) != prompt.PromptTooLong {
						t.Fatal(err)
					}
				}
				if last := calls[len(calls)-1]; last.Outcome != "ok" || last.ShortenedTo == 0 || last.Rung != "strict_schema" || c.cap == 0 {
					t.Errorf("%s, shortened to %d, a cap of %g", outcomes(calls), last.ShortenedTo, c.cap)
				}
				if !strings.Contains(c.last, "line 80:") || !strings.Contains(c.last, "line 75:") || strings.Contains(c.last, "line 1:") || !strings.Contains(c.last, "be kind") {
					t.Errorf("the server has read %s", c.last)
				}
				return calls
			}
			for i := range 3 {
				ask(fmt.Sprint("ses_", i))
				if calls := ask(fmt.Sprint("ses_", i)); len(calls) != 1 {
					t.Errorf("session %d has forgotten: %s", i, outcomes(calls))
				}
			}
			if calls := ask("ses_new"); len(calls) != 1 {
				t.Errorf("a new session begins with %s", outcomes(calls))
			}
		})
	}
}

// TestNothingToShorten: the error says that a prompt is too long in any form, the form stays, and
// short prompts are still answered.
func TestNothingToShorten(t *testing.T) {
	t.Parallel()
	c := smallContext{context: 300, bytesPerToken: 4, status: 400, message: `{"error":{"message":"maximum context length is N tokens"}}`}
	client := c.client(t)
	long := longPrompt(1)
	long.Instruction = strings.Repeat("Do it well. ", 200)
	for range 3 {
		calls, err := askPrompt(t.Context(), client, long, &decision{})
		if code(err) != prompt.PromptTooLong || calls[0].Rung != "strict_schema" || calls[len(calls)-1].Rung != "strict_schema" || !strings.Contains(err.Error(), "4,096") {
			t.Errorf("%s, %v", outcomes(calls), err)
		}
	}
	if err := client.Asker(prompt.Caller{Record: func(prompt.Exchange) {}}).Ask(t.Context(), longPrompt(1), &decision{}); err != nil {
		t.Error(err)
	}
}
