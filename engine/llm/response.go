package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// response is what servers send. A field whose type is not OpenAI's counts as left out.
type response struct {
	Choices []choice
	Usage   usage
	Error   json.RawMessage
}

type choice struct {
	Message struct {
		Content   textOrParts
		Reasoning textOrParts // vLLM and OpenRouter
		Thoughts  textOrParts `json:"reasoning_content"` // DeepSeek, SGLang and llama.cpp
	}
	Finish textOrParts `json:"finish_reason"`
}

type usage struct {
	Prompt  tokenCount `json:"prompt_tokens"`
	Answer  tokenCount `json:"completion_tokens"`
	Cached  tokenCount `json:"prompt_cache_hit_tokens"` // DeepSeek
	Details struct {
		Cached tokenCount `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// textOrParts is a text. Servers send it as a string or as a list of parts with texts.
type textOrParts string

// UnmarshalJSON implements json.Unmarshaler.
func (t *textOrParts) UnmarshalJSON(b []byte) error {
	var s string
	var parts []struct{ Text string }
	switch {
	case json.Unmarshal(b, &s) == nil:
		*t = textOrParts(s)
	case json.Unmarshal(b, &parts) == nil:
		for _, part := range parts {
			*t += textOrParts(part.Text)
		}
	}
	return nil
}

// maxCount bounds a count of tokens. No prompt has as many, and a server that counts wrong must not
// use up a budget.
const maxCount = 10_000_000

// tokenCount is a number of tokens.
type tokenCount int

// UnmarshalJSON implements json.Unmarshaler.
func (c *tokenCount) UnmarshalJSON(b []byte) error {
	var f float64
	if json.Unmarshal(b, &f) == nil && f > 0 && f <= maxCount {
		*c = tokenCount(math.Ceil(f))
	}
	return nil
}

// normalize turns a response into one that go-openai can read. It also corrects the status, because
// some servers send errors with 200.
func normalize(status int, raw []byte) (int, []byte, error) {
	raw = bytes.TrimPrefix(bytes.TrimSpace(raw), []byte("\ufeff"))
	if status >= http.StatusBadRequest {
		return status, errorBody(raw), nil
	}
	if len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) {
		return 0, nil, errNotJSON
	}
	var r response
	_ = json.Unmarshal(raw, &r) // it is valid JSON, so only fields of another type are left out
	if len(r.Choices) == 0 && len(r.Error) > 0 && string(r.Error) != "null" {
		return errorStatus(r.Error), errorBody(raw), nil
	}
	normal := openai.ChatCompletionResponse{Usage: openai.Usage{
		PromptTokens: int(r.Usage.Prompt), CompletionTokens: int(r.Usage.Answer),
		PromptTokensDetails: &openai.PromptTokensDetails{CachedTokens: int(min(cmp.Or(r.Usage.Details.Cached, r.Usage.Cached), r.Usage.Prompt))},
	}}
	for _, c := range r.Choices[:min(len(r.Choices), 1)] {
		finish := openai.FinishReason("")
		if c.Finish == "length" || c.Finish == "max_tokens" { // the only reason that matters
			finish = openai.FinishReasonLength
		}
		normal.Choices = append(normal.Choices, openai.ChatCompletionChoice{FinishReason: finish, Message: openai.ChatCompletionMessage{
			Content: string(c.Message.Content), ReasoningContent: string(cmp.Or(c.Message.Thoughts, c.Message.Reasoning)),
		}})
	}
	b, err := json.Marshal(normal)
	return status, b, err
}

// errorStatus returns the status of an error that came with 200. It is the error's code if that is
// a status, else 502.
func errorStatus(raw json.RawMessage) int {
	var e struct{ Code json.RawMessage }
	_ = json.Unmarshal(raw, &e) // an error may be a plain text
	status, err := strconv.Atoi(strings.Trim(string(e.Code), `"`))
	if err != nil || status < 400 || status > 599 {
		return http.StatusBadGateway
	}
	return status
}

// maxMessage bounds the text of an error in bytes, because the text goes into a log line.
const maxMessage = 500

// errorBody turns the body of an error into OpenAI's shape. Servers put the text under error,
// error.message, message or detail, or send a web page.
func errorBody(raw []byte) []byte {
	type fault struct {
		Message, Param, Code, Type textOrParts
	}
	var outer struct {
		fault
		Detail textOrParts
		Error  json.RawMessage
	}
	var inner fault
	var text textOrParts
	if json.Unmarshal(raw, &outer) == nil && len(outer.Error) > 0 {
		// The error is an object, a text or neither.
		_ = json.Unmarshal(outer.Error, &inner)
		_ = json.Unmarshal(outer.Error, &text)
	}
	message := strings.Join(strings.Fields(string(cmp.Or(inner.Message, text, outer.Message, outer.Detail, textOrParts(raw)))), " ")
	if len(message) > maxMessage {
		message = message[:maxMessage]
	}
	param := string(cmp.Or(inner.Param, outer.Param))
	b, _ := json.Marshal(openai.ErrorResponse{Error: &openai.APIError{ // texts always marshal
		Message: strings.ToValidUTF8(message, ""), Param: &param,
		Code: string(cmp.Or(inner.Code, outer.Code)), Type: string(cmp.Or(inner.Type, outer.Type)),
	}})
	return b
}
