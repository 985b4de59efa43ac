package training

import (
	"math"

	"ringer/engine/suspicion"
)

// Game is a recorded game.
type Game struct {
	ID string
	// Domain is a kind of games, such as mafia, in which classes are balanced.
	Domain string
	// Names are masked.
	Names []string
	Lines []Line
}

// Line is a line of a player.
type Line struct {
	suspicion.Line
	// Bot says that a bot wrote it.
	Bot bool
}

type sight struct {
	numbers, means [suspicion.Numbers]float32
	earlier        int
}

type example struct {
	grams [suspicion.Bags][]uint16
	// game and alone are the line in its game and on its own: with times, and without.
	game, alone [2]sight
	bot         bool
	weight      float32
}

// sequence holds the lines of one player in one game.
type sequence []example

// loneWeight is for people's lines of a domain without bots: they show how else people write, but
// balance nothing.
const loneWeight = 0.5

func sequences(games []Game) []sequence {
	counts := map[string]*[2]int{}
	for i := range games {
		n := counts[games[i].Domain]
		if n == nil {
			n = new([2]int)
			counts[games[i].Domain] = n
		}
		for _, l := range games[i].Lines {
			n[class(l.Bot)]++
		}
	}
	var all []sequence
	for i := range games {
		all = append(all, games[i].sequences(counts[games[i].Domain])...)
	}
	return all
}

func class(bot bool) int {
	if bot {
		return 1
	}
	return 0
}

// n counts the lines of people and of bots in the domain.
func (g *Game) sequences(n *[2]int) (all []sequence) {
	timed, untimed := suspicion.NewExtractor(g.Names), suspicion.NewExtractor(g.Names)
	lone := suspicion.NewExtractor(g.Names)
	for _, l := range g.Lines {
		hidden := l.Line
		hidden.Gap = math.NaN()
		v := timed.Extract(l.Line)
		e := example{bot: l.Bot, weight: loneWeight}
		for bag := range e.grams {
			e.grams[bag] = append([]uint16(nil), v.Grams[bag]...)
		}
		e.game = [2]sight{see(v), see(untimed.Extract(hidden))}
		e.alone = [2]sight{see(lone.Alone(l.Line)), see(lone.Alone(hidden))}
		if n[0] > 0 && n[1] > 0 {
			e.weight = float32(float64(n[0]+n[1]) / float64(2*n[class(l.Bot)]))
		}
		if v.Player == len(all) {
			all = append(all, nil)
		}
		all[v.Player] = append(all[v.Player], e)
	}
	return all
}

func see(v *suspicion.View) sight { return sight{v.Numbers, v.Means, v.Earlier} }
