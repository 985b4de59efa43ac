package suspicion

// Network is one trained network.
type Network struct {
	// Grams are the vectors of all buckets, one after the other, by bag.
	Grams [Bags][]float32
	Dense
}

// Dense is the network behind the vectors: two layers with ReLU, and one output.
type Dense struct {
	W1 [Inputs][Hidden1]float32
	B1 [Hidden1]float32
	W2 [Hidden1][Hidden2]float32
	B2 [Hidden2]float32
	W3 [Hidden2]float32
	B3 [1]float32
}

// Hidden holds the hidden layers after ReLU.
type Hidden struct {
	First  [Hidden1]float32
	Second [Hidden2]float32
}

// Forward computes the log-odds of an input. Products are converted before they are added, so that
// no processor fuses the two steps and all give the same result.
func (d *Dense) Forward(in *[Inputs]float32, h *Hidden) float32 {
	h.First, h.Second = d.B1, d.B2
	var used [Inputs]int
	n := 0
	for i, v := range in {
		if v != 0 { // many numbers of a line are
			used[n] = i
			n++
		}
	}
	i := 0
	for ; i+4 <= n; i += 4 { // four rows at once spare three of four loads and stores of the sums
		a, b, c, e := used[i], used[i+1], used[i+2], used[i+3]
		addRows(&h.First, [4]*[Hidden1]float32{&d.W1[a], &d.W1[b], &d.W1[c], &d.W1[e]}, [4]float32{in[a], in[b], in[c], in[e]})
	}
	for ; i < n; i++ {
		v := in[used[i]]
		for j, w := range &d.W1[used[i]] {
			h.First[j] += float32(w * v)
		}
	}
	for i, v := range h.First {
		h.First[i] = max(v, 0)
		if v <= 0 {
			continue
		}
		for j, w := range &d.W2[i] {
			h.Second[j] += float32(w * v)
		}
	}
	out := d.B3[0]
	for i, v := range h.Second {
		v = max(v, 0)
		h.Second[i] = v
		out += float32(d.W3[i] * v)
	}
	return out
}

func addRows(sums *[Hidden1]float32, rows [4]*[Hidden1]float32, values [4]float32) {
	a, b, c, d := rows[0], rows[1], rows[2], rows[3]
	for j := range sums {
		sums[j] += (float32(a[j]*values[0]) + float32(b[j]*values[1])) + (float32(c[j]*values[2]) + float32(d[j]*values[3]))
	}
}

// Parameters calls f with each slice of parameters, in the order of the file.
func (d *Dense) Parameters(f func([]float32)) {
	for i := range d.W1 {
		f(d.W1[i][:])
	}
	f(d.B1[:])
	for i := range d.W2 {
		f(d.W2[i][:])
	}
	f(d.B2[:])
	f(d.W3[:])
	f(d.B3[:])
}
