package training

import (
	"ringer/engine/suspicion"
)

type vector [suspicion.Bags * suspicion.Width]float32

// pass takes the lines of one player through the network and back. It sees only a part of them.
type pass struct {
	*trainee
	seen []seen
}

type seen struct {
	*example
	sight  *sight
	grams  [suspicion.Bags][]uint16
	lone   bool
	in     [suspicion.Inputs]float32
	hidden suspicion.Hidden
	out    float32
}

func newPass(t *trainee, s sequence) *pass {
	p := &pass{trainee: t, seen: make([]seen, len(s))}
	time := 0
	if t.random.Float64() < t.Hide {
		time = 1
	}
	for i := range s {
		l := &p.seen[i]
		l.example, l.sight = &s[i], &s[i].game[time]
		if l.lone = t.random.Float64() < t.Lone; l.lone {
			l.sight = &s[i].alone[time]
		}
		for bag, grams := range s[i].grams {
			l.grams[bag] = make([]uint16, 0, len(grams))
			for _, g := range grams {
				if t.random.Float64() >= t.Drop {
					l.grams[bag] = append(l.grams[bag], g)
				}
			}
		}
	}
	return p
}

func (p *pass) forward() {
	var past vector
	for i := range p.seen {
		l := &p.seen[i]
		now := p.embed(l)
		at := copy(l.in[:], now[:])
		if !l.lone {
			norm := suspicion.PastNorm(i)
			for k, v := range past {
				l.in[at+k] = v * norm
			}
		}
		suspicion.FillNumbers(&l.in, &l.sight.numbers, &l.sight.means, l.sight.earlier)
		l.out = p.net.Forward(&l.in, &l.hidden)
		for k, v := range now {
			past[k] = float32(past[k]*suspicion.PastKept(i)) + v
		}
	}
}

func (p *pass) embed(l *seen) (now vector) {
	for bag, grams := range l.grams {
		v := now[bag*suspicion.Width:][:suspicion.Width]
		for _, g := range grams {
			for k, w := range p.net.Grams[bag][int(g)*suspicion.Width:][:suspicion.Width] {
				v[k] += w
			}
		}
		norm := suspicion.Norm(len(grams))
		for k := range v {
			v[k] *= norm
		}
	}
	return now
}

// share is the weight of a line.
func (p *pass) backward(d *suspicion.Dense, share float32) {
	var later vector // the gradient of the sum after the line
	for i := len(p.seen) - 1; i >= 0; i-- {
		l := &p.seen[i]
		slope := (float32(sigmoid(float64(l.out))) - float32(class(l.bot))) * l.weight * share
		in := p.back(d, l, slope)
		for bag, grams := range l.grams {
			norm := suspicion.Norm(len(grams))
			var g [suspicion.Width]float32
			for k := range g {
				g[k] = float32((in[bag*suspicion.Width+k] + later[bag*suspicion.Width+k]) * norm)
			}
			for _, b := range grams {
				for k, row := 0, p.grams[bag].at(int(b)); k < len(g); k++ {
					row[k] += g[k]
				}
			}
		}
		for k := range later {
			later[k] = float32(later[k] * suspicion.PastKept(i))
			if !l.lone {
				later[k] += float32(in[len(later)+k] * suspicion.PastNorm(i))
			}
		}
	}
}

// back returns the gradient of the inputs that are vectors.
func (p *pass) back(d *suspicion.Dense, l *seen, slope float32) (inputs [2 * len(vector{})]float32) {
	var first [suspicion.Hidden1]float32
	var second [suspicion.Hidden2]float32
	d.B3[0] += slope
	for j, v := range l.hidden.Second {
		if v > 0 {
			d.W3[j] += float32(slope * v)
			second[j] = float32(slope * p.net.W3[j])
			d.B2[j] += second[j]
		}
	}
	for i, v := range l.hidden.First {
		if v > 0 {
			first[i] = dot(p.net.W2[i][:], second[:])
			d.B1[i] += first[i]
			grow(d.W2[i][:], v, second[:])
		}
	}
	for i, v := range l.in {
		if v != 0 {
			grow(d.W1[i][:], v, first[:])
		}
		if i < len(inputs) {
			inputs[i] = dot(p.net.W1[i][:], first[:])
		}
	}
	return inputs
}

func grow(gradient []float32, v float32, slopes []float32) {
	for j, s := range slopes {
		gradient[j] += float32(v * s)
	}
}

func dot(a, b []float32) (sum float32) {
	for i, v := range a {
		sum += float32(v * b[i])
	}
	return sum
}
