package main

import (
	"strings"
	"testing"
	"time"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/repotest"
	"ringer/engine/goldentest"
)

// sample returns a report of three systems, of which one has a figure that is not known.
func sample() *report {
	result := func(rate, p99 float64, lost int64) *bench.Result {
		times := bench.Times{Count: 1000, P50: p99 / 3, P99: p99, Max: 2 * p99}
		return &bench.Result{
			Settings: bench.Settings{Sessions: 10, Streams: 2}, Posts: bench.Posts{PerSecond: rate, All: 100}, Answer: times, Received: times,
			Streams: bench.Streams{Lost: lost, Overdue: int(lost)}, Errors: map[string]int{"stream: connection closed": int(2 * lost)},
		}
	}
	all := []series{
		{system{name: "echo, one INSERT a post", baseline: "insert"}, []*bench.Result{result(9000, 4, 0), result(10_000, 5, 0), result(8000, 6, 0)}},
		{system{name: "fan-out in memory", baseline: "fanout"}, []*bench.Result{result(1000, 2, 0)}},
		{system{name: "Ringer, <Postgres>"}, []*bench.Result{result(1_234_567.8, 4, 0), result(1_234_567.8, 4, 3)}},
	}
	return &report{
		at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), rounds: 3, example: "what it prints\n",
		series: map[string][]series{posts.name: all, streams.name: all, bots.name: all, memory.name: all, readers.name: all},
	}
}

// TestReport compares the tables with testdata/report.md, and the chart with testdata/chart.svg.
func TestReport(t *testing.T) {
	t.Parallel()
	r := sample()
	_, tables, _ := strings.Cut(r.markdown(), "cores") // before it is the version of Go
	goldentest.File(t, "testdata/report.md", tables)
	goldentest.File(t, "testdata/chart.svg", r.svg())
	if n := r.unsound(); n != 15 {
		t.Errorf("%d events are unsound, want 3 in each of five loads", n)
	}
}

func TestReplaceBetween(t *testing.T) {
	t.Parallel()
	if got, err := replaceBetween("a\n"+begin+"old\n"+end+"b\n", "new\n"); err != nil || got != "a\n"+begin+"new\n"+end+"b\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, page := range []string{"", begin, end, end + begin} {
		if _, err := replaceBetween(page, ""); err == nil {
			t.Errorf("%q has no markers", page)
		}
	}
	if _, err := replaceBetween(repotest.Read(t, "docs/performance.md"), ""); err != nil {
		t.Error(err)
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{"0": number(0, 0), "999": number(999, 0), "1,000": number(1000, 0), "1,234,567.9": number(1234567.89, 1), "-123": number(-123, 0), "-1,234": number(-1234, 0)} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
