package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/step"
)

type timed struct {
	step.Models
	// latency returns the latency of a call of a task that took so long on the wall clock.
	latency func(task string, wall time.Duration) session.Millis
	// wait lets game time pass. It returns false if the thought was stopped meanwhile.
	wait func(session.Millis) bool
}

func (s *Sim) timed(models step.Models, rng *rand.Rand, wait func(session.Millis) bool) *timed {
	return &timed{Models: models, wait: wait, latency: func(task string, wall time.Duration) session.Millis {
		if s.Measured != nil {
			return s.Measured(wall)
		}
		from := s.Latencies
		if own, ok := s.ByTask[task]; ok {
			from = own
		}
		return from[rng.IntN(len(from))]
	}}
}

func (m *timed) Asker(c prompt.Caller) prompt.Asker { return &timedAsker{m, m.Models.Asker(c)} }

// timedAsker asks one question after another, so that one seed gives one log with any models.
type timedAsker struct {
	*timed
	asker prompt.Asker
}

var errStopped = errors.New("nobody wants the answer any more")

func (a *timedAsker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	return a.AskAll(ctx, []prompt.Question{{Prompt: p, Answer: answer}})[0]
}

// AskAll implements the method that prompt.AskAll calls. The questions are asked at once, and the
// time of the slowest passes until their answers are there.
func (a *timedAsker) AskAll(ctx context.Context, questions []prompt.Question) []error {
	var slowest session.Millis
	errs := make([]error, len(questions))
	for i, q := range questions {
		began := time.Now()
		errs[i] = a.asker.Ask(ctx, q.Prompt, q.Answer)
		slowest = max(slowest, a.latency(q.Prompt.Task, time.Since(began)))
	}
	if !a.wait(slowest) {
		for i := range errs {
			errs[i] = &prompt.Error{Code: prompt.CallStopped, Cause: errStopped}
		}
	}
	return errs
}
