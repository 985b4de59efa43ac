package sim_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// games is how many games the tests of hosted games play without -short. A game of Mafia takes a
// second of processor time.
var games = flag.Int64("games", 10, "how many games of each kind of rules to play")

var guests = []string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivan", "Jo", "Kim", "Lee", "Mia", "Noah", "Olga", "Pia"}

type manner int

const (
	silent manner = iota // says and votes nothing
	chats                // talks and votes at random, also where that is refused
	leaves               // does so too, and leaves
	manners
)

// playedGame is a game with bots of all strategies, and people.
type playedGame struct {
	*sim.Sim
	id   string
	bots []string
	rng  *rand.Rand
}

type gameSetup struct {
	rules   string
	players int
	people  int
	floor   session.FloorMode
	record  bool
	models  step.Models
	change  func(*session.GameConfig)
}

func openGame(strategies *strategy.Registry, seed int64, as gameSetup) (*playedGame, error) {
	if as.models == nil {
		as.models = offline.New(strategies.Skills())
	}
	g := &playedGame{Sim: sim.New(store.NewMemory(), strategies, as.models), rng: rand.New(rand.NewPCG(uint64(seed), 9))}
	c := session.GameConfig{Host: session.HostRinger, Floor: as.floor, Seed: &seed, Game: session.Setting{Rules: as.rules}}
	entries := strategies.Entries()
	for i, name := range guests[:as.players] {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
		if i < as.people {
			g.invite(name, manner(g.rng.IntN(int(manners))))
			continue
		}
		g.bots = append(g.bots, name)
		c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: name}, Strategy: entries[(i+int(seed))%len(entries)].Name, Record: as.record})
	}
	if as.change != nil {
		as.change(&c)
	}
	var err error
	g.id, err = g.OpenGame(c)
	return g, err
}

// invite lets a person act as often as people do: every few seconds.
func (g *playedGame) invite(seat string, m manner) {
	if m == silent {
		return
	}
	rng := rand.New(rand.NewPCG(g.rng.Uint64(), 1))
	goes := sim.Epoch().Add(time.Duration(60+rng.IntN(600)) * time.Second)
	var act func() error
	act = func() error {
		over, err := g.act(rng, seat, m == leaves && g.Now().After(goes))
		if !over && err == nil {
			g.At(g.Now().Add(time.Duration(1+rng.IntN(20))*time.Second), act)
		}
		return err
	}
	g.At(sim.Epoch().Add(time.Duration(1+rng.IntN(20))*time.Second), act)
}

// act reports whether the person is done.
func (g *playedGame) act(rng *rand.Rand, seat string, leave bool) (over bool, err error) {
	state, err := g.GameState(context.Background(), g.id)
	if err != nil || state.End != nil {
		return true, err
	}
	seat = state.Deal.Seat(seat)
	if leave {
		_, err := g.Games.Observe(context.Background(), g.id, desk.GameObservation{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: seat}}})
		return true, unlessRefused(err)
	}
	for _, v := range state.Votes {
		if v.Status(state, g.Now()) == session.VoteOpen && rng.IntN(2) == 0 {
			answer := session.Answer{Option: v.Options[rng.IntN(len(v.Options))].ID}
			switch v.Kind {
			case session.LabelEach:
				answer = labelled(rng, seat, &v)
			case session.ChooseMany:
				answer = session.Answer{}
				for _, i := range rng.Perm(len(v.Options))[:v.K] {
					answer.Options = append(answer.Options, v.Options[i].ID)
				}
			}
			if v.Explain {
				answer.Confidence, answer.Reason = new(rng.IntN(101)), "because"
			}
			_, err := g.CastGame(context.Background(), g.id, v.ID, desk.GameCast{Seat: seat, Answer: answer})
			if err := unlessRefused(err); err != nil {
				return false, err
			}
		}
	}
	post := session.Post{Sender: seat, Text: talk[rng.IntN(len(talk))]}
	if rng.IntN(10) == 0 {
		post.Channel = "night"
	} else if chats := state.Roster.Chats(seat); len(chats) > 1 {
		post.Channel = chats[rng.IntN(len(chats))]
	}
	_, err = g.Games.Post(context.Background(), g.id, []session.Post{post}, func(int) string { return "" })
	return false, unlessRefused(err)
}

// labelled leaves out the voter if it may not label itself.
func labelled(rng *rand.Rand, seat string, v *game.Vote) session.Answer {
	a := session.Answer{Labels: map[string]string{}}
	for _, o := range v.Options {
		if o.ID != seat || v.AllowSelf {
			a.Labels[o.ID] = v.Labels[rng.IntN(len(v.Labels))].ID
		}
	}
	return a
}

func (g *playedGame) play(most time.Duration) (log []session.Event, err error) {
	if err := g.Run(g.Now().Add(most)); err != nil {
		return nil, err
	}
	return g.Log(g.id)
}

// mafiaSetup is a game of Mafia of a seed: 7 to 12 players, up to three of them people.
func mafiaSetup(seed int64) gameSetup {
	players := 7 + int(seed)%6
	return gameSetup{rules: "mafia", players: players, people: int(seed+seed/6) % 4}
}
