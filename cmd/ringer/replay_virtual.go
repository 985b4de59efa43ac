package main

import (
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
}

func newVirtualPlayer(c *replayCommand) (player, error) {
	strategies, err := strategy.NewRegistry(strategy.All()...)
	return &virtualPlayer{command: c, strategies: strategies}, err
}

func (p *virtualPlayer) play(r *recording, seat recordedPlayer, _ func(game.Millis, int)) ([]heard, error) {
	s := sim.New(store.NewMemory(), p.strategies, offline.New(p.strategies.Skills()))
	id, err := s.Open(r.config(seat, p.command))
	if err != nil {
		return nil, err
	}
	wall := game.NewClock(sim.Epoch, p.command.Speed).Wall
	posted, _ := r.script(seat)
	for _, l := range posted {
		s.At(wall(l.at), func() error { return s.Say(id, l.post) })
	}
	if err := s.Run(wall(r.length() + afterplay)); err != nil {
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
