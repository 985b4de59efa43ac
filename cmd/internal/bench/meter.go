package bench

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Bounds of a histogram, in microseconds: a server that needs ten minutes has failed.
const (
	shortest = 1
	longest  = int64(10 * time.Minute / time.Microsecond)
)

func newHistogram() *hdrhistogram.Histogram { return hdrhistogram.New(shortest, longest, 3) }

// meter collects the times of one kind. Several goroutines may add at once.
type meter struct {
	mu sync.Mutex // protects all below
	// total holds all times, slice those since the last cut, and recent those since the last look.
	total, slice, recent *hdrhistogram.Histogram
	slices               []Slice
	early                int64
}

func newMeter() *meter {
	return &meter{total: newHistogram(), slice: newHistogram(), recent: newHistogram()}
}

// add counts a time. Clocks of two machines may differ, so a time may be below zero. It counts as
// zero, and as early.
func (m *meter) add(d time.Duration) {
	micros := min(max(d.Microseconds(), 0), longest)
	m.mu.Lock()
	defer m.mu.Unlock()
	if d < 0 {
		m.early++
	}
	for _, h := range []*hdrhistogram.Histogram{m.total, m.slice, m.recent} {
		_ = h.RecordValue(micros) // it is within the bounds
	}
}

func (m *meter) cut() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.slices = append(m.slices, Slice{Count: m.slice.TotalCount(), P50: millis(m.slice, 50), P99: millis(m.slice, 99)})
	m.slice.Reset()
}

func (m *meter) look() (p99 float64, n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p99, n = millis(m.recent, 99), m.recent.TotalCount()
	m.recent.Reset()
	return p99, n
}

func millis(h *hdrhistogram.Histogram, percentile float64) float64 {
	return float64(h.ValueAtPercentile(percentile)) / 1000
}

// bounds are the upper ends of the bars of a chart, in milliseconds. Above the last one there is
// one more bar.
var bounds = []float64{.1, .2, .5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000}

func (m *meter) result() Times {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.total
	t := Times{
		Count: h.TotalCount(), Mean: h.Mean() / 1000, P50: millis(h, 50), P90: millis(h, 90), P99: millis(h, 99), P999: millis(h, 99.9),
		Max: float64(h.Max()) / 1000, Bars: make([]int64, len(bounds)+1), Slices: m.slices, Early: m.early,
	}
	for _, bar := range h.Distribution() {
		if bar.Count > 0 {
			i := 0
			for i < len(bounds) && float64(bar.To)/1000 > bounds[i] {
				i++
			}
			t.Bars[i] += bar.Count
		}
	}
	return t
}
