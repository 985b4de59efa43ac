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

// response is what servers send, read with patience: what has another type than OpenAI gives it counts as left out.
type response struct {
	Choices []choice
	Usage   usage
	Error   json.RawMessage
}

type choice struct {
	Message struct {
		Content   phrase
		Reasoning phrase // of vLLM and OpenRouter
		Thoughts  phrase `json:"reasoning_content"` // of DeepSeek, SGLang, llama.cpp
	}
	Finish phrase `json:"finish_reason"`
}

type usage struct {
	Prompt  count `json:"prompt_tokens"`
	Answer  count `json:"completion_tokens"`
	Cached  count `json:"prompt_cache_hit_tokens"` // of DeepSeek
	Details struct {
		Cached count `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// phrase is a text, or a list of parts with texts.
type phrase string

// UnmarshalJSON implements json.Unmarshaler.
func (p *phrase) UnmarshalJSON(b []byte) error {
	var s string
	var parts []struct{ Text string }
	switch {
	case json.Unmarshal(b, &s) == nil:
		*p = phrase(s)
	case json.Unmarshal(b, &parts) == nil:
		for _, part := range parts {
			*p += phrase(part.Text)
		}
	}
	return nil
}

// maxCount bounds a count of tokens: no prompt has as many, and a budget must not be thrown by a server that cannot count.
const maxCount = 10_000_000

// count is a number of tokens.
type count int

// UnmarshalJSON implements json.Unmarshaler.
func (c *count) UnmarshalJSON(b []byte) error {
	var f float64
	if json.Unmarshal(b, &f) == nil && f > 0 && f <= maxCount {
		*c = count(math.Ceil(f))
	}
	return nil
}

// mend makes a response into one that go-openai reads, and its status into what it means: some servers report errors with 200.
func mend(status int, raw []byte) (int, []byte, error) {
	raw = bytes.TrimPrefix(bytes.TrimSpace(raw), []byte("\ufeff"))
	if status >= http.StatusBadRequest {
		return status, failed(raw), nil
	}
	if len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) {
		return 0, nil, errNotJSON
	}
	var r response
	_ = json.Unmarshal(raw, &r) // it is valid: what has another type is left out, and all else is read
	if len(r.Choices) == 0 && len(r.Error) > 0 && string(r.Error) != "null" {
		return errorStatus(r.Error), failed(raw), nil
	}
	mended := openai.ChatCompletionResponse{Usage: openai.Usage{
		PromptTokens: int(r.Usage.Prompt), CompletionTokens: int(r.Usage.Answer),
		PromptTokensDetails: &openai.PromptTokensDetails{CachedTokens: int(min(cmp.Or(r.Usage.Details.Cached, r.Usage.Cached), r.Usage.Prompt))},
	}}
	for _, c := range r.Choices[:min(len(r.Choices), 1)] {
		finish := openai.FinishReason("")
		if c.Finish == "length" || c.Finish == "max_tokens" { // the only reason that matters
			finish = openai.FinishReasonLength
		}
		mended.Choices = append(mended.Choices, openai.ChatCompletionChoice{FinishReason: finish, Message: openai.ChatCompletionMessage{
			Content: string(c.Message.Content), ReasoningContent: string(cmp.Or(c.Message.Thoughts, c.Message.Reasoning)),
		}})
	}
	b, err := json.Marshal(mended)
	return status, b, err
}

// errorStatus returns the status of an error that came with 200: its code if that is one, else that of a server behind the server.
func errorStatus(raw json.RawMessage) int {
	var e struct{ Code json.RawMessage }
	_ = json.Unmarshal(raw, &e) // an error may be a mere text
	status, err := strconv.Atoi(strings.Trim(string(e.Code), `"`))
	if err != nil || status < 400 || status > 599 {
		return http.StatusBadGateway
	}
	return status
}

// maxMessage bounds the text of an error in bytes: it goes into a log line.
const maxMessage = 500

// failed makes the body of an error into OpenAI's shape. Servers put the text under error, error.message, message or detail, or send a page.
func failed(raw []byte) []byte {
	type fault struct {
		Message, Param, Code, Type phrase
	}
	var outer struct {
		fault
		Detail phrase
		Error  json.RawMessage
	}
	var inner fault
	var text phrase
	if json.Unmarshal(raw, &outer) == nil && len(outer.Error) > 0 {
		_ = json.Unmarshal(outer.Error, &inner) // it is one of the two,
		_ = json.Unmarshal(outer.Error, &text)  // or neither
	}
	message := strings.Join(strings.Fields(string(cmp.Or(inner.Message, text, outer.Message, outer.Detail, phrase(raw)))), " ")
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
