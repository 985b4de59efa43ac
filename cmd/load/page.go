package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/show"
	"ringer/engine/stats"
)

// The markers between which the figures stand in the page.
const (
	begin = "<!-- make load writes what follows -->\n"
	end   = "<!-- make load has written this far -->\n"
)

func replaceBetween(page, text string) (string, error) {
	before, rest, ok := strings.Cut(page, begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return "", fmt.Errorf("the markers are missing; write %q and %q where the figures go", begin, end)
	}
	return before + begin + text + end + after, nil
}

type figure struct {
	name string
	of   func(*outcome) float64
}

type column struct {
	figure
	digits int
}

var (
	rate = figure{"posts/s", func(r *outcome) float64 { return r.Posts.PerSecond }}
	cost = figure{"server-µs a post, without Postgres", func(r *outcome) float64 { return or(r.PerPost())(1e-6) }}
	lost = figure{"lost, doubled, out of order", func(r *outcome) float64 {
		return float64(r.Streams.Lost + r.Streams.Doubled + r.Streams.Disordered)
	}}
	faults   = figure{"errors", func(r *outcome) float64 { return float64(r.Faults()) }}
	sessions = figure{"KiB a session", func(r *outcome) float64 { return or(r.PerSession())(1024) }}
	perRead  = figure{"KiB a stream", func(r *outcome) float64 { return or(r.PerStream())(1024) }}
)

func or(value float64, ok bool) func(unit float64) float64 {
	return func(unit float64) float64 {
		if !ok {
			return math.NaN()
		}
		return value / unit
	}
}

func times(of func(*outcome) *bench.Times) (p50, p99, most figure) {
	get := func(name string, part func(*bench.Times) float64) figure {
		return figure{name, func(r *outcome) float64 {
			if of(r).Count == 0 {
				return math.NaN()
			}
			return part(of(r))
		}}
	}
	return get("p50, ms", func(t *bench.Times) float64 { return t.P50 }), get("p99, ms", func(t *bench.Times) float64 { return t.P99 }), get("max, ms", func(t *bench.Times) float64 { return t.Max })
}

var (
	answerP50, answerP99, _      = times(func(r *outcome) *bench.Times { return &r.Answer })
	heardP50, heardP99, heardMax = times(func(r *outcome) *bench.Times { return &r.Received })
	lateP50, lateP99, _          = times(func(r *outcome) *bench.Times { return &r.Late })
)

// What a message of a bot takes: the goals, and whose the processor time is.
var (
	spoken = figure{"messages/s", func(r *outcome) float64 { return float64(r.Late.Count) / max(r.Seconds, 1) }}
	inTime = figure{"p99 ≤ 5 ms", func(r *outcome) float64 {
		if r.Late.Count > 0 && r.Late.P99 <= goal {
			return 1
		}
		return 0
	}}
	diskP99    = figure{"disk p99, ms", func(r *outcome) float64 { return or(stats.Quantile(r.disk, 0.99), len(r.disk) > 0)(1) }}
	perMessage = figure{"server-ms a message", func(r *outcome) float64 { return or(r.PerMessage())(1e-3) }}
	modelMs    = figure{"model server's", func(r *outcome) float64 { return or(r.model/float64(r.Spoken), r.Spoken > 0)(1e-3) }}
	postgresMs = figure{"Postgres'", func(r *outcome) float64 { return or(r.postgres/float64(r.Spoken), r.Spoken > 0)(1e-3) }}
)

// goal is how late 99 of 100 messages may be at most, in ms.
const goal = 5

func (s *series) values(f figure) (list []float64) {
	for _, r := range s.results {
		if v := f.of(r); !math.IsNaN(v) {
			list = append(list, v)
		}
	}
	return list
}

func cell(v []float64, digits int) string {
	if len(v) == 0 {
		return "–"
	}
	text := show.Commas(stats.Median(v), digits)
	if low, high := show.Commas(slices.Min(v), digits), show.Commas(slices.Max(v), digits); low != high {
		text += " (" + low + "–" + high + ")"
	}
	return text
}

func (r *report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nMeasured on %s with %s and %d cores, on which load, servers and database ran together. %s\n",
		r.at.UTC().Format("2 January 2006"), runtime.Version(), runtime.NumCPU(), rounds(r.rounds))
	if r.busy > float64(runtime.NumCPU())/2 {
		fmt.Fprintf(&b, "**Other programs used the machine shortly before: its load average was %.1f. If they went on, compare only the ratios.**\n", r.busy)
	}
	for i := range r.tables {
		r.table(&b, &r.tables[i])
	}
	b.WriteString("\n![The figures as bars](performance.svg)\n\n")
	return b.String()
}

func rounds(n int) string {
	if n == 1 {
		return "Each figure is of one round."
	}
	return fmt.Sprintf("A figure is the median of %d rounds, with the lowest and the highest.", n)
}

func (r *report) goals(w io.Writer) {
	for _, t := range r.tables {
		for _, s := range t.rows {
			if t.watched && s.load.rounds != 1 {
				fmt.Fprintf(w, "%s: late by at most %d ms (p99) in %s runs; the goal is four of five\n", s.name(), goal, s.met())
			}
		}
	}
}

func (s *series) met() string {
	v := s.values(inTime)
	return fmt.Sprintf("%.0f of %d", stats.Mean(v)*float64(len(v)), len(v))
}

func (r *report) table(b *strings.Builder, t *table) {
	fmt.Fprintf(b, "\n%s `ringer bench %s`", t.title, t.args)
	for i, l := range t.loads {
		if l.args != "" && (i == 0 || l.name != t.loads[i-1].name) {
			fmt.Fprintf(b, "; *%s* `%s`", l.name, l.args)
		}
	}
	b.WriteString("\n\n| |")
	for _, q := range t.ratios {
		fmt.Fprintf(b, " %s |", q.name)
	}
	for _, c := range t.columns {
		fmt.Fprintf(b, " %s |", c.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(t.ratios)+len(t.columns)) + "\n")
	for i := range t.rows {
		s := &t.rows[i]
		fmt.Fprintf(b, "| %s |", s.name())
		for k := range t.ratios {
			fmt.Fprintf(b, " %s |", cell(r.ratios(t, s, &t.ratios[k]), 2))
		}
		for _, c := range t.columns {
			text := cell(s.values(c.figure), c.digits)
			if c.name == inTime.name {
				text = s.met()
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteString("\n")
	}
}
