package suspicion_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/suspicion"
)

func file(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	sessiontest.NoError(t, suspicion.Embedded().Write(&b))
	return b.Bytes()
}

func TestRead(t *testing.T) {
	t.Parallel()
	good := file(t)
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := sessiontest.Must(suspicion.Read(bytes.NewReader(good)))(t)
		var again bytes.Buffer
		if err := w.Write(&again); err != nil || !bytes.Equal(again.Bytes(), good) {
			t.Errorf("a file that is read and written differs (error %v)", err)
		}
		sum := sha256.Sum256(good)
		if want := hex.EncodeToString(sum[:])[:12]; w.Version() != want || suspicion.Embedded().Version() != want {
			t.Errorf("version %q, want %q", w.Version(), want)
		}
		if len(good) > 2<<20 {
			t.Errorf("the file has %d bytes, want at most 2 MiB", len(good))
		}
	})
	version := bytes.Clone(good)
	version[len("ringer suspicion\n")]++
	flipped := bytes.Clone(good)
	flipped[len(good)/2] ^= 4
	// signed returns the file with a right checksum.
	signed := func(content []byte) []byte {
		sum := sha256.Sum256(content)
		return append(bytes.Clone(content), sum[:]...)
	}
	infinite := bytes.Clone(good[:len(good)-sha256.Size])
	copy(infinite[len(infinite)-4:], []byte{0, 0, 0x80, 0x7f})
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"ErrEmpty":      {nil, "cut short"},
		"ErrOther":      {[]byte("{\"game_id\": 1}"), "not a file of weights"},
		"ErrVersion":    {version, "version"},
		"ErrDamaged":    {flipped, "damaged"},
		"ErrLonger":     {append(bytes.Clone(good), 0), "damaged"},
		"ErrNotFinite":  {signed(infinite), "not finite"},
		"ErrNoNetworks": {append([]byte("ringer suspicion\n"), 1, 0, 0), "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := suspicion.Read(bytes.NewReader(c.file))
			sessiontest.Fails(t, err, c.want)
		})
	}
	t.Run("ErrShort", func(t *testing.T) {
		t.Parallel()
		for n := 0; n < len(good); n += 1 + len(good)/200 {
			if _, err := suspicion.Read(bytes.NewReader(good[:n])); err == nil || !strings.Contains(err.Error(), "short") && !strings.Contains(err.Error(), "damaged") {
				t.Fatalf("%d of %d bytes: error %v, want one about a short file", n, len(good), err)
			}
		}
	})
}

func TestNew(t *testing.T) {
	t.Parallel()
	network := func() suspicion.Network {
		var n suspicion.Network
		for bag := range n.Grams {
			n.Grams[bag] = make([]float32, suspicion.Buckets*suspicion.Width)
		}
		return n
	}
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		n := network()
		n.B3[0] = 3
		w := sessiontest.Must(suspicion.New([]suspicion.Network{n, network()}, 2))(t)
		if got := w.Reader(nil).Score(suspicion.Line{Text: "hi"}); math.Abs(got-0.75) > 1e-9 {
			t.Errorf("log-odds %v, want the mean of 3 and 0, divided by 2", got)
		}
	})
	t.Run("ErrNoNetwork", func(t *testing.T) {
		t.Parallel()
		if _, err := suspicion.New(nil, 1); err == nil {
			t.Error("no error")
		}
	})
	t.Run("ErrTemperature", func(t *testing.T) {
		t.Parallel()
		for _, temperature := range []float64{0, -1, math.NaN()} {
			if _, err := suspicion.New([]suspicion.Network{network()}, temperature); err == nil {
				t.Errorf("no error for %v", temperature)
			}
		}
	})
	t.Run("ErrDiverged", func(t *testing.T) {
		t.Parallel()
		for _, v := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
			n := network()
			n.W1[0][0] = v
			if _, err := suspicion.New([]suspicion.Network{n}, 1); err == nil {
				t.Errorf("no error for a weight of %v", v)
			}
			n = network()
			n.Grams[1][5] = v
			if _, err := suspicion.New([]suspicion.Network{n}, 1); err == nil {
				t.Errorf("no error for a vector of %v", v)
			}
		}
	})
}
