package offline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// completionRequest is what the model reads. The type of go-openai cannot decode a schema.
type completionRequest struct {
	Model               string                         `json:"model"`
	Seed                *int                           `json:"seed"`
	Messages            []openai.ChatCompletionMessage `json:"messages"`
	MaxTokens           int                            `json:"max_tokens"`
	MaxCompletionTokens int                            `json:"max_completion_tokens"`
	Stream              bool                           `json:"stream"`
	StreamOptions       struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Format struct {
		Type   string `json:"type"`
		Schema struct {
			// Schema is decoded only for a task without a skill.
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

// The types of a response format.
const (
	formatSchema = "json_schema"
	formatObject = "json_object"
)

// maxRequest is a quarter of a million tokens, far more than a chat has.
const maxRequest = 1 << 20

func readRequest(w http.ResponseWriter, r *http.Request) (*completionRequest, *refusal) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, invalid(http.StatusRequestEntityTooLarge, "", "the body is larger than 1 MiB; send fewer or shorter messages")
	}
	if err != nil {
		return nil, invalid(http.StatusBadRequest, "", "the body broke off: "+err.Error())
	}
	var request completionRequest
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, invalid(http.StatusBadRequest, "", "the body is not a chat completions request: "+err.Error())
	}
	if _, err := request.schema(); err != nil {
		return nil, invalid(http.StatusBadRequest, "", "the body is not a chat completions request: "+err.Error())
	}
	switch {
	case request.Model == "":
		return nil, invalid(http.StatusBadRequest, "model", "you must provide a model; any name will do")
	case len(request.Messages) == 0:
		return nil, invalid(http.StatusBadRequest, "messages", "there must be one message or more")
	}
	return &request, nil
}

func (r *completionRequest) schema() (s schema, err error) {
	if raw := r.Format.Schema.Schema; len(raw) > 0 {
		err = json.Unmarshal(raw, &s)
	}
	return s, err
}

func content(m openai.ChatCompletionMessage) string {
	if len(m.MultiContent) == 0 {
		return m.Content
	}
	var parts strings.Builder
	parts.WriteString(m.Content)
	for _, p := range m.MultiContent {
		parts.WriteString(p.Text)
	}
	return parts.String()
}

func (r *completionRequest) rendered() (p prompt.Rendered) {
	for _, m := range r.Messages {
		if m.Role == openai.ChatMessageRoleSystem {
			p.System += content(m)
		} else {
			p.User += content(m)
		}
	}
	return p
}

func (r *completionRequest) tokens() (n int) {
	for _, m := range r.Messages {
		n += tokens(len(content(m)))
	}
	return n
}

// maxAnswer returns how many tokens the answer may have; 0 means no limit.
func (r *completionRequest) maxAnswer() int { return max(r.MaxTokens, r.MaxCompletionTokens) }

// refusal is an error in the form of OpenAI's API.
type refusal struct {
	status int
	header http.Header
	Error  struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	} `json:"error"`
}

func refuse(status int, kind, code, message string) *refusal {
	r := &refusal{status: status, header: http.Header{}}
	r.Error.Message, r.Error.Type = message, kind
	if code != "" {
		r.Error.Code = &code
	}
	return r
}

func invalid(status int, param, message string) *refusal {
	r := refuse(status, "invalid_request_error", "", message)
	if param != "" {
		r.Error.Param = &param
	}
	return r
}

func rateLimited(retryAfter, message string) *refusal {
	r := refuse(http.StatusTooManyRequests, "requests", "rate_limit_exceeded", message)
	r.header.Set("Retry-After", retryAfter)
	return r
}

func noRoute(r *http.Request) *refusal {
	return invalid(http.StatusNotFound, "", fmt.Sprintf("there is no %s %s; there are POST /v1/chat/completions and GET /v1/models", r.Method, r.URL.Path))
}
