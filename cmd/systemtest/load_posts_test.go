package systemtest

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkPosts posts messages to one session and to fifty, from 50 and from 200 goroutines. Each
// waits for its answer before it posts again. Give it a number of posts: -benchtime 50000x.
func BenchmarkPosts(b *testing.B) {
	for _, sessions := range []int{1, 50} {
		for _, writers := range []int{50, 200} {
			b.Run(fmt.Sprintf("sessions=%d/writers=%d", sessions, writers), func(b *testing.B) { benchmarkPosts(b, sessions, writers) })
		}
	}
}

func benchmarkPosts(b *testing.B, sessions, writers int) {
	p := load(b)
	ids := p.createMany(sessions, trio("scheduler"))
	post := func(i int) {
		p.post(ids[i%sessions], "Blue", "are you all still there? I think that Green has been silent for long")
	}
	spread(2*writers, writers, post) // opens the connections
	cpu, took := p.cpu(), make([]time.Duration, b.N)
	b.ResetTimer()
	spread(b.N, writers, func(i int) {
		began := time.Now()
		post(i)
		took[i] = time.Since(began)
	})
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "posts/s")
	b.ReportMetric((p.cpu()-cpu)*1e6/float64(b.N), "server-µs/post")
	reportLatency(b, "post", took)
}
