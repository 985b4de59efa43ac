package offline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

type line struct {
	Text  string `json:"text"`
	Where string `json:"where" enum:"here,there"`
}

const skilledTask = "test.line"

func serve(t *testing.T, c offline.ServerConfig) (url string) {
	t.Helper()
	c.Model = offline.New(map[string]prompt.Skill{skilledTask: func(p prompt.Parsed, rng *rand.Rand) any {
		return line{Text: fmt.Sprint(p.Instruction, " ", rng.IntN(1000)), Where: "here"}
	}})
	handler := sessiontest.Must(offline.NewServer(c))(t)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

func client(url string) *openai.Client {
	config := openai.DefaultConfig("any")
	config.BaseURL = url
	return openai.NewClientWithConfig(config)
}

// ask returns a request for the skill's task. If the format is empty, it is an ordinary chat.
func ask(format openai.ChatCompletionResponseFormatType) openai.ChatCompletionRequest {
	r := openai.ChatCompletionRequest{Model: "any", Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "hello there"}}}
	if format == "" {
		return r
	}
	p := prompt.Prompt{Task: skilledTask, Sections: []prompt.Section{prompt.TextSection("rules", "you are Red, a player")}, Instruction: "say it"}.Render()
	seed := 7
	r.Seed = &seed
	r.Messages = []openai.ChatCompletionMessage{{Role: "system", Content: p.System}, {Role: "user", Content: p.User}}
	r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: format}
	if format == openai.ChatCompletionResponseFormatTypeJSONSchema {
		r.ResponseFormat.JSONSchema = &openai.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: json.RawMessage(
			`{"type":"object","properties":{"text":{"type":"string"},"where":{"type":"string","enum":["here","there"]}},"required":["text","where"],"additionalProperties":false}`), Strict: true}
	}
	return r
}

func askServer(t *testing.T, url string, r openai.ChatCompletionRequest) openai.ChatCompletionResponse {
	t.Helper()
	got, err := client(url).CreateChatCompletion(t.Context(), r)
	if err != nil || len(got.Choices) != 1 || got.Choices[0].FinishReason != openai.FinishReasonStop {
		t.Fatalf("%+v, %v", got, err)
	}
	return got
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	url := serve(t, offline.ServerConfig{})
	t.Run("TaskBySkill", func(t *testing.T) {
		t.Parallel()
		for _, format := range []openai.ChatCompletionResponseFormatType{"json_schema", "json_object", "text"} {
			got := askServer(t, url, ask(format))
			var l line
			if err := json.Unmarshal([]byte(got.Choices[0].Message.Content), &l); err != nil || !strings.HasPrefix(l.Text, "say it ") {
				t.Errorf("%s: %+v, %v", format, got, err)
			}
			if got.Usage.PromptTokens == 0 || got.Usage.CompletionTokens == 0 || got.Model != offline.Name {
				t.Errorf("%s: usage %+v of model %s", format, got.Usage, got.Model)
			}
		}
	})
	t.Run("AnyChatByText", func(t *testing.T) {
		t.Parallel()
		if text := askServer(t, url, ask("")).Choices[0].Message.Content; text == "" || strings.ContainsAny(text, `{"`) {
			t.Errorf("%q", text)
		}
		r := ask("")
		r.Messages[0] = openai.ChatCompletionMessage{Role: "user", MultiContent: []openai.ChatMessagePart{{Type: "text", Text: "hello"}}}
		if got := askServer(t, url, r); got.Usage.PromptTokens != 2 {
			t.Errorf("content in parts has %d tokens", got.Usage.PromptTokens)
		}
	})
	t.Run("AnySchemaByItsShape", func(t *testing.T) {
		t.Parallel()
		r := ask("")
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: "json_schema", JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "x", Schema: json.RawMessage(
			`{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":3,"maximum":3},"b":{"$ref":"#/$defs/side"},"c":{"type":"array","minItems":2,"items":{"type":"boolean"}}},
			  "$defs":{"side":{"anyOf":[{"type":"string","enum":["left"]},{"type":"null"}]}}}`)}}
		var got struct {
			A int
			B string
			C []bool
		}
		if err := json.Unmarshal([]byte(askServer(t, url, r).Choices[0].Message.Content), &got); err != nil || got.A != 3 || got.B != "left" || len(got.C) != 2 {
			t.Errorf("%+v, %v", got, err)
		}
		r = ask("")
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: "json_object"}
		if text := askServer(t, url, r).Choices[0].Message.Content; !json.Valid([]byte(text)) {
			t.Errorf("%q", text)
		}
	})
	t.Run("OneSeedOneAnswer", func(t *testing.T) {
		t.Parallel()
		first, again := askServer(t, url, ask("json_schema")), askServer(t, url, ask("json_schema"))
		if first.Choices[0].Message.Content != again.Choices[0].Message.Content {
			t.Errorf("%+v, then %+v", first, again)
		}
	})
}

