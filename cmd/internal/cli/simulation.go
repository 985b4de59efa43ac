package cli

import (
	"context"
	"sync"
	"time"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
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

// simulator returns what makes the simulations of a contest. The calls of a model server take their
// wall time times the speed. Without a server the offline model answers.
func (f *modelFlags) simulator(asking func(context.Context, *strategy.Registry) (*sim.Sim, error), speed float64) func(context.Context, *strategy.Registry) (*sim.Sim, error) {
	return func(ctx context.Context, strategies *strategy.Registry) (*sim.Sim, error) {
		if f.offline() {
			return sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills())), nil
		}
		s, err := asking(ctx, strategies)
		if err == nil {
			s.Measured = func(wall time.Duration) session.Millis { return session.Millis(float64(wall.Milliseconds()) * speed) }
		}
		return s, err
	}
}

// stoppable are models whose calls end with a context. The simulator's own context never ends.
type stoppable struct {
	step.Models
	ctx context.Context
}

func (m stoppable) Asker(c prompt.Caller) prompt.Asker {
	return stoppableAsker{m.Models.Asker(c), m.ctx}
}

type stoppableAsker struct {
	prompt.Asker
	ctx context.Context
}

func (a stoppableAsker) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	return a.Asker.Ask(a.ctx, p, answer)
}
