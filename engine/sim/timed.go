package sim

import (
	"context"
	"math/rand/v2"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/step"
)

// timed are models whose calls take game time.
type timed struct {
	step.Models
	latency func(task string) game.Millis
	// took is how long the calls of the thought have taken so far. Calls that were asked together
	// take as long as the slowest.
	took game.Millis
}

// timed returns models for one thought. They draw their latencies from rng.
func (s *Sim) timed(models step.Models, rng *rand.Rand) *timed {
	return &timed{Models: models, latency: func(task string) game.Millis {
		from := s.Latencies
		if own, ok := s.ByTask[task]; ok {
			from = own
		}
		return from[rng.IntN(len(from))]
	}}
}

// Asker implements step.Models.
func (m *timed) Asker(c prompt.Caller) prompt.Asker { return &timedAsker{m, m.Models.Asker(c)} }

// timedAsker asks one question after another, so that one seed gives one log with any models.
type timedAsker struct {
	*timed
	asker prompt.Asker
}

// Ask implements prompt.Asker.
func (a *timedAsker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	a.took += a.latency(p.Task)
	return a.asker.Ask(ctx, p, answer)
}

// AskAll implements the method that prompt.AskAll calls. All questions take as long as the slowest.
func (a *timedAsker) AskAll(ctx context.Context, questions []prompt.Question) []error {
	var slowest game.Millis
	errs := make([]error, len(questions))
	for i, q := range questions {
		slowest = max(slowest, a.latency(q.Prompt.Task))
		errs[i] = a.asker.Ask(ctx, q.Prompt, q.Answer)
	}
	a.took += slowest
	return errs
}
