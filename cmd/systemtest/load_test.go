package systemtest

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/procfs"

	"ringer/engine/stats"
)

// The benchmarks of a real server process are run by hand, on a quiet machine, one at a time:
//
//	go test ./cmd/systemtest -run XX -bench Hosted -benchtime 1x -timeout 300s
//
// They use the Postgres database of RINGER_BENCH_DATABASE_URL, or else an SQLite file of their own.
// If PPROF_ADDR is set, the server serves profiles there. GODEBUG, GOGC and GOMAXPROCS go to the
// server, too.
// The benchmarks report figures, but check none.

// load starts a server for a benchmark.
func load(b *testing.B) *process {
	b.Helper()
	var env []string
	if url := os.Getenv("RINGER_BENCH_DATABASE_URL"); url != "" {
		env = append(env, "DATABASE_URL="+url)
	}
	for _, name := range []string{"PPROF_ADDR", "GODEBUG", "GOGC", "GOMAXPROCS"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return start(b, filepath.Join(b.TempDir(), "ringer.db"), env...)
}

// trio returns a game of three in which the bot answers at human times.
func trio(strategy string) map[string]any {
	return map[string]any{
		"game": map[string]any{"players": []string{"Red", "Blue", "Green"}}, "bot": map[string]any{"seat": "Red"}, "seed": 1, "strategy": strategy,
	}
}

// setting returns a number from the environment.
func setting(b *testing.B, name string, otherwise int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// spread calls do with 0 to n-1, from several goroutines.
func spread(n, sides int, do func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range sides {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wait.Wait()
}

// pace calls do with 0 to n-1 at a rate per second, from 64 goroutines. Up to 64 calls may be under
// way if the server falls behind.
func pace(n, rate int, do func(i int)) {
	began := time.Now()
	spread(n, 64, func(i int) {
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		do(i)
	})
}

// createMany opens n sessions.
func (p *process) createMany(n int, config map[string]any) []string {
	ids := make([]string, n)
	spread(n, 32, func(i int) {
		ids[i] = p.open(config)
	})
	if p.t.Failed() {
		p.t.FailNow()
	}
	return ids
}

// post posts one message to a session.
func (p *process) post(id, sender, text string) {
	if status := p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": sender, "text": text}, nil); status != http.StatusAccepted {
		p.t.Errorf("post: status %d", status)
	}
}

// stat returns what /proc says about the server.
func (p *process) stat() procfs.ProcStat {
	p.t.Helper()
	of, err := procfs.NewProc(p.cmd.Process.Pid)
	if err != nil {
		p.t.Fatal(err)
	}
	s, err := of.Stat()
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// rss returns the resident memory of the server in KiB.
func (p *process) rss() float64 { return float64(p.stat().ResidentMemory()) / 1024 }

// cpu returns the processor time that the server has used, in seconds. On a shared machine it is
// more reliable than wall time.
func (p *process) cpu() float64 { return p.stat().CPUTime() }

// inMillis returns times in milliseconds.
func inMillis(times []time.Duration) []float64 {
	millis := make([]float64, len(times))
	for i, t := range times {
		millis[i] = float64(t.Microseconds()) / 1000
	}
	return millis
}

// reportLatency reports the quantiles of some times.
func reportLatency(b *testing.B, name string, times []time.Duration) {
	millis := inMillis(times)
	for _, q := range []struct {
		name string
		part float64
	}{{"p50", 0.5}, {"p99", 0.99}, {"max", 1}} {
		b.ReportMetric(stats.Quantile(millis, q.part), name+"-"+q.name+"-ms")
	}
}
