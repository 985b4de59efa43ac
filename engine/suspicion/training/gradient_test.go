package training

import (
	"math"
	"testing"

	"ringer/engine/suspicion"
)

// TestGradient compares the gradient with differences of the loss. The history makes each vector
// matter for later lines, too.
func TestGradient(t *testing.T) {
	t.Parallel()
	o := Default()
	o.Drop, o.Hide, o.Lone = 0, 0, 0
	s := sequences([]Game{{Domain: "d", Lines: []Line{
		{Line: suspicion.Line{Sender: "a", Text: "hello there", Gap: 3}}, {Line: suspicion.Line{Sender: "a", Text: "I am here.", Gap: 2}},
		{Line: suspicion.Line{Sender: "a", Text: "there", Gap: 1}},
	}}})[0]
	tr := newTrainee(o, 1)
	for bag := range tr.net.Grams {
		tr.draw(tr.net.Grams[bag], 1)
	}
	loss := func() (sum float64) {
		p := newPass(tr, s)
		p.forward()
		for i := range p.seen {
			l := &p.seen[i]
			sum -= math.Log(sigmoid(float64(l.out)*float64(2*class(l.bot)-1))) * float64(l.weight)
		}
		return sum
	}
	p := newPass(tr, s)
	p.forward()
	d := &suspicion.Dense{}
	p.backward(d, 1)
	check := func(name string, value *float32, want float32) {
		t.Helper()
		const h = 1e-2 // float32 leaves some four digits of such a difference
		old := *value
		*value = old + h
		up := loss()
		*value = old - h
		down := loss()
		*value = old
		if got := (up - down) / (2 * h); math.Abs(got-float64(want)) > 0.02*(1+math.Abs(got)) {
			t.Errorf("%s: the gradient is %.4f, and differences give %.4f", name, want, got)
		}
	}
	check("bias of the output", &tr.net.B3[0], d.B3[0])
	for j := range 10 {
		check("output", &tr.net.W3[j], d.W3[j])
		check("second layer", &tr.net.W2[j][j], d.W2[j][j])
		check("vector of the line", &tr.net.W1[j%8][j], d.W1[j%8][j])
		check("vector of earlier lines", &tr.net.W1[8+j%8][j], d.W1[8+j%8][j])
	}
	for bag := range s[0].grams {
		for _, g := range s[0].grams[bag][:5] {
			check("vector of an n-gram", &tr.net.Grams[bag][int(g)*suspicion.Width+1], tr.grams[bag].at(int(g))[1])
		}
	}
}

func TestExp(t *testing.T) {
	t.Parallel()
	for x := -40.0; x < 40; x += 0.37 {
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 1e-14*want {
			t.Errorf("exp(%g) is %g, want %g", x, got, want)
		}
	}
}
