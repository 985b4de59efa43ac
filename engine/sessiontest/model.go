package sessiontest

import (
	"context"
	"encoding/json"
	"errors"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Model is a scripted model for games in the simulator: an answer or an error to a prompt.
type Model func(p prompt.Parsed) (any, error)

// Asker implements engine.Models.
func (m Model) Asker(c prompt.Caller) prompt.Asker { return &asker{Caller: c, model: m} }

type asker struct {
	prompt.Caller
	model Model
	asks  int
}

// Ask implements prompt.Asker. It records each call, as a real model would. A token is four bytes.
func (a *asker) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	x := prompt.Exchange{Prompt: p.Render(), Call: session.Call{
		Role: string(p.Role), Model: "script", Task: p.Task, Ask: a.asks, Known: p.Known, AskedAt: p.At, Reason: session.CallFirst, PromptBytes: p.Len(), PromptTokens: p.Len() / 4, Outcome: session.OutcomeOK,
	}}
	a.asks++
	found, err := a.model(p.Parsed())
	if err != nil {
		x.Outcome = prompt.ModelError
		if coded, ok := errors.AsType[*prompt.Error](err); ok {
			x.Outcome = coded.Code
		}
		a.Record(x)
		return err
	}
	b, err := json.Marshal(found)
	if err != nil {
		return err
	}
	x.Answer, x.AnswerTokens = string(b), len(b)/4
	a.Record(x)
	return json.Unmarshal(b, answer)
}

// Script is a model that answers one thought.
type Script struct {
	// Answers are the answers as JSON, in order. An empty or missing answer is an error.
	Answers []string
	Asked   []prompt.Prompt // the prompts that the model got
}

// Ask implements prompt.Asker.
func (s *Script) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	s.Asked = append(s.Asked, p)
	next := ""
	if len(s.Answers) > 0 {
		next, s.Answers = s.Answers[0], s.Answers[1:]
	}
	if next == "" {
		return &prompt.Error{Code: prompt.AnswerUnreadable}
	}
	return json.Unmarshal([]byte(next), answer)
}

// Tasks returns the tasks of the prompts that the model got.
func (s *Script) Tasks() (tasks []string) {
	for _, p := range s.Asked {
		tasks = append(tasks, p.Task)
	}
	return tasks
}
