package main

import (
	"math"
	"os"
	"testing"
	"time"

	"ringer/cmd/internal/bench"
)

// TestBeside counts the processor time between the end of the warm-up and that of the load.
func TestBeside(t *testing.T) {
	t.Parallel()
	at := func(seconds int) time.Time { return time.Date(2026, 3, 1, 12, 0, seconds, 0, time.UTC) }
	w := &watch{stop: make(chan struct{}), done: make(chan struct{}), disk: []float64{1}}
	close(w.done)
	for i := range 10 {
		w.samples = append(w.samples, sample{at(i), float64(i * i), math.NaN()})
	}
	load := &bench.Result{Servers: []bench.Server{{Streams: &bench.Usage{At: at(0)}, Warm: &bench.Usage{At: at(3)}, After: &bench.Usage{At: at(5)}}}}
	if b := w.end(load); b.model != 25-9 || !math.IsNaN(b.postgres) || len(b.disk) != 1 {
		t.Errorf("%+v", b)
	}
	if b := (*watch)(nil).end(load); !math.IsNaN(b.model) || !math.IsNaN(b.postgres) {
		t.Errorf("nothing was watched: %+v", b)
	}
}

func TestProcessor(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("only Linux has /proc")
	}
	before := processor(os.Getpid())
	for began := time.Now(); processor(os.Getpid()) <= before; {
		if time.Since(began) > time.Minute {
			t.Fatalf("after a minute of work it is still %g", before)
		}
	}
	if v := processor(0); !math.IsNaN(v) {
		t.Errorf("there is no process 0, but it used %g s", v)
	}
}
