package suspicion

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math"
)

// Six networks were enough in the trials; a limit keeps a reader small.
const maxNetworks = 8

// Weights are a trained classifier. Nothing changes them, so many goroutines may use them.
type Weights struct {
	networks []Dense
	// grams holds the vectors of a bucket side by side for all networks, in steps of the scale.
	grams   [Bags][]int8
	scales  [Bags][maxNetworks]float32
	version string
}

//go:embed weights.bin
var embeddedFile []byte

var embedded = func() *Weights {
	w, err := Read(bytes.NewReader(embeddedFile))
	if err != nil {
		panic("suspicion: weights.bin: " + err.Error()) // embedded at build time
	}
	return w
}()

// Embedded returns the weights in the program, which all callers share. doc.go has their command.
func Embedded() *Weights { return embedded }

// New averages the networks. Their log-odds are divided by the temperature.
func New(networks []Network, temperature float64) (*Weights, error) {
	if len(networks) == 0 || len(networks) > maxNetworks {
		return nil, fmt.Errorf("a classifier needs 1 to %d networks, not %d", maxNetworks, len(networks))
	}
	if !(temperature > 0) {
		return nil, fmt.Errorf("the temperature must be above 0, not %g", temperature)
	}
	w := &Weights{}
	for bag := range w.grams {
		w.grams[bag] = make([]int8, Buckets*Width*len(networks))
	}
	for i := range networks {
		d := networks[i].Dense
		for j := range d.W3 {
			d.W3[j] = float32(float64(d.W3[j]) / temperature)
		}
		d.B3[0] = float32(float64(d.B3[0]) / temperature)
		w.networks = append(w.networks, d)
		for bag, vectors := range networks[i].Grams {
			w.quantize(bag, i, len(networks), vectors)
		}
	}
	if !w.finite() {
		return nil, errors.New("the training diverged: a weight is not finite. Train with other settings")
	}
	w.version = fileHash(w.encode())
	return w, nil
}

// quantize stores vectors as steps from -127 to 127.
func (w *Weights) quantize(bag, network, networks int, vectors []float32) {
	largest := float32(0)
	for _, v := range vectors {
		largest = max(largest, v, -v)
	}
	scale := largest / 127
	w.scales[bag][network] = scale
	if scale == 0 {
		return
	}
	for at, v := range vectors {
		w.grams[bag][(at/Width*networks+network)*Width+at%Width] = int8(math.Round(float64(v / scale)))
	}
}

func (w *Weights) finite() bool {
	ok := true
	check := func(values []float32) {
		for _, v := range values {
			ok = ok && v-v == 0
		}
	}
	for i := range w.networks {
		w.networks[i].Parameters(check)
	}
	for bag := range w.scales {
		check(w.scales[bag][:])
	}
	return ok
}

// Version returns the first 12 hex digits of the SHA-256 of the file.
func (w *Weights) Version() string { return w.version }

// Width numbers a network.
type vectors [Bags][maxNetworks * Width]float32

// embed sums the vectors of each bag, divided by the square root of their number.
func (w *Weights) embed(v *View, sums *vectors) {
	size := len(w.networks) * Width
	for bag, grams := range &v.Grams {
		var steps [maxNetworks * Width]int32
		for _, g := range grams {
			row := w.grams[bag][int(g)*size:][:size]
			for i, step := range row {
				steps[i] += int32(step)
			}
		}
		norm := Norm(len(grams))
		for i := range size {
			sums[bag][i] = float32(float32(steps[i])*norm) * w.scales[bag][i/Width]
		}
	}
}
