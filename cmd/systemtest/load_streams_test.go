package systemtest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// trio returns a game of three in which the bot answers at human times.
func trio(strategy string) map[string]any {
	return map[string]any{
		"game": map[string]any{"players": []string{"Red", "Blue", "Green"}}, "bot": map[string]any{"seat": "Red"}, "seed": 1, "strategy": strategy,
	}
}

// BenchmarkStreams measures the memory of an idle stream in the server. It also measures how soon a
// stream brings what is posted, at 1,000 posts a second. The bots are muted: make
// load measures how late they are.
func BenchmarkStreams(b *testing.B) {
	for _, n := range []int{1000, 5000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) { benchmarkStreams(b, n) })
	}
}

func benchmarkStreams(b *testing.B, n int) {
	const rate, seconds = 1000, 5
	p := load(b)
	ids := p.createMany(n, trio("scheduler"))
	spread(n, 16, func(i int) {
		p.call("POST", "/v1/sessions/"+ids[i]+"/observations", map[string]any{"kind": "muted"}, nil)
	})
	p.awaitUnloaded()
	before, goroutines := p.rss(), p.collect()
	a := p.attend(ids, "types=*&after=3") // created, thought, muted
	idle := p.rss()
	goroutines = p.collect() - goroutines
	collected := p.rss()
	cpu := p.cpu()
	b.ResetTimer()
	for range b.N {
		pace(rate*seconds, rate, func(i int) {
			p.post(ids[i*7919%n], "Blue", fmt.Sprintf("%d %s", time.Now().UnixNano(), strings.Repeat("x", 100)))
		})
	}
	a.await(rate * seconds * b.N)
	b.StopTimer()
	b.ReportMetric(p.cpu()-cpu, "server-cpu-s")
	var times []time.Duration
	for _, h := range a.all() {
		if m, ok := h.Event.Data.(*session.MessageReceived); ok {
			posted, _, _ := strings.Cut(m.Text, " ")
			nanos, _ := strconv.ParseInt(posted, 10, 64)
			times = append(times, h.Received.Sub(time.Unix(0, nanos)))
		}
	}
	b.ReportMetric((idle-before)/float64(n), "KiB/stream")
	b.ReportMetric((collected-before)/float64(n), "KiB/stream-collected")
	b.ReportMetric((p.rss()-before)/float64(n), "KiB/stream-after")
	b.ReportMetric(float64(goroutines)/float64(n), "goroutines/stream")
	reportLatency(b, "posted-received", times)
	a.check(b, func(e session.Event) bool { return e.Seq > 3 })
}