func TestForms(t *testing.T) {
	t.Parallel()
	url := serve(t, offline.ServerConfig{})
	t.Run("CutAtItsLimit", func(t *testing.T) {
		t.Parallel()
		r := ask("json_schema")
		r.MaxCompletionTokens = 3
		got, err := client(url).CreateChatCompletion(t.Context(), r)
		if err != nil || len(got.Choices[0].Message.Content) != 12 || got.Choices[0].FinishReason != openai.FinishReasonLength {
			t.Errorf("%+v, %v", got, err)
		}
	})
	t.Run("AsAStream", func(t *testing.T) {
		t.Parallel()
		whole := askServer(t, url, ask("json_schema"))
		r := ask("json_schema")
		r.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
		text, pieces, usage := streamed(t, url, r)
		if text != whole.Choices[0].Message.Content || pieces < 3 || usage == nil || usage.TotalTokens != whole.Usage.TotalTokens {
			t.Errorf("%q in %d pieces, usage %+v; in one piece %+v", text, pieces, usage, whole)
		}
	})
}

func streamed(t *testing.T, url string, r openai.ChatCompletionRequest) (text string, pieces int, usage *openai.Usage) {
	t.Helper()
	stream := sessiontest.Must(client(url).CreateChatCompletionStream(t.Context(), r))(t)
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return text, pieces, usage
		}
		sessiontest.NoError(t, err)
		pieces++
		for _, c := range chunk.Choices {
			text += c.Delta.Content
		}
		if chunk.Usage != nil {
			usage = chunk.Usage
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	url := serve(t, offline.ServerConfig{})
	for name, c := range map[string]struct {
		method, path, body string
		status             int
	}{
		"BadJSON":      {"POST", "/chat/completions", `{"model":`, 400},
		"NoModel":      {"POST", "/chat/completions", `{"messages":[{"role":"user","content":"hi"}]}`, 400},
		"NoMessages":   {"POST", "/chat/completions", `{"model":"any","messages":[]}`, 400},
		"TooLarge":     {"POST", "/chat/completions", `{"model":"` + strings.Repeat("x", 1<<20) + `"}`, 413},
		"OtherMethod":  {"GET", "/chat/completions", "", 404},
		"OtherPath":    {"POST", "/embeddings", "{}", 404},
		"UnknownModel": {"GET", "/models/gpt", "", 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request := sessiontest.Must(http.NewRequestWithContext(t.Context(), c.method, url+c.path, strings.NewReader(c.body)))(t)
			response := sessiontest.Must(http.DefaultClient.Do(request))(t)
			defer response.Body.Close()
			var body openai.ErrorResponse
			if err := json.NewDecoder(response.Body).Decode(&body); err != nil || response.StatusCode != c.status || body.Error == nil || body.Error.Message == "" || body.Error.Type == "" {
				t.Errorf("%s, %+v, %v", response.Status, body.Error, err)
			}
		})
	}
	t.Run("KnownModels", func(t *testing.T) {
		t.Parallel()
		list, err := client(url).ListModels(t.Context())
		if err != nil || len(list.Models) != 1 || list.Models[0].ID != offline.Name {
			t.Errorf("%+v, %v", list, err)
		}
		if one, err := client(url).GetModel(t.Context(), offline.Name); err != nil || one.ID != offline.Name {
			t.Errorf("%+v, %v", one, err)
		}
	})
}

func TestCache(t *testing.T) {
	t.Parallel()
	url := serve(t, offline.ServerConfig{})
	cached := func(model, text string) int {
		r := ask("")
		r.Model, r.Messages[0].Content = model, text
		return askServer(t, url, r).Usage.PromptTokensDetails.CachedTokens
	}
	game := strings.Repeat("what was said so far. ", 400) // 2,200 tokens
	if n := cached("one", game[:3000]); n != 0 {
		t.Errorf("the first prompt has %d cached tokens", n)
	}
	if n := cached("one", game[:3000]); n != 0 {
		t.Errorf("a prompt of 750 tokens has %d cached", n)
	}
	cached("one", game)
	if n := cached("one", game+"and more"); n != len(game)/4/128*128 {
		t.Errorf("a longer prompt of %d tokens has %d cached", len(game)/4, n)
	}
	if n := cached("one", game[:6000]+"something else"); n != 6000/4/128*128 {
		t.Errorf("a prompt that differs after 1,500 tokens has %d cached", n)
	}
	if n := cached("two", game); n != 0 {
		t.Errorf("another model has %d cached tokens", n)
	}
}

func TestConcurrency(t *testing.T) {
	t.Parallel()
	url := serve(t, offline.ServerConfig{Concurrency: 1, Faults: []offline.Fault{{Kind: "hang", Share: 1}}})
	both, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 2)
	for range 2 {
		go func() { // ends when both is cancelled
			_, err := client(url).CreateChatCompletion(both, ask(""))
			failed <- err
		}()
	}
	// One request hangs, so the other is refused.
	err := <-failed
	if refused, ok := errors.AsType[*openai.APIError](err); !ok || refused.HTTPStatusCode != http.StatusTooManyRequests {
		t.Errorf("the other request ended with %v", err)
	}
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("the request that hung ended with %v", err)
	}
}
