package offline

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/sashabaranov/go-openai"
	"github.com/sashabaranov/go-openai/jsonschema"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Name is the model's name in calls, logs and minds.
const Name = session.OfflineModel

// Note tells people what the model is.
const Note = "a rule-based player, not a language model"

// Model answers prompts with the skills of the strategies.
type Model struct{ skills map[string]prompt.Skill }

// New returns the model with the skills of the strategies, by task.
func New(skills map[string]prompt.Skill) *Model { return &Model{skills: skills} }

func (m *Model) answer(p prompt.Parsed, rng *rand.Rand) any {
	if skill := m.skills[p.Task]; skill != nil {
		return skill(p, rng)
	}
	return nil
}

func newRand(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }

// Asker returns an asker that calls the model directly, without HTTP. It needs no clock, and its
// calls take no time.
func (m *Model) Asker(c prompt.Caller) prompt.Asker { return &asker{caller: c, model: m} }

type asker struct {
	caller prompt.Caller
	model  *Model
	calls  int
}

func (a *asker) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	rng := newRand(prompt.CallSeed(a.caller.Seed, a.calls))
	if err := a.fillAnswer(p, rng, answer); err != nil {
		return err
	}
	written, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("offline: %w", err)
	}
	bytes := p.Len()
	a.caller.Record(prompt.Exchange{Call: prompt.Call{
		Role: string(p.Role), Model: Name, Task: p.Task, Ask: a.calls, Known: p.Known, AskedAt: p.At, Reason: session.CallFirst, PromptBytes: bytes, PromptTokens: tokens(bytes),
		AnswerTokens: tokens(len(written)), Estimated: true, Outcome: session.OutcomeOK,
	}})
	a.calls++
	return nil
}

func (a *asker) fillAnswer(p prompt.Prompt, rng *rand.Rand, answer any) error {
	target := reflect.ValueOf(answer).Elem()
	value := reflect.ValueOf(a.model.answer(p.Parsed(), rng))
	switch {
	case !value.IsValid(): // no skill knows the task
	case value.Type() == target.Type():
		target.Set(value)
		return nil
	default:
		return fmt.Errorf("offline: the skill of %s answers %T, and %T was asked for", p.Task, value.Interface(), target.Interface())
	}
	shape, err := schemaOf(target.Interface())
	if err != nil {
		return fmt.Errorf("offline: schema of %T: %w", answer, err)
	}
	b, err := json.Marshal(shape.fill(rng))
	if err != nil {
		return fmt.Errorf("offline: %w", err)
	}
	return json.Unmarshal(b, answer)
}

func schemaOf(value any) (*schema, error) {
	generated, err := jsonschema.GenerateSchemaForType(value)
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(generated)
	if err != nil {
		return nil, err
	}
	var s schema
	return &s, json.Unmarshal(b, &s)
}

// bytesPerToken is the usual estimate for English.
const bytesPerToken = 4

func tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }

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
	c, err := m.complete(&request, newRand(*cmp.Or(r.Seed, new(0))))
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
