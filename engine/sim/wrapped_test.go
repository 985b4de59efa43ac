package sim_test

import (
	"context"

	"ringer/engine/prompt"
	"ringer/engine/step"
)

// wrapped are models whose questions a function gets.
type wrapped struct {
	step.Models
	ask asks
}

// asks answers a question, or lets next do so.
type asks func(c prompt.Caller, p prompt.Prompt, answer any, next func() error) error

func (w *wrapped) Asker(c prompt.Caller) prompt.Asker {
	return wrappedAsker{w.Models.Asker(c), c, w.ask}
}

type wrappedAsker struct {
	prompt.Asker
	caller prompt.Caller
	ask    asks
}

func (a wrappedAsker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	return a.ask(a.caller, p, answer, func() error { return a.Asker.Ask(ctx, p, answer) })
}
