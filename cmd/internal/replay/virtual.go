package replay

import (
	"context"
	"encoding/json"
	"time"

	"ringer/api"
	"ringer/cmd/internal/client"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/store"
)

// virtualRunner plays games in the simulator.
type virtualRunner struct {
	settings   *Settings
	strategies *strategy.Registry
	ctx        context.Context
}

func newVirtualRunner(ctx context.Context, s *Settings) (runner, error) {
	strategies, err := strategy.NewRegistry(strategy.All()...)
	return &virtualRunner{settings: s, strategies: strategies, ctx: ctx}, err
}

// newSim returns a simulation whose model calls take the time that the settings say.
func (r *virtualRunner) newSim() (*sim.Sim, error) {
	var s *sim.Sim
	if r.settings.NewSim == nil {
		s = sim.New(store.NewMemory(), r.strategies, offline.New(r.strategies.Skills()))
	} else {
		var err error
		if s, err = r.settings.NewSim(r.ctx, r.strategies); err != nil {
			return nil, err
		}
		s.Measured = func(wall time.Duration) game.Millis {
			return game.Millis(float64(wall.Milliseconds()) * r.settings.Speed)
		}
	}
	if len(r.settings.Latencies) > 0 {
		s.Latencies, s.Measured = r.settings.Latencies, nil
	}
	return s, nil
}

func (r *virtualRunner) run(p *play, progress func(game.Millis, int)) ([]client.Event, error) {
	s, err := r.newSim()
	if err != nil {
		return nil, err
	}
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
				if r.settings.NewSim != nil {
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
