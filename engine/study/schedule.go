package study

import (
	"encoding/json"
	"fmt"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Slot is the place of one game that must count.
type Slot struct {
	// Number counts from 1, in the order in which the slots are filled.
	Number int `json:"slot"`
	Block  int `json:"block"`
	Arm    int `json:"arm"`
	// Deal is the number of the deal, from 0. Each deal is played once in every arm.
	Deal int `json:"deal"`
}

// Schedule returns the slots. In each block the seed draws the order of the arms, so that each
// comes equally often: permuted blocks. The n-th game of an arm has the n-th deal.
func (p *Plan) Schedule() (all []Slot) {
	deals := make([]int, len(p.Arms))
	for block := 0; len(all) < p.Games; block++ {
		order := make([]int, p.Block)
		for i := range order {
			order[i] = i % len(p.Arms)
		}
		session.Draw(p.Seed, int64(block), "study:arms", 0).Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		for _, arm := range order {
			all = append(all, Slot{Number: len(all) + 1, Block: block + 1, Arm: arm, Deal: deals[arm]})
			deals[arm]++
		}
	}
	return all
}

// names returns the players of a deal: first those of the people, then those of the bots. Players
// see each other under these names alone.
func (p *Plan) names(deal int) (people, bots []string) {
	all := append([]string{}, referee.FirstNames...)
	session.Draw(p.Seed, int64(deal), "study:names", 0).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all[:p.People], all[p.People:p.Players]
}

// seed returns the seed of a deal. It has 53 bits, which JSON readers keep exact.
func (p *Plan) seed(deal int) int64 {
	return int64(session.DrawSeed(p.Seed, int64(deal), "study:deal", 0) >> 11)
}

// Config returns the game of a slot. The external id makes it safe to open the game again.
func (p *Plan) Config(s Slot, external string) session.GameConfig {
	people, bots := p.names(s.Deal)
	c, seed := p.Game, p.seed(s.Deal)
	c.Host, c.Seed, c.External, c.Game.Rules = session.HostRinger, &seed, external, p.Rules
	for _, name := range append(append([]string{}, people...), bots...) {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
	}
	// The order of the players must not say who is a bot.
	session.Draw(p.Seed, int64(s.Deal), "study:order", 0).Shuffle(p.Players, func(i, k int) {
		c.Game.Players[i], c.Game.Players[k] = c.Game.Players[k], c.Game.Players[i]
	})
	for i, v := range p.seats(s.Arm, s.Deal) {
		bot := session.GameBot{Bot: session.Bot{Seat: bots[i]}}
		strategy.Configure(&bot, &v)
		c.Bots = append(c.Bots, bot)
	}
	c.Roles = p.roles(s.Deal)
	return c
}

// roles fixes the roles of a game about machines in which bots also play people: the deal draws
// which bot is the odd one. It returns nil where the rules decide.
func (p *Plan) roles(deal int) map[string]string {
	one, others := referee.OddOne(p.Rules)
	if one != "machine" || p.bots() < 2 {
		return nil
	}
	people, bots := p.names(deal)
	roles := map[string]string{}
	for _, name := range append(append([]string{}, people...), bots...) {
		roles[name] = others
	}
	roles[bots[session.Draw(p.Seed, int64(deal), "study:one", 0).IntN(len(bots))]] = one
	return roles
}

// JSON returns the plan as the log keeps it.
func (p *Plan) JSON() json.RawMessage {
	b, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprint("study: the plan: ", err)) // it came out of JSON
	}
	return b
}
