package deduction

import (
	"math"
	"slices"
)

// Terms of a player who could be Merlin, in the eyes of the evil players. The chance of a player
// grows with the exponential of their weighted sum. Votes tell nothing more: in recorded games
// Percival votes like Merlin.
const (
	merlinTeams = iota // proposed teams without evil players, less those with one
	merlinWords        // how much the player talks, as the logarithm of a part of the mean
	merlinTerms
)

var merlinNames = [merlinTerms]string{merlinTeams: "teams", merlinWords: "words"}

// fewWords is how many words are added to those of each player, so that a line more or less of a
// silent one says little.
const fewWords = 20

// Merlin returns who looks like Merlin to the seat that looks, by player id: by the teams that each
// has proposed, and by how much each has talked. It is nil in a game without Merlin. Nobody who is
// known to have another role is in it.
func (p *Posterior) Merlin() map[string]float64 {
	could := p.couldBeMerlin()
	if len(could) == 0 {
		return nil
	}
	chances, total := map[string]float64{}, 0.0
	for i, x := range p.looks(could) {
		chance := math.Exp(weigh(x, p.look))
		chances[p.seats[could[i]]], total = chance, total+chance
	}
	for id := range chances {
		chances[id] /= total
	}
	return chances
}

func (p *Posterior) couldBeMerlin() (seats []int) {
	role := slices.Index(p.roles, "merlin")
	for seat, may := range p.may {
		if role >= 0 && may[role] {
			seats = append(seats, seat)
		}
	}
	return seats
}

// looks returns the terms of each of these seats.
func (p *Posterior) looks(seats []int) (all [][]float64) {
	var evil party
	for seat, may := range p.may {
		if !slices.ContainsFunc(p.roles, func(role string) bool { return Good(role) && may[slices.Index(p.roles, role)] }) {
			evil = evil.with(seat)
		}
	}
	mean := 0.0
	for _, seat := range seats {
		mean += float64(p.said[p.seats[seat]]) / float64(len(seats))
	}
	for _, seat := range seats {
		x := make([]float64, merlinTerms)
		for _, t := range p.record.proposed {
			if t.leader == seat && t.team.common(evil) == 0 {
				x[merlinTeams]++
			} else if t.leader == seat {
				x[merlinTeams]--
			}
		}
		x[merlinWords] = math.Log((float64(p.said[p.seats[seat]]) + fewWords) / (mean + fewWords))
		all = append(all, x)
	}
	return all
}
