package main

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/repotest"
	"ringer/engine/goldentest"
)

// fill returns a report of three rounds, in which row i of a table has 1/(i+1) of the first row's
// rate, and i+1 times its costs. Each round is a tenth faster than the one before.
func fill(replicas int) *report {
	r := &report{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), rounds: 3, tables: tables(replicas)}
	for i := range r.tables {
		t := &r.tables[i]
		for round := range 5 {
			for _, s := range t.due(round, r.rounds) {
				row := slices.IndexFunc(t.rows, func(x series) bool { return x.name() == s.name() })
				s.results = append(s.results, result(1/float64(row+1), math.Pow(1.1, float64(round))))
			}
		}
	}
	return r
}

// result returns an outcome of a system with a speed, on a machine with one.
func result(speed, machine float64) *outcome {
	times := bench.Times{Count: 2000, P50: 0.5 / speed / machine, P99: 4 / speed / machine, Max: 8 / speed / machine}
	used := func(seconds float64) *bench.Usage {
		return &bench.Usage{Resident: 1e6 + 1e8*seconds, CPU: seconds / speed / machine}
	}
	return &outcome{&bench.Result{
		Settings: bench.Settings{Sessions: 10, Streams: 2}, Seconds: 10, Posts: bench.Posts{PerSecond: 10_000 * speed * machine, All: 10_000},
		Answer: times, Received: times, Late: times, Spoken: 2000,
		Servers: []bench.Server{{Half: used(0), Sessions: used(0), Streams: used(0), Warm: used(0.5), After: used(2)}},
	}, beside{model: 1, postgres: math.NaN(), disk: []float64{0.5, 1 / machine}}}
}

// TestReport compares the tables with testdata/report.md, and the chart with testdata/chart.svg.
func TestReport(t *testing.T) {
	t.Parallel()
	r := fill(3)
	faulty := r.tables[0].rows[1].results[1]
	faulty.Streams.Lost, faulty.Errors = 3, map[string]int{"stream: connection closed": 6}
	r.tables[2].rows[0].results[0].Late.Count = 0
	_, written, _ := strings.Cut(r.markdown(), "cores") // before it is the version of Go
	goldentest.File(t, "testdata/report.md", written)
	goldentest.File(t, "testdata/chart.svg", r.svg())
	var out strings.Builder
	if r.goals(&out); !strings.Contains(out.String(), "Ringer, SQLite: late by at most 5 ms (p99) in 4 of 5 runs") {
		t.Error(out.String())
	}
	if n := r.unsound(); n != 3 {
		t.Errorf("%d events are unsound, want 3", n)
	}
}

// TestShortRun has one round of each load, and all rows but those of several servers.
func TestShortRun(t *testing.T) {
	t.Parallel()
	long, short := tables(3), tables(1)
	for i := range short {
		if n := len(short[i].due(0, 1)); n != len(short[i].rows) || len(short[i].due(1, 1)) != 0 {
			t.Errorf("%s: %d of %d rows are measured once", short[i].name, n, len(short[i].rows))
		}
		for _, s := range short[i].rows {
			if s.system.replicas != 1 || !slices.ContainsFunc(long[i].rows, func(x series) bool { return x.name() == s.name() }) {
				t.Errorf("%s: %q is not a row of the long run", short[i].name, s.name())
			}
		}
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
