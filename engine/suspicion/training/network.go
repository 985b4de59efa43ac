package training

import (
	"math"
	"math/rand/v2"

	"ringer/engine/suspicion"
)

type trainee struct {
	Options
	random *rand.Rand
	net    *suspicion.Network
	// grams moves the vectors, dense the parameters behind them, which flat holds.
	grams [suspicion.Bags]*adam
	dense *adam
	flat  []float32
	step  int
}

// Network trains a network. After each epoch it calls done with a function that returns the network
// so far, which is valid until done returns.
func Network(games []Game, o Options, seed uint64, done func(epochs int, network func() suspicion.Network)) {
	t := newTrainee(o, seed)
	all := sequences(games)
	for epoch := range o.Epochs {
		t.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for from := 0; from < len(all); from += o.Batch {
			t.move(all[from:min(from+o.Batch, len(all))])
		}
		done(epoch+1, t.averaged)
	}
}

func newTrainee(o Options, seed uint64) *trainee {
	t := &trainee{Options: o, random: rand.New(rand.NewPCG(seed, 0)), net: &suspicion.Network{}}
	for bag := range t.grams {
		// Vectors begin at zero: an n-gram that training never sees then says nothing.
		t.net.Grams[bag] = make([]float32, suspicion.Buckets*suspicion.Width)
		t.grams[bag] = newAdam(t.net.Grams[bag], suspicion.Width)
	}
	d := &t.net.Dense
	for i := range d.W1 {
		t.draw(d.W1[i][:], suspicion.Inputs)
	}
	for i := range d.W2 {
		t.draw(d.W2[i][:], suspicion.Hidden1)
	}
	t.draw(d.W3[:], suspicion.Hidden2)
	d.Parameters(func(p []float32) { t.flat = append(t.flat, p...) })
	t.dense = newAdam(t.flat, len(t.flat))
	return t
}

// draw draws weights with the spread of He et al. (2015, eq. 10), which suits ReLU. They are
// uniform: the tails of a normal distribution need functions that differ between processors.
func (t *trainee) draw(values []float32, inputs int) {
	width := math.Sqrt(6 / float64(inputs))
	for i := range values {
		values[i] = float32(float64(2*t.random.Float64()-1) * width)
	}
}

// averaged returns the moving average of the network. Its vectors are shared with the training.
func (t *trainee) averaged() suspicion.Network {
	var n suspicion.Network
	for bag, a := range t.grams {
		for row := range a.seen {
			a.settle(row, t.step, t.Keep)
		}
		n.Grams[bag] = a.average
	}
	rest := t.dense.average
	n.Dense.Parameters(func(p []float32) { rest = rest[copy(p, rest):] })
	return n
}

func (t *trainee) move(batch []sequence) {
	t.step++
	lines := 0
	for _, s := range batch {
		lines += len(s)
	}
	gradient := &suspicion.Dense{}
	for _, s := range batch {
		p := newPass(t, s)
		p.forward()
		p.backward(gradient, float32(1/float64(lines)))
	}
	at := t.dense.at(0)
	gradient.Parameters(func(p []float32) { at = at[copy(at, p):] })
	m := motion{step: t.step, rate: t.Rate, keep: t.Keep}
	t.dense.move(m)
	m.shrink = t.Shrink
	for _, a := range t.grams {
		a.move(m)
	}
	rest := t.flat
	t.net.Dense.Parameters(func(p []float32) { rest = rest[copy(p, rest):] })
}
