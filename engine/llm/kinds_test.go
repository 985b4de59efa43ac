package llm_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ringer/engine/llm"
	"ringer/engine/prompt"
)

// kind is a server that answers each request with a response of its own form.
type kind struct {
	status int
	header string // Name: value
	body   string
	want   string // the calls of the first ask
}

// sse returns a stream of chunks.
func sse(chunks ...string) string { return "data: " + strings.Join(chunks, "\n\ndata: ") + "\n\n" }

// choiceWith returns a response with one choice.
func choiceWith(fields string) string { return `{"choices":[{"index":0,` + fields + `}]}` }

const (
	first   = "first/strict_schema/"
	retried = " retry/strict_schema/"
	read    = first + "ok"
	declare = first + prompt.ModelRefused + retried + prompt.ModelRefused
	withold = first + prompt.ContentFiltered + retried + prompt.ContentFiltered
	limited = first + prompt.ModelRateLimited
)

// kinds are forms of responses that servers send.
var kinds = map[string]kind{
	// refusals and filters
	"Refusal":          {200, "", choiceWith(`"message":{"content":null,"refusal":"I can't assist with that."}`), declare},
	"RefusalPart":      {200, "", choiceWith(`"message":{"content":[{"type":"refusal","refusal":"I can't assist with that."}]}`), declare},
	"RefusalBeside":    {200, "", choiceWith(`"message":{"content":"{\"decision\":\"send\"}","refusal":""}`), read},
	"Apology":          {200, "", choiceWith(`"message":{"content":"I’m sorry, but I can’t help with that request."}`), declare},
	"FilteredAnswer":   {200, "", choiceWith(`"message":{"content":""},"finish_reason":"content_filter"`), withold},
	"FilteredByGemini": {200, "", choiceWith(`"message":{},"finish_reason":"content_filter: PROHIBITED_CONTENT"`), withold},
	"FilteredHalf":     {200, "", choiceWith(`"message":{"content":"{\"decision\":\"se"},"finish_reason":"sensitive"`), withold},
	"FilteredPrompt":   {400, "", `{"error":{"message":"The response was filtered due to the prompt triggering our policy.","param":"prompt","code":"content_filter"}}`, first + prompt.ContentFiltered},
	"Flagged":          {403, "", `{"error":{"message":"Your input was flagged","code":403}}`, first + prompt.ContentFiltered},
	"DashScopeFilter":  {400, "", `{"error":{"message":"Input data may contain inappropriate content.","code":"data_inspection_failed"}}`, first + prompt.ContentFiltered},
	// where the answer stands
	"ToolCall":     {200, "", choiceWith(`"message":{"content":null,"tool_calls":[{"function":{"name":"answer","arguments":"{\"decision\":\"send\"}"}}]},"finish_reason":"tool_calls"`), read},
	"ToolObject":   {200, "", choiceWith(`"message":{"content":"calling","tool_calls":[{"function":{"arguments":{"decision":"send"}}}]}`), read},
	"FunctionCall": {200, "", choiceWith(`"message":{"content":"","function_call":{"name":"answer","arguments":"{\"decision\":\"send\"}"}}`), read},
	"Text":         {200, "", choiceWith(`"text":"{\"decision\":\"send\"}"`), read},
	"Object":       {200, "", choiceWith(`"message":{"content":{"decision":"send"}}`), read},
	"Strings":      {200, "", choiceWith(`"message":{"content":["{\"decision\":","\"send\"}"]}`), read},
	"Cut":          {200, "", choiceWith(`"message":{"content":"{\"decision\":\"se"},"finish_reason":"length"`), first + prompt.AnswerUnreadable + " rung/strict_schema/" + prompt.AnswerUnreadable + retried + prompt.AnswerUnreadable},
	"Reasoned":     {200, "", choiceWith(`"message":{"content":"","reasoning_content":"so {\"decision\":\"send\"}"}`), read},
	"Harmony":      {200, "", completion(`<|channel|>analysis<|message|>maybe {"decision":"wait"}<|end|><|start|>assistant<|channel|>final<|message|>{"decision":"send"}<|return|>`), read},
	"Constrained":  {200, "", completion(`<|channel|>analysis<|message|>no {"decision":"wait"}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"decision":"send"}<|return|>`), read},
	"Template":     {200, "", completion(`<|im_start|>assistant` + "\n" + `{"decision":"send"}<|im_end|>`), read},
	"TemplateWord": {200, "", completion(`send<|eot_id|></s>`), read},
	"OpenThought":  {200, "", completion(`I think {"decision":"wait"}</think>{"decision":"send"}`), read},
	"Mark":         {200, "", "\ufeff\n\n" + completion("\ufeff{\"decision\":\"send\",}"), read},
	// errors in the wrong place
	"BesideChoices": {200, "Retry-After: 3600", `{"choices":[{"message":{"content":null}}],"error":{"message":"Provider returned error","code":429}}`, limited},
	"InsideChoice":  {200, "Retry-After: 3600", choiceWith(`"message":{"content":""},"finish_reason":"error","error":{"code":429,"message":"Rate limit exceeded upstream"}`), limited},
	"NamedInWords":  {200, "Retry-After: Fri, 01 Jan 2100 00:00:00 GMT", `{"error":{"message":"slow down","type":"rate_limit_error"}}`, limited},
	"InGemini":      {200, "Retry-After: 3600", `[{"error":{"code":429,"message":"Resource has been exhausted"}}]`, limited},
	"AtTheTop":      {200, "", `{"object":"error","message":"Invalid API key","code":401}`, first + prompt.ModelError},
	"NoError":       {200, "", `{"error":{},"choices":[{"message":{"content":"{\"decision\":\"send\"}"}}]}`, read},
	"KeyOfAzure":    {401, "", `{"error":{"code":"401","message":"Access denied"}}`, first + prompt.ModelError},
	// streams
	"Stream":      {200, "", sse(`{"choices":[{"delta":{"role":"assistant","content":"{\"decision\":"}}]}`, `{"choices":[{"delta":{"content":"\"send\"}"},"finish_reason":"stop"}]}`, `{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3}}`, "[DONE]"), read},
	"StreamOpen":  {200, "Content-Type: text/event-stream", ": thinking\n\n" + sse(`{"choices":[{"delta":{"content":"send"}}]}`), read},
	"StreamTool":  {200, "", sse(`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"decision\":"}}]}}]}`, `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"send\"}"}}]}}]}`, "[DONE]"), read},
	"StreamError": {200, "Retry-After: 3600", sse(`{"choices":[{"delta":{"content":"{"}}]}`, `{"error":{"message":"slow down","code":429}}`), limited},
	"ErrorEvent":  {200, "Retry-After: 3600", "event: error\n" + sse(`{"message":"rate limit reached"}`), limited},
	"Lines":       {200, "", `{"choices":[{"delta":{"content":"{\"decision\":"}}]}` + "\n" + `{"choices":[{"delta":{"content":"\"send\"}"}}]}` + "\n", read},
	"EndlessText": {200, "", strings.Repeat(sse(`{"choices":[{"delta":{"content":"`+strings.Repeat("x", 1000)+`"}}]}`), 600), first + prompt.AnswerUnreadable + retried + prompt.AnswerUnreadable + retried + prompt.AnswerUnreadable},
	"EndlessTool": {200, "", strings.Repeat(sse(`{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"`+strings.Repeat("x", 1000)+`"}}]}}]}`), 600), first + prompt.AnswerUnreadable + retried + prompt.AnswerUnreadable + retried + prompt.AnswerUnreadable},
	// other statuses
	"QueueFull":    {503, "Retry-After: 3600", `{"error":{"message":"request queue limit exceeded"}}`, first + prompt.ModelError},
	"Gone":         {410, "", "gone for good, says the proxy", first + prompt.ModelError},
	"Unreleased":   {451, "", `{"detail":"not here"}`, first + prompt.ModelError},
	"MessageDelay": {429, "", `{"error":{"message":"Rate limit reached. Please try again in 6m0s."}}`, limited},
	"PlainDelay":   {503, "", `{"detail":"loading, retry after 3600 seconds"}`, first + prompt.ModelError},
}

