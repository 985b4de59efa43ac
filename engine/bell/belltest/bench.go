package belltest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/bell"
)

const (
	benchSize = 300 // bytes of a message: an event of a few words
	benchRate = 200 // batches in a second: one every 5 ms
)

// Bench measures a bell that another one hears. First come 200 batches of 5 messages a second, and
// then as many messages as the bell takes. Of those at most some thousand are under way.
func Bench(b *testing.B, open func(b *testing.B, hear func([]byte)) bell.Bell) {
	b.Run("Steady", func(b *testing.B) { bench(b, open, 5, time.Second/benchRate) })
	for _, batch := range []int{5, 50} {
		b.Run(fmt.Sprintf("Most/batch=%d", batch), func(b *testing.B) { bench(b, open, batch, 0) })
	}
}

// bench rings b.N batches, one every pause.
func bench(b *testing.B, open func(b *testing.B, hear func([]byte)) bell.Bell, batch int, pause time.Duration) {
	total := b.N * batch
	sent, took := make([]atomic.Int64, total), make([]time.Duration, total)
	start := time.Now()
	underWay, done := make(chan struct{}, 2000), make(chan struct{})
	heard := 0
	open(b, func(m []byte) {
		i, err := strconv.Atoi(strings.TrimSpace(string(m)))
		if err != nil {
			b.Error(err)
			return
		}
		took[i] = time.Since(start) - time.Duration(sent[i].Load())
		<-underWay
		if heard++; heard == total {
			close(done)
		}
	})
	one := open(b, func([]byte) {})
	b.ResetTimer()
	begin := time.Now()
	for n := range b.N {
		time.Sleep(time.Until(begin.Add(time.Duration(n) * pause)))
		messages := make([][]byte, batch)
		for k := range messages {
			underWay <- struct{}{}
			i := n*batch + k
			messages[k] = fmt.Appendf(nil, "%*d", benchSize, i)
			sent[i].Store(int64(time.Since(start)))
		}
		if err := one.Ring(b.Context(), messages); err != nil {
			b.Fatal(err)
		}
	}
	<-done
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[total/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[total*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "messages/s")
}
