package cli

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"time"

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
	// quietGrowth is the growth in bytes of a small heap while collections are rare. What the heap
	// grows by stays resident. Otherwise a thousand streams would hold more garbage than anything
	// else. A larger heap grows by what its sessions and streams take.
	quietGrowth = 10 << 20
	// emptyHeap is what lives in a server without sessions, in bytes.
	emptyHeap = 12 << 20
	// rare is the time between two collections from which they are rare. A collection takes some
	// ten milliseconds of one processor.
	rare = 100 * time.Millisecond
	// often is the time between two collections below which a lasting load lets the heap grow more.
	// A collection of a server with two thousand busy bots lasts sixty milliseconds. One message in
	// ten that is due in that time is eight milliseconds late.
	often = 4 * time.Second
	// lasting is the time after which a load lasts. A crowd that connects or posts at once takes
	// two or three seconds, and should leave little garbage.
	lasting = 5 * time.Second
)

type collector struct {
	percent int
	// last is the last collection, and allocated the bytes that had been allocated until then.
	last      time.Time
	allocated uint64
	// calm is the time of the last collection at which the rate of allocations was low.
	calm time.Time
}

// start sets GOGC now and after each collection, until the process ends.
func (c *collector) start() {
	m := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	runtimemetrics.Read(m)
	live, allocated, now := m[0].Value.Uint64()+m[1].Value.Uint64(), m[2].Value.Uint64(), time.Now()
	rate := float64(allocated-c.allocated) / now.Sub(c.last).Seconds()
	if rate*often.Seconds() <= quietGrowth {
		c.calm = now
	}
	p := growthFor(live, rate, now.Sub(c.calm) > lasting)
	if c.last, c.allocated = now, allocated; p != c.percent {
		c.percent = p
		debug.SetGCPercent(p)
	}
	// Nothing refers to the mark, so the next collection frees it.
	mark := &struct{ *collector }{}
	runtime.AddCleanup(mark, (*collector).start, c)
}

// growthFor returns GOGC for a heap and stacks with this many live bytes. rate is how many bytes
// are allocated in a second, and lasts reports whether it has been high for long. If the small
// growth would lead to many collections, the growth is large. Under a lasting load it grows with
// the rate.
func growthFor(live uint64, rate float64, lasts bool) int {
	quiet, busy := uint64(quietGrowth), uint64(mostGrowth)
	if live > emptyHeap {
		quiet = min(max(quiet, live-emptyHeap), busy)
	}
	growth := quiet
	switch {
	case rate*rare.Seconds() > float64(quiet):
		growth = busy
	case lasts:
		growth = uint64(min(max(rate*often.Seconds(), float64(quiet)), float64(busy)))
	}
	return int(max(leastGrowth, min(heapGrowth, growth*100/max(live, 1))))
}
