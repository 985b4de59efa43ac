package cli

import (
	"math"
	"runtime/debug"
	"strings"
	"testing"
)

// TestLimitMemory checks the limit of the Go runtime. It is not parallel: the limit belongs to the
// process.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)

	t.Run("OfTheContainerOrTheMachine", func(t *testing.T) {
		text := limitMemory(func(string) string { return "" })
		limit := debug.SetMemoryLimit(-1)
		if limit == math.MaxInt64 || !strings.HasPrefix(text, mebibytes(uint64(limit))+" at most (90 % of the ") {
			t.Errorf("the limit is %d and its text is %q", limit, text)
		}
	})
	t.Run("OfTheUser", func(t *testing.T) {
		debug.SetMemoryLimit(512 << 20) // as the runtime does for GOMEMLIMIT
		text := limitMemory(func(name string) string { return map[string]string{"GOMEMLIMIT": "512MiB"}[name] })
		if limit := debug.SetMemoryLimit(-1); limit != 512<<20 || text != "512 MiB at most (GOMEMLIMIT)" {
			t.Errorf("the limit is %d and its text is %q", limit, text)
		}
	})
}

// TestHeapGrowth checks that the heap grows little while collections are rare. If they would come
// often, a small heap may grow fourfold, and a large one by a bounded amount.
func TestHeapGrowth(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]struct{ quiet, busy int }{
		0: {400, 400}, 5 << 20: {200, 400}, 20 << 20: {50, 400}, 24 << 20: {50, 400}, 48 << 20: {75, 266}, 120 << 20: {90, 106}, 1 << 30: {50, 50},
	} {
		if got := growthFor(live, 50<<20, false); got != want.quiet {
			t.Errorf("%d MiB may grow by %d percent while collections are rare, want %d", live>>20, got, want.quiet)
		}
		if got := growthFor(live, 20<<30, false); got != want.busy {
			t.Errorf("%d MiB may grow by %d percent while collections are frequent, want %d", live>>20, got, want.busy)
		}
	}
}

// TestHeapGrowthUnderALastingLoad checks that the heap grows with the rate of a lasting load. The
// bounds stay: a small heap grows fourfold, and a large one by 128 MiB.
func TestHeapGrowthUnderALastingLoad(t *testing.T) {
	t.Parallel()
	for rate, want := range map[float64]int{1 << 20: 70, 10 << 20: 100, 20 << 20: 200, 100 << 20: 320} {
		if got := growthFor(40<<20, rate, true); got != want {
			t.Errorf("at %.0f MiB a second 40 MiB may grow by %d percent, want %d", rate/(1<<20), got, want)
		}
	}
	if got := growthFor(5<<20, 30<<20, true); got != heapGrowth {
		t.Errorf("5 MiB may grow by %d percent, want %d", got, heapGrowth)
	}
}
