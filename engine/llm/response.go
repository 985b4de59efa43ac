package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// response is what servers send, and one chunk of a stream. A field of another type is left out.
type response struct {
	Choices []choice
	Usage   usage
	Error   json.RawMessage `json:",omitempty"`
	// Message, Msg and Detail say what is wrong, where a server has no field error.
	Message, Msg, Detail textOrParts
}

type choice struct {
	Message message
	Delta   message         // of a stream
	Text    textOrParts     // of servers for completions
	Finish  textOrParts     `json:"finish_reason"`
	Error   json.RawMessage `json:",omitempty"` // OpenRouter
}

type message struct {
	Content   textOrParts
	Reasoning textOrParts // vLLM and OpenRouter
	Thoughts  textOrParts `json:"reasoning_content"` // DeepSeek, SGLang and llama.cpp
	Refusal   textOrParts // OpenAI
	Tools     []tool      `json:"tool_calls"`
	Function  function    `json:"function_call"`
}

type tool struct {
	Index    int
	Function function
}

// function is what a tool is called with. Ringer offers none, but some models put the answer there.
type function struct{ Arguments textOrValue }

type usage struct {
	Prompt  tokenCount `json:"prompt_tokens"`
	Answer  tokenCount `json:"completion_tokens"`
	Cached  tokenCount `json:"prompt_cache_hit_tokens"` // DeepSeek
	Details struct {
		Cached tokenCount `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// textOrValue is a text, or the text of another JSON value.
type textOrValue string

func (t *textOrValue) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = string(b)
	}
	*t = textOrValue(s)
	return nil
}

// textOrParts is a text: a string, a list of strings or of parts, or the object that it should
// hold.
type textOrParts string

func (t *textOrParts) UnmarshalJSON(b []byte) error {
	var s string
	var list []string
	var parts []struct{ Text, Refusal string }
	switch {
	case json.Unmarshal(b, &s) == nil:
		*t = textOrParts(s)
	case json.Unmarshal(b, &list) == nil:
		*t = textOrParts(strings.Join(list, ""))
	case json.Unmarshal(b, &parts) == nil:
		for _, part := range parts {
			*t += textOrParts(part.Text + part.Refusal)
		}
	case b[0] == '{':
		*t = textOrParts(b)
	}
	return nil
}

// maxCount bounds a count of tokens: a server that counts wrong must not use up a budget.
const maxCount = 10_000_000

type tokenCount int

func (c *tokenCount) UnmarshalJSON(b []byte) error {
	var f float64
	if json.Unmarshal(b, &f) == nil && f > 0 && f <= maxCount {
		*c = tokenCount(math.Ceil(f))
	}
	return nil
}

// normalize makes a response one that go-openai can read, and an error that came with 200 an error.
func normalize(status int, raw []byte) (int, []byte, error) {
	if status >= http.StatusBadRequest {
		return status, errorBody(raw), nil
	}
	r, err := readResponse(raw)
	if err != nil {
		return 0, nil, err
	}
	if fault := r.fault(); fault != nil {
		body, _ := json.Marshal(map[string]json.RawMessage{"error": fault}) // it was read from JSON
		return errorStatus(fault), errorBody(body), nil
	}
	normal := openai.ChatCompletionResponse{Usage: openai.Usage{
		PromptTokens: int(r.Usage.Prompt), CompletionTokens: int(r.Usage.Answer),
		PromptTokensDetails: &openai.PromptTokensDetails{CachedTokens: int(min(cmp.Or(r.Usage.Details.Cached, r.Usage.Cached), r.Usage.Prompt))},
	}}
	for _, c := range r.Choices[:min(len(r.Choices), 1)] {
		normal.Choices = append(normal.Choices, openai.ChatCompletionChoice{FinishReason: c.finish(), Message: openai.ChatCompletionMessage{
			Content: c.written(), ReasoningContent: string(cmp.Or(c.Message.Thoughts, c.Message.Reasoning)), Refusal: string(c.Message.Refusal),
		}})
	}
	b, err := json.Marshal(normal)
	return status, b, err
}

// fault returns the error in a response, or nil. Routers send one beside or in the choices.
func (r *response) fault() json.RawMessage {
	if isFault(r.Error) {
		return r.Error
	}
	for _, c := range r.Choices[:min(len(r.Choices), 1)] {
		switch {
		case isFault(c.Error):
			return c.Error
		case slices.Contains([]string{"error", "network_error", "insufficient_system_resource"}, strings.ToLower(string(c.Finish))):
			b, _ := json.Marshal("the model broke off: finish_reason " + string(c.Finish)) // a text always marshals
			return b
		}
	}
	if text := cmp.Or(r.Message, r.Msg, r.Detail); len(r.Choices) == 0 && text != "" {
		b, _ := json.Marshal(text)
		return b
	}
	return nil
}

// isFault reports whether the value of a field error says that something is wrong.
func isFault(raw json.RawMessage) bool {
	return len(raw) > 0 && !slices.Contains([]string{"null", "false", "0", `""`, "{}", "[]"}, string(raw))
}

// written returns what the model wrote. It puts the arguments of calls of tools behind the content.
func (c *choice) written() string {
	parts := []string{string(cmp.Or(c.Message.Content, c.Text))}
	for _, t := range c.Message.Tools {
		parts = append(parts, string(t.Function.Arguments))
	}
	parts = append(parts, string(c.Message.Function.Arguments))
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, "\n")
}

var (
	finishedByLength = regexp.MustCompile(`(?i)^(model_)?(max_(completion_|output_)?tokens|length|context_window_exceeded)`)
	finishedByFilter = regexp.MustCompile(`(?i)content_?filter|safety|sensitive|refusal|blocklist|prohibited|recitation|guardrail`)
)

// finish returns why the answer ended, as far as that matters: length, filter, or empty.
func (c *choice) finish() openai.FinishReason {
	switch {
	case finishedByLength.MatchString(string(c.Finish)):
		return openai.FinishReasonLength
	case finishedByFilter.MatchString(string(c.Finish)):
		return openai.FinishReasonContentFilter
	}
	return ""
}

// faultWords give the status of an error that came with 200, by words of its code, type or text.
var faultWords = []struct {
	status int
	words  *regexp.Regexp
}{
	{http.StatusTooManyRequests, regexp.MustCompile(`rate.?limit|too many requests|resource.?exhausted|throttl|insufficient_quota`)},
	{http.StatusServiceUnavailable, regexp.MustCompile(`overloaded|unavailable|server_?error|internal|timeout`)},
	{http.StatusUnauthorized, regexp.MustCompile(`authenticat|unauthori[sz]ed|invalid.?api.?key|permission`)},
	{http.StatusBadRequest, regexp.MustCompile(`invalid.?(request|argument|param)|bad.?request|context.?length|content.?filter`)},
}

// errorStatus returns the status of an error that came with 200: its code, what its words say, or
// 502.
func errorStatus(raw json.RawMessage) int {
	var e struct {
		Code, Status json.RawMessage
		StatusCode   json.RawMessage `json:"status_code"`
	}
	_ = json.Unmarshal(raw, &e) // an error may be a plain text
	for _, code := range []json.RawMessage{e.Code, e.Status, e.StatusCode} {
		if status, err := strconv.Atoi(strings.Trim(string(code), `"`)); err == nil && status >= 400 && status <= 599 {
			return status
		}
	}
	text := strings.ToLower(string(raw))
	for _, f := range faultWords {
		if f.words.MatchString(text) {
			return f.status
		}
	}
	return http.StatusBadGateway
}

