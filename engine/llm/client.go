package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/sashabaranov/go-openai"
	"github.com/sashabaranov/go-openai/jsonschema"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Config says which server to ask.
type Config struct {
	// BaseURL of the API, up to and with /v1; empty is OpenAI's own.
	BaseURL string
	Key     string
	Model   string
	// Timeout bounds one call; a message that comes later than that answers a chat that has moved on.
	Timeout time.Duration
	// Transport carries the requests; nil is the network.
	Transport http.RoundTripper
}

// maxBody bounds a response: an answer is a line of chat, and a server that sends more is broken.
const maxBody = 1 << 20

// maxAnswer bounds an answer in tokens.
const maxAnswer = 400

// Client asks one server. It may be used by many goroutines.
type Client struct {
	api     *openai.Client
	model   string
	timeout time.Duration
}

// New returns a client of the server.
func New(c Config) *Client {
	transport := c.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	config := openai.DefaultConfig(c.Key)
	if c.BaseURL != "" {
		config.BaseURL = c.BaseURL
	}
	config.HTTPClient = &http.Client{Transport: bounded{transport}}
	return &Client{api: openai.NewClientWithConfig(config), model: c.Model, timeout: c.Timeout}
}

// Asker returns what one thought asks with.
func (c *Client) Asker(by prompt.Caller) prompt.Asker { return &asker{client: c, Caller: by} }

// asker asks on behalf of one thought. It is used by one goroutine.
type asker struct {
	prompt.Caller
	client *Client
	calls  int
}

// Ask sends the prompt and reads the answer.
func (a *asker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, a.client.timeout)
	defer cancel()
	request, err := a.request(p, answer)
	if err != nil {
		return err
	}
	started := time.Now()
	response, err := a.client.api.CreateChatCompletion(ctx, request)
	if err != nil {
		err = classify(ctx, err)
	} else {
		err = read(response, answer)
	}
	said := ""
	if len(response.Choices) > 0 {
		said = response.Choices[0].Message.Content
	}
	outcome := "ok"
	var failed *prompt.Error
	if errors.As(err, &failed) {
		outcome = failed.Code
	}
	a.Record(prompt.Exchange{Call: prompt.Call{
		Role: string(p.Role), Model: a.client.model, Task: p.Task, Ask: a.calls - 1, Reason: game.CallFirst, Rung: "strict_schema", PromptBytes: p.Len(), Millis: time.Since(started).Milliseconds(), Outcome: outcome,
		PromptTokens: response.Usage.PromptTokens, AnswerTokens: response.Usage.CompletionTokens,
	}, At: started, Prompt: p.Render(), Answer: said})
	return err
}

func (a *asker) request(p prompt.Prompt, answer any) (openai.ChatCompletionRequest, error) {
	schema, err := jsonschema.GenerateSchemaForType(reflect.ValueOf(answer).Elem().Interface())
	if err != nil {
		return openai.ChatCompletionRequest{}, fmt.Errorf("llm: schema of %T: %w", answer, err)
	}
	rendered := p.Render()
	seed := prompt.CallSeed(a.Seed, a.calls)
	a.calls++
	return openai.ChatCompletionRequest{
		Model: a.client.model, Seed: &seed, MaxCompletionTokens: maxAnswer,
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: rendered.System},
			{Role: openai.ChatMessageRoleUser, Content: rendered.User},
		},
		ResponseFormat: &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: schema, Strict: true},
		},
	}, nil
}

// classify says what kind of failure an error of the client is.
func classify(ctx context.Context, err error) error {
	code := prompt.ModelUnreachable
	var api *openai.APIError
	var request *openai.RequestError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		code = prompt.ModelTimeout
	case errors.Is(err, errTooLarge):
		code = prompt.AnswerUnreadable
	case errors.As(err, &api):
		code = statusCode(api.HTTPStatusCode)
	case errors.As(err, &request):
		code = statusCode(request.HTTPStatusCode)
	}
	return &prompt.Error{Code: code, Cause: err}
}

func statusCode(status int) string {
	switch {
	case status == http.StatusTooManyRequests:
		return prompt.ModelRateLimited
	case status < 300: // a 200 whose body is no answer
		return prompt.AnswerUnreadable
	}
	return prompt.ModelError
}

var errTooLarge = errors.New("the response is larger than 1 MiB")

// bounded cuts responses that are too large.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
	if err == nil {
		response.Body = &limited{ReadCloser: response.Body, left: maxBody}
	}
	return response, err
}

type limited struct {
	io.ReadCloser
	left int
}

// Read implements io.Reader.
func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLarge
	}
	n, err := l.ReadCloser.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}
