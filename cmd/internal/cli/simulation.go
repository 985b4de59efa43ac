package cli

import (
	"context"
	"sync"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// simMaker makes a simulation whose model calls end with the context.
type simMaker = func(context.Context, *strategy.Registry) (*sim.Sim, error)

// newSim returns what makes a simulation that asks the model server, or the named models for the
// sessions that choose one. It returns nil if the offline model answers all.
func (f *modelFlags) newSim(named seatModels) simMaker {
	if f.offline() && len(named) == 0 {
		return nil
	}
	var mu sync.Mutex      // protects models: games may be played at once
	var models step.Models // one for all games: it learns what the servers can do
	return func(ctx context.Context, strategies *strategy.Registry) (*sim.Sim, error) {
		mu.Lock()
		defer mu.Unlock()
		if models == nil {
			client, _, err := f.client(strategies.Skills())
			if err != nil {
				return nil, err
			}
			clients, err := named.clients(f, strategies.Skills())
			if err != nil {
				return nil, err
			}
			models = routed{client, clients}
		}
		return sim.New(store.NewMemory(), strategies, stoppable{models, ctx}), nil
	}
}

// simulator returns what makes the simulations of a contest. The calls of model servers take their
// wall time times the speed. If asking is nil, the offline model answers.
func simulator(asking simMaker, speed float64) simMaker {
	return func(ctx context.Context, strategies *strategy.Registry) (*sim.Sim, error) {
		if asking == nil {
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
