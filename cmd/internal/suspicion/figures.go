package suspicion

import (
	"cmp"
	"math"
	"slices"
)

type figures struct {
	lines int
	// confusion counts lines by truth and verdict: 0 is a person, 1 a bot.
	confusion                               [2][2]int
	accuracy, balanced, f1Bot, f1Human, auc float64
	loss                                    float64
	// plain is the calibration of the lines as they are, even with balanced classes.
	plain, even calibration
}

type calibration struct {
	bins [bins]bin
	// error is the expected calibration error (Naeini et al. 2015): the mean distance of both.
	error float64
}

const bins = 10

type bin struct {
	lines int
	// weight, chance and bot are sums over the lines: of weights, of weighted chances, and of the
	// weights of bots' lines.
	weight, chance, bot float64
}

func chance(score float64) float64 { return 1 / (1 + math.Exp(-score)) }

func (c *calibration) add(p, weight, bot float64) {
	b := &c.bins[min(int(p*bins), bins-1)]
	b.lines++
	b.weight += weight
	b.chance += weight * p
	b.bot += weight * bot
}

func (c *calibration) finish() {
	total, apart := 0.0, 0.0
	for _, b := range c.bins {
		total += b.weight
		apart += math.Abs(b.chance - b.bot)
	}
	c.error = over(apart, total)
}

func measure(all []scored, balance func(*scored) float64) *figures {
	f := &figures{lines: len(all)}
	for i := range all {
		s := &all[i]
		truth, weight, p := count(s.bot()), balance(s), chance(s.score)
		f.confusion[truth][count(s.score > 0)]++
		f.plain.add(p, 1, float64(truth))
		f.even.add(p, weight, float64(truth))
		f.loss += surprise(s.score, s.bot())
	}
	f.plain.finish()
	f.even.finish()
	f.loss /= float64(max(len(all), 1))
	c := &f.confusion
	person, bot := share(c[0][0], c[0][0]+c[0][1]), share(c[1][1], c[1][0]+c[1][1])
	wrong := c[0][1] + c[1][0]
	f.accuracy, f.balanced, f.auc = share(c[0][0]+c[1][1], len(all)), (person+bot)/2, auc(all)
	f.f1Bot, f.f1Human = share(2*c[1][1], 2*c[1][1]+wrong), share(2*c[0][0], 2*c[0][0]+wrong)
	return f
}

func (f *figures) onlyPeople() bool { return f.confusion[1] == [2]int{} }

func (f *figures) onlyBots() bool { return f.confusion[0] == [2]int{} }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func share(part, whole int) float64 { return over(float64(part), float64(whole)) }

func over(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// auc returns the chance that a bot's line has a higher score than a person's line.
func auc(all []scored) float64 {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b scored) int { return cmp.Compare(a.score, b.score) })
	people, bots, wins := 0, 0, 0.0
	for i := 0; i < len(sorted); {
		equal := [2]int{}
		j := i
		for ; j < len(sorted) && sorted[j].score == sorted[i].score; j++ {
			equal[count(sorted[j].bot())]++
		}
		wins += float64(equal[1]) * (float64(people) + float64(equal[0])/2)
		people, bots, i = people+equal[0], bots+equal[1], j
	}
	return over(wins, float64(people*bots))
}
