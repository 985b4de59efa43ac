package cli

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryShare is the part of the memory that the Go runtime may use, in percent. The rest is for
// the threads and for the page cache of a container. Near the limit the runtime collects more
// often.
const memoryShare = 90

// limitMemory sets the memory limit of the Go runtime from the memory of the container, or else of
// the machine. It returns what to print about it. GOMEMLIMIT, if it is set, stays as it is.
func limitMemory(getenv func(string) string) string {
	if limit := debug.SetMemoryLimit(-1); getenv("GOMEMLIMIT") != "" {
		if limit == math.MaxInt64 {
			return "no limit (GOMEMLIMIT)"
		}
		return mebibytes(uint64(limit)) + " at most (GOMEMLIMIT)"
	}
	total, err := memlimit.FromCgroup()
	source := "container"
	if machine, err2 := memlimit.FromSystem(); err2 == nil && (err != nil || total > machine) {
		total, source, err = machine, "machine", nil
	}
	if err != nil || total == 0 || total > math.MaxInt64/100 {
		return "no limit; set GOMEMLIMIT"
	}
	limit := total / 100 * memoryShare
	debug.SetMemoryLimit(int64(limit))
	return fmt.Sprintf("%s at most (%d %% of the %s's)", mebibytes(limit), memoryShare, source)
}

func mebibytes(n uint64) string { return fmt.Sprintf("%d MiB", n>>20) }

const (
	// heapGrowth is by how many percent the heap may grow before the garbage collector runs, unless
	// GOGC is set. The server keeps little in memory. At 100 percent it would collect ten times a
	// second under load, which takes a tenth of its time. At 200 percent the p99 lateness of its
	// messages is half as high again.
	heapGrowth = 400
	// mostGrowth bounds that growth in bytes. A small heap reaches heapGrowth first. A heap of 150
	// MiB would grow to 750 MiB, and a collection every 128 MiB is rare enough.
	mostGrowth = 128 << 20
	// leastGrowth is the least growth in percent. A collection takes time for all that lives.
	leastGrowth = 50
)

// collector sets GOGC after each collection.
type collector struct{ percent int }

// start sets GOGC now and after each collection, until the process ends.
func (c *collector) start() {
	live := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtimemetrics.Read(live)
	if p := growthFor(live[0].Value.Uint64()); p != c.percent {
		c.percent = p
		debug.SetGCPercent(p)
	}
	// Nothing refers to the mark, so the next collection frees it.
	mark := &struct{ *collector }{}
	runtime.AddCleanup(mark, (*collector).start, c)
}

// growthFor returns GOGC for a heap with this many live bytes.
func growthFor(live uint64) int {
	return max(leastGrowth, int(min(heapGrowth, mostGrowth*100/max(live, 1))))
}
