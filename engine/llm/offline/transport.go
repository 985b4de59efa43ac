package offline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/sashabaranov/go-openai"
	"github.com/sashabaranov/go-openai/jsonschema"

	"ringer/engine/prompt"
)

// Transport answers chat completions requests inside the process, as a server would.
type Transport struct{ Model *Model }

// completionRequest is the part of a request that the model reads. go-openai's own type cannot decode a schema.
type completionRequest struct {
	Model    string                         `json:"model"`
	Seed     int                            `json:"seed"`
	Messages []openai.ChatCompletionMessage `json:"messages"`
	Format   struct {
		Schema struct {
			Schema jsonschema.Definition `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

// RoundTrip implements http.RoundTripper.
func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		return respond(r, http.StatusNotFound, openai.ErrorResponse{Error: &openai.APIError{Message: "the offline model only knows chat completions"}})
	}
	defer r.Body.Close()
	var request completionRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		return respond(r, http.StatusBadRequest, openai.ErrorResponse{Error: &openai.APIError{Message: err.Error()}})
	}
	content, err := t.complete(request)
	if err != nil {
		return nil, err
	}
	usage := openai.Usage{CompletionTokens: tokens(len(content))}
	for _, m := range request.Messages {
		usage.PromptTokens += tokens(len(m.Content))
	}
	usage.TotalTokens = usage.PromptTokens + usage.CompletionTokens
	return respond(r, http.StatusOK, openai.ChatCompletionResponse{
		Object: "chat.completion", Model: Name, Usage: usage,
		Choices: []openai.ChatCompletionChoice{{
			Message:      openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, Content: content},
			FinishReason: openai.FinishReasonStop,
		}},
	})
}

func (t Transport) complete(request completionRequest) (string, error) {
	var rendered prompt.Rendered
	for _, m := range request.Messages {
		if m.Role == openai.ChatMessageRoleSystem {
			rendered.System += m.Content
		} else {
			rendered.User += m.Content
		}
	}
	rng := source(request.Seed)
	var value any
	if parsed, err := prompt.Parse(rendered); err == nil { // else it is nobody's task
		value = t.Model.answer(parsed, rng)
	}
	if value == nil {
		value = fill(request.Format.Schema.Schema, rng)
	}
	b, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("offline: %w", err)
	}
	return string(b), nil
}

func respond(r *http.Request, status int, body any) (*http.Response, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("offline: %w", err)
	}
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(b)), ContentLength: int64(len(b)),
	}, nil
}
