package offline

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"ringer/engine/prompt"
)

type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   usage    `json:"usage"`
}

type choice struct {
	Index        int     `json:"index"`
	Message      message `json:"message"`
	FinishReason string  `json:"finish_reason"`
}

type message struct {
	Role string `json:"role"`
	// Content is null if the model wrote none.
	Content          *string `json:"content"`
	Reasoning        string  `json:"reasoning,omitempty"`
	ReasoningContent string  `json:"reasoning_content,omitempty"`
}

type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
	PromptDetails    struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// The reasons why an answer ends.
const (
	finishStop   = "stop"
	finishLength = "length"
)

func (m *Model) complete(r *completionRequest, rng *rand.Rand) (*completion, error) {
	text, err := m.write(r, rng)
	if err != nil {
		return nil, err
	}
	c := &completion{Object: "chat.completion", Model: Name, Choices: []choice{{Message: message{Role: "assistant"}}}}
	c.Usage.PromptTokens = r.tokens()
	c.setText(text, r.maxAnswer())
	return c, nil
}

// write returns the answer: JSON for a strategy's task, and if JSON was asked for.
func (m *Model) write(r *completionRequest, rng *rand.Rand) (string, error) {
	var value any
	if parsed, err := prompt.Parse(r.rendered()); err == nil { // else it is not a strategy's task
		value = m.answer(parsed, rng)
	}
	if value == nil {
		switch r.Format.Type {
		case formatSchema:
			s, err := r.schema()
			if err != nil {
				return "", fmt.Errorf("offline: schema of the answer: %w", err)
			}
			value = s.fill(rng)
		case formatObject:
			value = map[string]string{"text": remark(rng)}
		default:
			return remark(rng), nil
		}
	}
	b, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("offline: %w", err)
	}
	return string(b), nil
}

func (c *completion) setText(text string, limit int) {
	c.Choices[0].FinishReason = finishStop
	if limit > 0 && tokens(len(text)) > limit {
		end := limit * bytesPerToken
		for !utf8.RuneStart(text[end]) {
			end--
		}
		text, c.Choices[0].FinishReason = text[:end], finishLength
	}
	c.Choices[0].Message.Content = &text
	c.Usage.CompletionTokens = tokens(len(text))
	c.Usage.TotalTokens = c.Usage.PromptTokens + c.Usage.CompletionTokens
}

func (c *completion) text() string {
	if len(c.Choices) == 0 || c.Choices[0].Message.Content == nil {
		return ""
	}
	return *c.Choices[0].Message.Content
}

// frames returns the bytes of the response, in the pieces in which they are sent.
func (c *completion) frames(r *completionRequest) [][]byte {
	if !r.Stream {
		return [][]byte{encode(c)}
	}
	return c.stream(r.StreamOptions.IncludeUsage)
}

type chunk struct {
	ID      string        `json:"id"`
	Object  string        `json:"object"`
	Created int64         `json:"created"`
	Model   string        `json:"model"`
	Choices []chunkChoice `json:"choices"`
	Usage   *usage        `json:"usage,omitempty"`
}

type chunkChoice struct {
	Index        int     `json:"index"`
	Delta        delta   `json:"delta"`
	FinishReason *string `json:"finish_reason"`
}

type delta struct {
	Role             string `json:"role,omitempty"`
	Content          string `json:"content,omitempty"`
	ReasoningContent string `json:"reasoning_content,omitempty"`
}

// stream returns server-sent events: the role, the words, the finish reason, the usage.
func (c *completion) stream(withUsage bool) (frames [][]byte) {
	frame := func(choices []chunkChoice, u *usage) {
		frames = append(frames, fmt.Appendf(nil, "data: %s\n\n", encode(chunk{c.ID, "chat.completion.chunk", c.Created, c.Model, choices, u})))
	}
	for _, choice := range c.Choices {
		add := func(d delta, finish *string) {
			frame([]chunkChoice{{Index: choice.Index, Delta: d, FinishReason: finish}}, nil)
		}
		add(delta{Role: choice.Message.Role}, nil)
		if choice.Message.ReasoningContent != "" {
			add(delta{ReasoningContent: choice.Message.ReasoningContent}, nil)
		}
		if choice.Message.Content != nil {
			for word := range strings.SplitAfterSeq(*choice.Message.Content, " ") {
				add(delta{Content: word}, nil)
			}
		}
		add(delta{}, &choice.FinishReason)
	}
	if withUsage {
		frame([]chunkChoice{}, &c.Usage)
	}
	return append(frames, []byte("data: [DONE]\n\n"))
}
