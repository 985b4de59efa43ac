package suspicion

import "math"

// Line is one line of a chat.
type Line struct {
	// Sender tells the players apart, and nothing else.
	Sender string
	Text   string
	// Gap is the time in seconds since the line before. Negative or NaN is unknown.
	Gap float64
}

// No recorded line says more, and a sum of scores stays finite.
const maxLogOdds = 12

// Reader scores the lines of one game in their order. It is for one goroutine.
type Reader struct {
	w         *Weights
	extractor *Extractor
	// alone keeps the game's view as it is.
	alone *Extractor
	// past is by the number of the player.
	past []past
	now  vectors
	in   [Inputs]float32
	h    Hidden
}

// past is the sum of the vectors of earlier lines.
type past struct {
	weight float64
	sum    [Bags][maxNetworks * Width]float64
}

// Reader returns a reader for a game. Names are masked in all texts, as whole words in any case.
func (w *Weights) Reader(names []string) *Reader {
	return &Reader{w: w, extractor: NewExtractor(names), alone: NewExtractor(names)}
}

// Score returns the finite log-odds that a bot wrote the line, given the sender's earlier lines and
// even odds. The reader remembers it. A sum of scores leaves out lines that repeat: see [View].
func (r *Reader) Score(l Line) float64 { return r.View().Judge(r.Networks(l)) }

// View returns the view of the line scored last, until the next line.
func (r *Reader) View() *View { return &r.extractor.view }

// Networks is Score by the networks alone, whatever a line says in plain words.
func (r *Reader) Networks(l Line) float64 {
	v := r.extractor.Extract(l)
	for v.Player >= len(r.past) {
		r.past = append(r.past, past{})
	}
	p := &r.past[v.Player]
	r.w.embed(v, &r.now)
	score := r.logOdds(v, p)
	forget := keep(p.weight)
	for bag := range p.sum {
		for i := range p.sum[bag] {
			p.sum[bag][i] = float64(p.sum[bag][i]*forget) + float64(r.now[bag][i])
		}
	}
	p.weight = float64(p.weight*forget) + 1
	return score
}

// Alone scores a line which nothing came before. The reader remembers nothing.
func (r *Reader) Alone(l Line) float64 {
	v := r.alone.Alone(l)
	r.w.embed(v, &r.now)
	return v.Judge(r.logOdds(v, &past{}))
}

func (r *Reader) logOdds(v *View, p *past) float64 {
	FillNumbers(&r.in, &v.Numbers, &v.Means, v.Earlier)
	sum := 0.0
	norm := pastNorm(p.weight)
	for i := range r.w.networks {
		at := 0
		for bag := range r.now {
			at += copy(r.in[at:], r.now[bag][i*Width:][:Width])
		}
		for bag := range p.sum {
			for _, s := range p.sum[bag][i*Width:][:Width] {
				r.in[at] = float32(s * norm)
				at++
			}
		}
		sum += float64(r.w.networks[i].Forward(&r.in, &r.h))
	}
	mean := sum / float64(len(r.w.networks))
	if math.IsNaN(mean) { // weights of strange files can overflow
		return 0
	}
	return min(max(mean, -maxLogOdds), maxLogOdds)
}
