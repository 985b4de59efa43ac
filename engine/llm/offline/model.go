package offline

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/sashabaranov/go-openai/jsonschema"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Name is the model's name: in calls, logs and minds it says what it is.
const Name = "offline"

// Note says to people what the model is.
const Note = "a rule-based player, not a language model"

// Model answers prompts by skill.
type Model struct{ skills map[string]prompt.Skill }

// New returns the model with the skills of the strategies.
func New(skills map[string]prompt.Skill) *Model { return &Model{skills: skills} }

// answer plays one prompt. It returns nil when there is no skill for it.
func (m *Model) answer(p prompt.Parsed, rng *rand.Rand) any {
	skill, ok := m.skills[p.Task]
	if !ok {
		return nil
	}
	return skill(p, rng)
}

// source is the chance of one request: its seed and nothing else.
func source(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }

// Asker returns an asker that leaves out the wire: no JSON, no clock. Its calls take no time.
func (m *Model) Asker(c prompt.Caller) prompt.Asker { return &asker{Caller: c, model: m} }

type asker struct {
	prompt.Caller
	model *Model
	calls int
}

// Ask implements prompt.Asker.
func (a *asker) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	rng := source(prompt.CallSeed(a.Seed, a.calls))
	if err := a.set(p, rng, answer); err != nil {
		return err
	}
	written, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("offline: %w", err)
	}
	bytes := p.Len()
	a.Record(prompt.Exchange{Call: prompt.Call{
		Role: string(p.Role), Model: Name, Task: p.Task, Ask: a.calls, Reason: game.CallFirst, PromptBytes: bytes, PromptTokens: tokens(bytes),
		AnswerTokens: tokens(len(written)), Estimated: true, Outcome: game.OutcomeOK,
	}})
	a.calls++
	return nil
}

// set answers a prompt by skill, and without one by filling the shape of the answer.
func (a *asker) set(p prompt.Prompt, rng *rand.Rand, answer any) error {
	target := reflect.ValueOf(answer).Elem()
	value := reflect.ValueOf(a.model.answer(p.Parsed(), rng))
	if value.IsValid() && value.Type() == target.Type() {
		target.Set(value)
		return nil
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

// schemaOf returns the schema that the wire would bring for a type.
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

// bytesPerToken is the usual rule for English.
const bytesPerToken = 4

// tokens estimates the tokens of a text.
func tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }
