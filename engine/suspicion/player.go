package suspicion

import "slices"

// recentOfOne is how many lines of a player are compared with the next one: a bot that repeats
// itself does so soon.
const recentOfOne = 16

// A player's size is constant.
type player struct {
	number, earlier int
	// weight is the number of earlier lines in the sum, at most maxEarlier.
	weight float64
	sum    [Numbers]float64
	recent [recentOfOne]uint64
	// said holds the hashes of the words of the newest lines, in a ring with its next place at
	// new.
	said [maxEarlier]uint64
	new  int
}

func (p *player) means(means *[Numbers]float32) {
	for i, sum := range p.sum {
		means[i] = float32(sum / max(p.weight, 1))
	}
}

// repeats reports whether one of the newest lines has the hash, and remembers it.
func (p *player) repeats(hash uint64) bool {
	if slices.Contains(p.said[:], hash) {
		return true
	}
	p.said[p.new%maxEarlier] = hash
	p.new++
	return false
}

func (p *player) recently(hash uint64) bool {
	for _, h := range p.recent[:min(p.earlier, recentOfOne)] {
		if h == hash {
			return true
		}
	}
	return false
}

func (p *player) remember(numbers *[Numbers]float32, hash uint64) {
	forget := keep(p.weight)
	for i, v := range numbers {
		p.sum[i] = float64(p.sum[i]*forget) + float64(v)
	}
	p.weight = float64(p.weight*forget) + 1
	p.recent[p.earlier%recentOfOne] = hash
	p.earlier++
}

// keep returns the part of a sum that stays when a line is added: all, up to maxEarlier lines.
func keep(weight float64) float64 {
	if weight < maxEarlier {
		return 1
	}
	return (maxEarlier - 1) / weight
}