// TestKinds: the ladder keeps its rung, and the next session begins as the first one did.
func TestKinds(t *testing.T) {
	t.Parallel()
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header, value, _ := strings.Cut(k.header, ": ")
			client := inTurn(withHeader(reply{k.status, nil, k.body}, header, value)).client(t)
			var d decision
			calls, err := askServer(t, client, prompt.RoleDecision, &d)
			if outcomes(calls) != k.want || (err == nil) != (k.want == read) || err == nil && d.Decision != "send" {
				t.Errorf("%s, %+v, %v; want %s", outcomes(calls), d, err, k.want)
			}
			if err != nil && strings.Contains(err.Error(), "can't") {
				t.Errorf("the error repeats what the model wrote: %v", err)
			}
			calls, _ = askServer(t, client, prompt.RoleDecision, &d, func(c *prompt.Caller) { c.Session = "ses_other" })
			if !strings.HasPrefix(outcomes(calls), first) {
				t.Errorf("the rung has changed: %s", outcomes(calls))
			}
		})
	}
}

// TestGzip asks a server that compresses its answers.
func TestGzip(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprint(z, completion(`{"text":"a\u0000b"}`))
		_ = z.Close()
	}))
	t.Cleanup(server.Close)
	var l line
	if _, err := ask(t, llm.Config{BaseURL: server.URL}, &l); err != nil || l.Text != "ab" {
		t.Errorf("got %q, %v; want ab", l.Text, err)
	}
}

// fussyServer refuses requests for one reason, and notes the last one that it took.
func fussyServer(taken *body, refuse func(b body) (status int, body string)) testServer {
	return func(_ context.Context, b body) reply {
		if status, refused := refuse(b); status != 0 {
			return reply{status, nil, refused}
		}
		if *taken = b; b["stream"] == true {
			return reply{200, nil, sse(`{"choices":[{"delta":{"content":"{\"decision\":\"send\"}"}}]}`, "[DONE]")}
		}
		return ok(`{"decision":"send"}`)
	}
}

