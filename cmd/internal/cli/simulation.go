package cli

import (
	"context"
	"sync"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// newSim returns what makes a simulation that asks the model server, or nil for the offline model.
func (f *modelFlags) newSim() func(context.Context, *strategy.Registry) (*sim.Sim, error) {
	if f.offline() {
		return nil
	}
	var mu sync.Mutex      // protects client: games may be played at once
	var client *llm.Client // one for all games: it learns what the server can do
	return func(ctx context.Context, strategies *strategy.Registry) (_ *sim.Sim, err error) {
		mu.Lock()
		defer mu.Unlock()
		if client == nil {
			if client, _, err = f.client(strategies.Skills()); err != nil {
				return nil, err
			}
		}
		return sim.New(store.NewMemory(), strategies, stoppable{client, ctx}), nil
	}
}

// stoppable are models whose calls end with a context. The simulator's own context never ends.
type stoppable struct {
	step.Models
	ctx context.Context
}

// Asker implements step.Models.
func (m stoppable) Asker(c prompt.Caller) prompt.Asker {
	return stoppableAsker{m.Models.Asker(c), m.ctx}
}

type stoppableAsker struct {
	prompt.Asker
	ctx context.Context
}

// Ask implements prompt.Asker.
func (a stoppableAsker) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	return a.Asker.Ask(a.ctx, p, answer)
}
