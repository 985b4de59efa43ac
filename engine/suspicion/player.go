package suspicion

import "slices"

// recentOfOne is how many lines of a player are compared with the next one. A bot that repeats
// itself does so soon.
const recentOfOne = 16

// player is what is remembered of a player. Its size is constant.
type player struct {
	number, earlier int
	// weight is the number of earlier lines in the sum: at most maxEarlier.
	weight float64
	sum    [Numbers]float64
	recent [recentOfOne]uint64
	// said holds the hashes of the words of the newest lines, each once. new is where the next one
	// goes.
	said [maxEarlier]uint64
	new  int
}

// means writes the means of the earlier lines, or zeros if there are none.
func (p *player) means(means *[Numbers]float32) {
	for i, sum := range p.sum {
		means[i] = float32(sum / max(p.weight, 1))
	}
}

// repeats reports whether one of the player's newest lines has the hash of its words. If none has,
// the player remembers it.
func (p *player) repeats(hash uint64) bool {
	if slices.Contains(p.said[:], hash) {
		return true
	}
	p.said[p.new%maxEarlier] = hash
	p.new++
	return false
}

// recently reports whether one of the player's last lines has the hash.
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

// keep returns the part of a sum over so many lines that stays when a line is added: all, until the
// sum has the weight of maxEarlier lines.
func keep(weight float64) float64 {
	if weight < maxEarlier {
		return 1
	}
	return (maxEarlier - 1) / weight
}
