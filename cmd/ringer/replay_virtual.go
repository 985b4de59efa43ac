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

func (p *virtualPlayer) play(r *recording, seat recordedPlayer, _ func(game.Millis, int)) ([]heard, error) {
	s := sim.New(store.NewMemory(), p.strategies, offline.New(p.strategies.Skills()))
	id, err := s.Open(r.config(seat, p.command))
	if err != nil {
		return nil, err
	}
	if err := p.run(s, id, r, seat); err != nil {
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
	wall := game.NewClock(sim.Epoch, p.command.Speed).Wall
	posted, _ := r.script(seat)
	before, closing := r.closing(posted)
	say := func(lines []line) {
		for _, l := range lines {
			s.At(wall(l.at), func() error { return s.Say(id, l.post) })
		}
	}
	say(before)
	end := r.length()
	if r.holdsVote() {
		waited, err := p.vote(s, id, r)
		if err != nil {
			return err
		}
		end = max(end, r.voteAt()+waited)
	}
	say(closing)
	return s.Run(wall(end + afterplay))
}

// voteStep is the game time after which a simulation looks again whether the bot has voted: less than between two lines of a chat.
const voteStep = 100

// vote asks for the vote of the game, and lets the time pass until it is cast, or its deadline is over. It returns the game time that took.
func (p *virtualPlayer) vote(s *sim.Sim, id string, r *recording) (waited game.Millis, err error) {
	clock := game.NewClock(sim.Epoch, p.command.Speed)
	if err := s.Run(clock.Wall(r.voteAt())); err != nil {
		return 0, err
	}
	if _, err := s.AskVote(p.ctx, id, r.voteRequest(p.command.Speed)); err != nil {
		return 0, err
	}
	for {
		v, err := s.Vote(p.ctx, id, voteID)
		if err != nil || v.Status != game.VoteOpen || !s.Now().Before(v.DeadlineAt) {
			return waited, err
		}
		waited += voteStep
		if err := s.Run(clock.Wall(r.voteAt() + waited)); err != nil {
			return 0, err
		}
	}
}