// unless returns a server that takes some requests only.
func unless(status int, message string, taken func(b body) bool) func(body) (int, string) {
	return func(b body) (int, string) {
		if taken(b) {
			return 0, ""
		}
		return status, message
	}
}

// lacking returns a server that does not know a field, and says so with a message.
func lacking(field, message string) func(body) (int, string) {
	return unless(400, message, func(b body) bool { return !hasField(b, field) })
}

// unknownFields are servers that refuse one field, and what is sent in the end in its place.
var unknownFields = map[string]struct {
	refuse func(b body) (int, string)
	gone   string // the field that is left out
	sent   string // a field that is sent in its place
}{
	"OpenAI":    {lacking("seed", `{"error":{"message":"Unrecognized request argument supplied: seed"}}`), "seed", ""},
	"Param":     {lacking("seed", `{"error":{"message":"Unknown parameter in request with temperature","param":"seed"}}`), "seed", ""},
	"Gemini":    {lacking("seed", `[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"seed\": Cannot find field."}}]`), "seed", ""},
	"Pydantic":  {lacking("seed", `{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}`), "seed", ""},
	"Router":    {lacking("temperature", `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"Unsupported parameter: 'temperature'\"}}"}}}`), "temperature", ""},
	"Effort":    {lacking("reasoning_effort", `{"error":"property 'reasoning_effort' is unsupported"}`), "reasoning_effort", ""},
	"Cap":       {lacking("max_tokens", `{"message":"Unsupported parameter: 'max_tokens'"}`), "max_tokens", "max_completion_tokens"},
	"Streaming": {unless(400, `{"error":{"message":"This model only support stream mode, please enable the stream parameter to access the model. "}}`, func(b body) bool { return b["stream"] == true }), "", "stream_options"},
	"Gateway":   {unless(500, `{"message":"Streaming is required for this model"}`, func(b body) bool { return b["stream"] == true }), "", "stream"},
	"NoUsage": {func(b body) (int, string) {
		if hasField(b, "stream_options") {
			return 422, `{"detail":"stream_options: unexpected keyword"}`
		}
		if b["stream"] == true {
			return 0, ""
		}
		return 400, `{"detail":"stream must be true"}`
	}, "stream_options", "stream"},
	"Switch": {unless(400, `{"error":{"message":"parameter.enable_thinking must be set to false for non-streaming calls"}}`, func(b body) bool { return b["enable_thinking"] == false }), "", "enable_thinking"},
}

// TestUnknownFields: one refused field is left out, and nothing else. A cap is always sent.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	for name, c := range unknownFields {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var taken body
			client := fussyServer(&taken, c.refuse).client(t, thinkingOff)
			if calls, err := askServer(t, client, prompt.RoleDecision, &decision{}); err != nil {
				t.Fatalf("%s, %v", outcomes(calls), err)
			}
			for _, field := range []string{"seed", "temperature", "reasoning_effort", "max_tokens"} {
				if hasField(taken, field) == (field == c.gone) {
					t.Errorf("field %s: the server has taken %v", field, taken)
				}
			}
			if c.sent != "" && !hasField(taken, c.sent) || hasField(taken, c.gone) || taken.rung() != "strict_schema" {
				t.Errorf("the server has taken %v", taken)
			}
		})
	}
}

// TestCapIsNeverLost asks a server that knows no cap. A request without one is not made.
func TestCapIsNeverLost(t *testing.T) {
	t.Parallel()
	var taken body
	client := fussyServer(&taken, unless(400, `{"error":{"message":"Unsupported parameter: max_tokens and max_completion_tokens"}}`, func(b body) bool { return !hasField(b, "max_tokens") && !hasField(b, "max_completion_tokens") })).client(t)
	for range 3 {
		if calls, err := askServer(t, client, prompt.RoleDecision, &decision{}); code(err) != prompt.ModelError || taken != nil {
			t.Errorf("%s, %v; the server has taken %v", outcomes(calls), err, taken)
		}
	}
}

// TestBadSample: nothing is given up when a model writes no JSON now and then. If all samples are
// bad, the shape is asked for in another way.
func TestBadSample(t *testing.T) {
	t.Parallel()
	requests, bad := 0, 3
	var taken body
	client := fussyServer(&taken, unless(400, `{"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","code":"json_validate_failed","failed_generation":"{"}}`, func(b body) bool {
		requests++
		return b.rung() == "text" || requests%bad != 1%bad
	})).client(t)
	for range 6 {
		if calls, err := askServer(t, client, prompt.RoleDecision, &decision{}); err != nil || taken.rung() != "strict_schema" || !hasField(taken, "seed") {
			t.Errorf("%s, %v; the server has taken %v", outcomes(calls), err, taken)
		}
	}
	bad = 1
	for range 6 {
		_, _ = askServer(t, client, prompt.RoleDecision, &decision{})
	}
	if calls, err := askServer(t, client, prompt.RoleDecision, &decision{}); err != nil {
		t.Errorf("%s, %v", outcomes(calls), err)
	}
}
