package main

import (
	"context"
	"encoding/json"

	"ringer/api"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/store"
)

// virtualPlayer plays games in the simulator.
type virtualPlayer struct {
	command    *replayCommand
	strategies *strategy.Registry
	ctx        context.Context
}

func newVirtualPlayer(ctx context.Context, c *replayCommand) (player, error) {
	strategies, err := strategy.NewRegistry(strategy.All()...)
	return &virtualPlayer{command: c, strategies: strategies, ctx: ctx}, err
}

func (p *virtualPlayer) play(x *play, _ func(game.Millis, int)) ([]heard, error) {
	s := sim.New(store.NewMemory(), p.strategies, offline.New(p.strategies.Skills()))
	id, err := s.Open(x.config(p.command))
	if err != nil {
		return nil, err
	}
	if err := p.run(s, id, x.recording, x.seat); err != nil {
		return nil, err
	}
	if err := s.Finish(id); err != nil {
		return nil, err
	}
	log, err := s.Log(id)
	if err != nil {
		return nil, err
	}
	events := make([]heard, len(log))
	for i, e := range log {
		raw, err := json.Marshal(api.ShowEvent(id, e))
		if err != nil {
			return nil, err
		}
		events[i] = heard{Event: e, Received: e.At, raw: raw}
	}
	return events, nil
}

// run plays the game to its end.
func (p *virtualPlayer) run(s *sim.Sim, id string, r *recording, seat recordedPlayer) error {
	clock := game.NewClock(sim.Epoch(), p.command.Speed)
	posted, _ := r.script(seat)
	before, closing := r.closing(posted)
	say := func(lines []line) {
		for _, l := range lines {
			s.At(clock.Wall(l.at), func() error { return s.Say(id, l.post) })
		}
	}
	say(before)
	if r.holdsVote() {
		if err := p.vote(s, id, r, clock); err != nil {
			return err
		}
	}
	say(closing)
	return s.Run(clock.Wall(max(r.length(), clock.Game(s.Now())) + afterplay))
}

// voteStep is the game time after which a simulation looks again whether the bot has voted: less than between two lines of a chat.
const voteStep = 100

// vote asks for the vote of the game, and lets the time pass until it is cast, or its deadline is over.
func (p *virtualPlayer) vote(s *sim.Sim, id string, r *recording, clock game.Clock) error {
	at := r.voteAt()
	if err := s.Run(clock.Wall(at)); err != nil {
		return err
	}
	if _, err := s.AskVote(p.ctx, id, r.voteRequest(p.command.Speed)); err != nil {
		return err
	}
	for {
		v, err := s.Vote(p.ctx, id, voteID)
		if err != nil || v.Status != game.VoteOpen || !s.Now().Before(v.DeadlineAt) {
			return err
		}
		at += voteStep
		if err := s.Run(clock.Wall(at)); err != nil {
			return err
		}
	}
}
