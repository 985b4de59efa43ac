package replay

import (
	"context"
	"encoding/json"
	"time"

	"ringer/api"
	"ringer/engine/llm/offline"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/store"
)

type virtualRunner struct {
	settings   *Settings
	strategies *strategy.Registry
	ctx        context.Context
}

func newVirtualRunner(ctx context.Context, s *Settings) (runner, error) {
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err == nil && s.Classifier != nil {
		strategies.Classifier = s.Classifier
	}
	return &virtualRunner{settings: s, strategies: strategies, ctx: ctx}, err
}

func (r *virtualRunner) newSim() (*sim.Sim, error) {
	var s *sim.Sim
	if r.settings.NewSim == nil {
		s = sim.New(store.NewMemory(), r.strategies, offline.New(r.strategies.Skills()))
	} else {
		var err error
		if s, err = r.settings.NewSim(r.ctx, r.strategies); err != nil {
			return nil, err
		}
		s.Measured = func(wall time.Duration) session.Millis {
			return session.Millis(float64(wall.Milliseconds()) * r.settings.Speed)
		}
	}
	s.Take(r.settings.Latency)
	return s, nil
}

func (r *virtualRunner) run(p *recording.Play, progress func(session.Millis, int)) ([]recording.Event, error) {
	s, err := r.newSim()
	if err != nil {
		return nil, err
	}
	id, err := s.Open(p.Config(r.settings.Speed, r.settings.Seed, session.Pace(r.settings.Pace)))
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
	events := make([]recording.Event, len(log))
	for i, e := range log {
		raw, err := json.Marshal(api.ShowEvent(id, e))
		if err != nil {
			return nil, err
		}
		events[i] = recording.Event{Event: e, Received: e.At, Raw: raw}
	}
	return events, nil
}

func (r *virtualRunner) play(s *sim.Sim, id string, p *recording.Play, progress func(session.Millis, int)) error {
	v := &virtualGame{virtualRunner: r, Sim: s, id: id, clock: session.NewClock(sim.Epoch(), r.settings.Speed)}
	for _, c := range p.Cues(p.Seat, r.settings.Speed) {
		var err error
		switch {
		case c.Post != nil:
			v.plan(c.At, func() error {
				if r.settings.NewSim != nil {
					progress(c.At, said(s, id))
				}
				return s.Say(id, *c.Post)
			})
		case c.Observe != nil:
			v.plan(c.At, func() error {
				_, err := s.Observe(r.ctx, id, *c.Observe)
				return err
			})
		case c.Ask != nil:
			if err = v.until(c.At); err == nil {
				_, err = s.AskVote(r.ctx, id, *c.Ask)
			}
		default:
			err = v.await(c.At, c.Await)
		}
		if err != nil {
			return err
		}
	}
	return s.Run(v.clock.Wall(max(p.Length(), v.clock.Game(s.Now())) + afterplay))
}

type virtualGame struct {
	*virtualRunner
	*sim.Sim
	id    string
	clock session.Clock
}

func (g *virtualGame) plan(at session.Millis, do func() error) {
	g.At(g.clock.Wall(at), func() error {
		if err := g.ctx.Err(); err != nil {
			return err
		}
		return do()
	})
}

func (g *virtualGame) until(at session.Millis) error {
	wall := g.clock.Wall(at)
	if wall.Before(g.Now()) {
		wall = g.Now()
	}
	return g.Run(wall)
}

func said(s *sim.Sim, id string) (n int) {
	log, _ := s.Log(id) // a log that cannot be read fails the next step
	for _, e := range log {
		if _, ok := e.Data.(*session.MessageSent); ok {
			n++
		}
	}
	return n
}

// voteStep is the game time after which a simulation checks again whether the bot has voted. It is
// shorter than the time between two lines of a chat.
const voteStep = 100

// await lets the time pass until a vote is cast, or its deadline is over, and at least until a
// game time.
func (g *virtualGame) await(at session.Millis, vote string) error {
	if err := g.until(at); err != nil {
		return err
	}
	for at = max(at, g.clock.Game(g.Now())); ; {
		v, err := g.Vote(g.ctx, g.id, vote)
		if err != nil || v.Status != session.VoteOpen || !g.Now().Before(v.DeadlineAt) {
			return err
		}
		at += voteStep
		if err := g.until(at); err != nil {
			return err
		}
	}
}
