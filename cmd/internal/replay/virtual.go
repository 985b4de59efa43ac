package replay

import (
	"context"
	"encoding/json"
	"time"

	"ringer/api"
	"ringer/cmd/internal/client"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// virtualRunner plays games in the simulator.
type virtualRunner struct {
	settings   *Settings
	strategies *strategy.Registry
	models     step.Models
	ctx        context.Context
}

func newVirtualRunner(ctx context.Context, s *Settings) (runner, error) {
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		return nil, err
	}
	r := &virtualRunner{settings: s, strategies: strategies, ctx: ctx}
	if s.Models == nil {
		r.models = offline.New(strategies.Skills())
		return r, nil
	}
	models, err := s.Models(strategies.Skills())
	r.models = stoppable{models, ctx}
	return r, err
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

// newSim returns a simulation whose model calls take the time that the settings say.
func (r *virtualRunner) newSim() *sim.Sim {
	s := sim.New(store.NewMemory(), r.strategies, r.models)
	switch {
	case len(r.settings.Latencies) > 0:
		s.Latencies = r.settings.Latencies
	case r.settings.Models != nil:
		s.Measured = func(wall time.Duration) game.Millis {
			return game.Millis(float64(wall.Milliseconds()) * r.settings.Speed)
		}
	}
	return s
}

func (r *virtualRunner) run(p *play, progress func(game.Millis, int)) ([]client.Event, error) {
	s := r.newSim()
	id, err := s.Open(p.config(r.settings))
	if err != nil {
		return nil, err
	}
	if err := r.play(s, id, p, progress); err != nil {
		return nil, err
	}
	if err := r.ctx.Err(); err != nil {
		return nil, err // its last calls have failed
	}
	if err := s.Finish(id); err != nil {
		return nil, err
	}
	log, err := s.Log(id)
	if err != nil {
		return nil, err
	}
	events := make([]client.Event, len(log))
	for i, e := range log {
		raw, err := json.Marshal(api.ShowEvent(id, e))
		if err != nil {
			return nil, err
		}
		events[i] = client.Event{Event: e, Received: e.At, Raw: raw}
	}
	return events, nil
}

// play plays the game to its end.
func (r *virtualRunner) play(s *sim.Sim, id string, p *play, progress func(game.Millis, int)) error {
	recorded := p.Game
	clock := game.NewClock(sim.Epoch(), r.settings.Speed)
	posted, _ := recorded.script(p.seat)
	before, closing := recorded.closing(posted)
	say := func(lines []line) {
		for _, l := range lines {
			s.At(clock.Wall(l.at), func() error {
				if err := r.ctx.Err(); err != nil {
					return err
				}
				if r.settings.Models != nil {
					progress(l.at, said(s, id))
				}
				return s.Say(id, l.post)
			})
		}
	}
	say(before)
	if recorded.holdsVote() {
		if err := r.vote(s, id, recorded, clock); err != nil {
			return err
		}
	}
	say(closing)
	return s.Run(clock.Wall(max(recorded.length(), clock.Game(s.Now())) + afterplay))
}

// said counts the messages of the bot so far.
func said(s *sim.Sim, id string) (n int) {
	log, _ := s.Log(id) // a log that cannot be read fails the next step
	for _, e := range log {
		if _, ok := e.Data.(*game.MessageSent); ok {
			n++
		}
	}
	return n
}

// voteStep is the game time after which a simulation checks again whether the bot has voted. It is
// shorter than the time between two lines of a chat.
const voteStep = 100

// vote asks for the vote of the game. It lets the time pass until the vote is cast or its deadline
// is over.
func (r *virtualRunner) vote(s *sim.Sim, id string, recorded *Game, clock game.Clock) error {
	at := recorded.voteAt()
	if err := s.Run(clock.Wall(at)); err != nil {
		return err
	}
	if _, err := s.AskVote(r.ctx, id, recorded.voteRequest(r.settings.Speed)); err != nil {
		return err
	}
	for {
		v, err := s.Vote(r.ctx, id, voteID)
		if err != nil || v.Status != game.VoteOpen || !s.Now().Before(v.DeadlineAt) {
			return err
		}
		at += voteStep
		if err := s.Run(clock.Wall(at)); err != nil {
			return err
		}
	}
}
