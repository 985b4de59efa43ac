package offline

import (
	"fmt"

	"github.com/sashabaranov/go-openai"
)

// Complete answers a request inside the process, as Server does over HTTP.
func (m *Model) Complete(r openai.ChatCompletionRequest) (openai.ChatCompletionResponse, error) {
	request := completionRequest{Model: r.Model, Seed: r.Seed, Messages: r.Messages, MaxCompletionTokens: r.MaxCompletionTokens}
	if f := r.ResponseFormat; f != nil {
		request.Format.Type = string(f.Type)
		if f.JSONSchema != nil {
			raw, err := f.JSONSchema.Schema.MarshalJSON()
			if err != nil {
				return openai.ChatCompletionResponse{}, fmt.Errorf("offline: schema of the answer: %w", err)
			}
			request.Format.Schema.Schema = raw
		}
	}
	seed := 0
	if r.Seed != nil {
		seed = *r.Seed
	}
	c, err := m.complete(&request, newRand(seed))
	if err != nil {
		return openai.ChatCompletionResponse{}, err
	}
	return openai.ChatCompletionResponse{
		Object: c.Object, Model: c.Model,
		Choices: []openai.ChatCompletionChoice{{
			Message:      openai.ChatCompletionMessage{Role: c.Choices[0].Message.Role, Content: c.text()},
			FinishReason: openai.FinishReason(c.Choices[0].FinishReason),
		}},
		Usage: openai.Usage{PromptTokens: c.Usage.PromptTokens, CompletionTokens: c.Usage.CompletionTokens, TotalTokens: c.Usage.TotalTokens},
	}, nil
}