// maxMessage bounds the text of an error in bytes, because the text goes into a log line.
const maxMessage = 500

// fault is what servers say about an error, in the fields that they use for it.
type fault struct {
	Message, Msg, Detail, Param, Code, Type, Status textOrParts
	// Metadata holds the error of the server behind a router (OpenRouter).
	Metadata struct{ Raw textOrParts }
	// Context is the context of one slot, in tokens (llama.cpp).
	Context int `json:"n_ctx"`
}

// text returns what the server says, on one line.
func (f *fault) text() string {
	parts := []string{string(cmp.Or(f.Message, f.Msg, f.Detail)), string(f.Metadata.Raw)}
	if f.Context > 0 {
		parts = append(parts, fmt.Sprintf("(n_ctx %d)", f.Context))
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// errorBody gives an error OpenAI's shape. Servers put the text under error, error.message,
// message, msg or detail, or send a list, a stream or a web page.
func errorBody(raw []byte) []byte {
	var outer struct {
		fault
		Error json.RawMessage
	}
	var inner fault
	var text textOrParts
	if json.Unmarshal(single(raw), &outer) == nil && len(outer.Error) > 0 {
		// The error is an object, a text or neither.
		_ = json.Unmarshal(single(outer.Error), &inner)
		_ = json.Unmarshal(outer.Error, &text)
	}
	message := cmp.Or(inner.text(), string(text), outer.text(), strings.Join(strings.Fields(string(raw)), " "))
	if len(message) > maxMessage {
		message = message[:maxMessage]
	}
	param := string(cmp.Or(inner.Param, outer.Param))
	b, _ := json.Marshal(openai.ErrorResponse{Error: &openai.APIError{ // texts always marshal
		Message: strings.ToValidUTF8(message, ""), Param: &param,
		Code: string(cmp.Or(inner.Code, outer.Code, inner.Status)), Type: string(cmp.Or(inner.Type, outer.Type)),
	}})
	return b
}

// single returns the first value of a JSON list (Gemini), what stands behind data: in a stream, or
// raw.
func single(raw []byte) []byte {
	raw = bytes.TrimPrefix(bytes.TrimSpace(raw), []byte("data:"))
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		return list[0]
	}
	return raw
}
