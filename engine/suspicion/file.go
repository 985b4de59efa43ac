package suspicion

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
)

// A file of weights has these parts:
//
//	magic, version, number of networks
//	for each bag: the scale of each network; one bit a bucket; the vectors of buckets with a bit
//	the parameters of each network
//	the SHA-256 of all that
//
// Numbers are little-endian. A bucket without a bit has zeros, because training never saw it.
const (
	fileMagic = "ringer suspicion\n"
	// fileVersion changes when the parts, the sizes or the numbers of a line change.
	fileVersion = 1
	// maxFile is far above maxNetworks networks, some 2.6 MB.
	maxFile = 8 << 20
)

// Write writes the file of the weights.
func (w *Weights) Write(out io.Writer) error {
	_, err := out.Write(w.encode())
	return err
}

func fileHash(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:6])
}

func (w *Weights) encode() []byte {
	b := []byte(fileMagic)
	b = binary.LittleEndian.AppendUint16(b, fileVersion)
	b = append(b, byte(len(w.networks)))
	floats := func(values []float32) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
	}
	size := len(w.networks) * Width
	for bag, steps := range w.grams {
		floats(w.scales[bag][:len(w.networks)])
		bits := make([]byte, Buckets/8)
		var rows []byte
		for g := range Buckets {
			row := steps[g*size:][:size]
			used := false
			for _, s := range row {
				used = used || s != 0
			}
			if !used {
				continue
			}
			bits[g/8] |= 1 << (g % 8)
			for _, s := range row {
				rows = append(rows, byte(s))
			}
		}
		b = append(append(b, bits...), rows...)
	}
	for i := range w.networks {
		w.networks[i].Parameters(floats)
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

var errShort = errors.New("the file of weights is cut short. Copy it again, or make it with `ringer suspicion train`")

// Read reads a file of weights.
func Read(r io.Reader) (*Weights, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	rest, ok := bytes.CutPrefix(file, []byte(fileMagic))
	switch {
	case !ok && len(file) < len(fileMagic) && bytes.HasPrefix([]byte(fileMagic), file):
		return nil, errShort
	case !ok || len(file) > maxFile:
		return nil, errors.New("this is not a file of weights. Name a file that `ringer suspicion train` wrote")
	case len(rest) < 3:
		return nil, errShort
	}
	if v := binary.LittleEndian.Uint16(rest); v != fileVersion {
		return nil, fmt.Errorf("the file of weights has version %d, and this program reads version %d. Train again with this program", v, fileVersion)
	}
	networks := int(rest[2])
	if networks == 0 || networks > maxNetworks {
		return nil, fmt.Errorf("the file of weights is damaged: it has %d networks. Copy it again", networks)
	}
	d := &decoder{rest: rest[3:]}
	w := d.weights(networks)
	if d.short || len(d.rest) < sha256.Size {
		return nil, errShort
	}
	content := len(file) - len(d.rest)
	if sum := sha256.Sum256(file[:content]); !bytes.Equal(d.rest, sum[:]) {
		return nil, errors.New("the file of weights is damaged: its checksum is wrong. Copy it again")
	}
	if !w.finite() {
		return nil, errors.New("the file of weights holds a number that is not finite. Train again")
	}
	w.version = fileHash(file)
	return w, nil
}

// decoder takes parts off the front of a file. After one that is missing, all are empty.
type decoder struct {
	rest  []byte
	short bool
}

func (d *decoder) take(n int) []byte {
	if n > len(d.rest) {
		d.short, d.rest = true, nil
		return make([]byte, n)
	}
	part := d.rest[:n]
	d.rest = d.rest[n:]
	return part
}

func (d *decoder) floats(values []float32) {
	part := d.take(4 * len(values))
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(part[4*i:]))
	}
}

func (d *decoder) weights(networks int) *Weights {
	w := &Weights{networks: make([]Dense, networks)}
	size := networks * Width
	for bag := range w.grams {
		d.floats(w.scales[bag][:networks])
		bits := d.take(Buckets / 8)
		w.grams[bag] = make([]int8, Buckets*size)
		for g := range Buckets {
			if bits[g/8]>>(g%8)&1 == 0 {
				continue
			}
			for i, s := range d.take(size) {
				w.grams[bag][g*size+i] = int8(s)
			}
		}
	}
	for i := range w.networks {
		w.networks[i].Parameters(d.floats)
	}
	return w
}
