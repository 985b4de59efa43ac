package systemtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
)

// trio returns a game of three in which the bot answers at human times.
func trio(strategy string) map[string]any {
	return map[string]any{
		"game": map[string]any{"players": []string{"Red", "Blue", "Green"}}, "bot": map[string]any{"seat": "Red"}, "seed": 1, "strategy": strategy,
	}
}

// BenchmarkLateness lets two thousand bots answer at human times, some 333 messages a second. It
// measures at the ends of their streams how late each message is. Before its first message every
// home must be loaded into memory; these messages are reported separately. RINGER_BENCH_STRATEGY
// chooses the strategy of the bots. No message can be sooner than the disk, so the benchmark also
// measures how long that takes to keep a few bytes.
func BenchmarkLateness(b *testing.B) {
	const sessions, rate, rounds = 2000, 333, 4
	p := load(b)
	ids := p.createMany(sessions, trio(benchStrategy()))
	p.awaitUnloaded()
	a := p.attend(ids, "")
	cpu, own, began := p.cpu(), processorTime(b, os.Getpid()), time.Now()
	before := a.sent.Load() // some bots speak first
	disk := watchDisk(b)
	b.ResetTimer()
	for range b.N {
		pace(rounds*sessions, rate, func(i int) {
			p.post(ids[i%sessions], []string{"Blue", "Green"}[i/sessions%2], fmt.Sprintf("what do you think of number %d then?", i))
		})
	}
	a.awaitAnswers(before + int64(rounds*sessions*b.N))
	b.StopTimer()
	reportLatency(b, "disk", disk())
	cpu, own = p.cpu()-cpu, processorTime(b, os.Getpid())-own
	var waking, late, decided, under []time.Duration
	var first, last time.Time
	lacking := "" // a session with fewer answers than posts
	for i, id := range ids {
		woken, answers := false, 0
		for _, h := range a.of(i) {
			sent, ok := h.Event.Data.(*game.MessageSent)
			if !ok || sent.DueAt.Before(began) { // it spoke first
				continue
			}
			answers++
			if !woken {
				woken, waking = true, append(waking, h.Received.Sub(sent.DueAt))
				continue
			}
			late, decided, under = append(late, h.Received.Sub(sent.DueAt)), append(decided, h.Event.At.Sub(sent.DueAt)), append(under, h.Received.Sub(h.Event.At))
			if first.IsZero() || h.Received.Before(first) {
				first = h.Received
			}
			if h.Received.After(last) {
				last = h.Received
			}
		}
		if lacking == "" && answers < rounds*b.N {
			lacking = id
		}
	}
	if lacking != "" {
		p.printLog(lacking)
	}
	sent := float64(len(waking) + len(late))
	b.ReportMetric(0, "ns/op") // it says how long the load lasted
	b.ReportMetric(cpu, "server-cpu-s")
	b.ReportMetric(own, "client-cpu-s")
	b.ReportMetric(cpu/sent*1000, "server-cpu-ms/sent")
	b.ReportMetric(sent, "sent")
	b.ReportMetric(float64(len(late))/last.Sub(first).Seconds(), "sent/s")
	reportLatency(b, "waking", waking)
	reportLatency(b, "due-received", late)
	reportLatency(b, "due-sent", decided)
	reportLatency(b, "sent-received", under)
	a.check(b, func(e game.Event) bool { _, sent := e.Data.(*game.MessageSent); return sent })
}

// awaitAnswers waits until bots have sent so many messages, or have sent none for ten seconds. They
// type for seconds.
func (a *audience) awaitAnswers(messages int64) {
	last := a.sent.Load()
	for since := time.Now(); last < messages && time.Since(since) < 10*time.Second; time.Sleep(100 * time.Millisecond) {
		if n := a.sent.Load(); n > last {
			last, since = n, time.Now()
		}
	}
}

// watchDisk writes to a file of its own twenty times a second. The function it returns ends that,
// and returns how long the writes took to reach the disk.
func watchDisk(b *testing.B) (end func() []time.Duration) {
	f, err := os.Create(filepath.Join(b.TempDir(), "disk"))
	if err != nil {
		b.Fatal(err)
	}
	stop, took := make(chan struct{}), make(chan []time.Duration)
	go func() {
		defer f.Close()
		var times []time.Duration
		for {
			select {
			case <-stop:
				took <- times
				return
			case <-time.After(50 * time.Millisecond):
			}
			began := time.Now()
			_, err := f.WriteAt([]byte("a few bytes"), 0)
			if err == nil {
				err = f.Sync()
			}
			if err != nil {
				b.Error(err)
			}
			times = append(times, time.Since(began))
		}
	}()
	return func() []time.Duration { close(stop); return <-took }
}

// printLog prints the log of a session.
func (p *process) printLog(id string) {
	for _, e := range p.events(id, 0, "0s") {
		fmt.Println(id, e.Seq, e.At.Format(time.RFC3339Nano), e.Data.Type(), string(game.EncodeMind(e.Data)))
	}
}

// BenchmarkStreams measures the memory of an idle stream in the server. It also measures how soon a
// stream brings what is posted, at 1,000 posts a second. The bots are muted: BenchmarkLateness
// measures them.
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
		if m, ok := h.Event.Data.(*game.MessageReceived); ok {
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
	a.check(b, func(e game.Event) bool { return e.Seq > 3 })
}
