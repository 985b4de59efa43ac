package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/stats"
)

// The markers between which the figures stand in the page.
const (
	begin = "<!-- make load writes what follows -->\n"
	end   = "<!-- make load has written this far -->\n"
)

// replaceBetween replaces what stands between the markers.
func replaceBetween(page, text string) (string, error) {
	before, rest, ok := strings.Cut(page, begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return "", fmt.Errorf("the markers are missing; write %q and %q where the figures go", begin, end)
	}
	return before + begin + text + end + after, nil
}

// figure takes one figure out of a result.
type figure struct {
	name string
	// of returns the figure, NaN if the result has none.
	of func(*bench.Result) float64
}

// column is a figure in a table.
type column struct {
	figure
	// digits is how many digits stand after the point.
	digits int
}

var (
	rate = figure{"posts/s", func(r *bench.Result) float64 { return r.Posts.PerSecond }}
	cost = figure{"server-µs a post, without Postgres", func(r *bench.Result) float64 { return or(r.PerPost())(1e-6) }}
	lost = figure{"lost, doubled, out of order", func(r *bench.Result) float64 {
		return float64(r.Streams.Lost + r.Streams.Doubled + r.Streams.Disordered)
	}}
	faults   = figure{"errors", func(r *bench.Result) float64 { return float64(r.Faults()) }}
	sessions = figure{"KiB a session", func(r *bench.Result) float64 { return or(r.PerSession())(1024) }}
	perRead  = figure{"KiB a stream", func(r *bench.Result) float64 { return or(r.PerStream())(1024) }}
)

// or returns a function that returns a value in a unit, NaN if it is not known.
func or(value float64, ok bool) func(unit float64) float64 {
	return func(unit float64) float64 {
		if !ok {
			return math.NaN()
		}
		return value / unit
	}
}

// times returns the figures of one kind of times.
func times(of func(*bench.Result) *bench.Times) (p50, p99, most figure) {
	get := func(name string, part func(*bench.Times) float64) figure {
		return figure{name, func(r *bench.Result) float64 {
			if of(r).Count == 0 {
				return math.NaN()
			}
			return part(of(r))
		}}
	}
	return get("p50, ms", func(t *bench.Times) float64 { return t.P50 }), get("p99, ms", func(t *bench.Times) float64 { return t.P99 }), get("max, ms", func(t *bench.Times) float64 { return t.Max })
}

var (
	answerP50, answerP99, _      = times(func(r *bench.Result) *bench.Times { return &r.Answer })
	heardP50, heardP99, heardMax = times(func(r *bench.Result) *bench.Times { return &r.Received })
	lateP50, lateP99, lateMax    = times(func(r *bench.Result) *bench.Times { return &r.Late })
	lateCount                    = figure{"messages", func(r *bench.Result) float64 { return float64(r.Late.Count) }}
)

// values returns a figure of each round, without those that are not known.
func (s *series) values(f figure) (list []float64) {
	for _, r := range s.results {
		if v := f.of(r); !math.IsNaN(v) {
			list = append(list, v)
		}
	}
	return list
}

// cell returns the median of a figure, and its range if the rounds differ.
func (s *series) cell(c column) string {
	v := s.values(c.figure)
	if len(v) == 0 {
		return "–"
	}
	text := number(stats.Median(v), c.digits)
	if low, high := number(slices.Min(v), c.digits), number(slices.Max(v), c.digits); low != high {
		text += " (" + low + "–" + high + ")"
	}
	return text
}

// number writes a number with commas between thousands.
func number(v float64, digits int) string {
	text := fmt.Sprintf("%.*f", digits, v)
	whole, part, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if part != "" {
		whole += "." + part
	}
	return whole
}

// markdown returns the tables.
func (r *report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nMeasured on %s with %s and %d cores, on which load, servers and database ran together. %s\n",
		r.at.UTC().Format("2 January 2006"), runtime.Version(), runtime.NumCPU(), rounds(r.rounds))
	if r.busy > float64(runtime.NumCPU())/2 {
		fmt.Fprintf(&b, "**Other programs used the machine shortly before: its load average was %.1f. If they went on, compare only the ratios.**\n", r.busy)
	}
	r.table(&b, posts, "**Posts, as fast as 50 clients can.** 50 sessions, muted bots, no streams.", []column{{rate, 0}, {answerP50, 1}, {answerP99, 1}, {cost, 0}, {faults, 0}}, &ratioTo{"echo, one INSERT a post", rate})
	r.table(&b, streams, "**Posted → received.** 1,000 posts/s to 200 sessions with one stream each, muted bots. Several replicas: each post goes to one, and its stream is at another.", []column{{heardP50, 1}, {heardP99, 1}, {heardMax, 0}, {cost, 0}, {faults, 0}, {lost, 0}}, &ratioTo{"fan-out in memory", heardP99})
	r.table(&b, bots, "**Due → received.** 60 posts/s to 300 sessions, whose bots answer at human times.", []column{{lateCount, 0}, {lateP50, 1}, {lateP99, 1}, {lateMax, 0}, {cost, 0}, {faults, 0}, {lost, 0}}, nil)
	r.table(&b, memory, "**Memory of sessions.** The second thousand of 2,000 new sessions; resident, in one round, with `GOGC=20`, so that it shows what is in use.", []column{{sessions, 1}, {faults, 0}}, nil)
	r.table(&b, readers, "**Memory of streams.** 4,000 streams; resident, in one round, with `GOGC=20`.", []column{{perRead, 1}, {faults, 0}}, nil)
	fmt.Fprintf(&b, "\n![The figures as bars](performance.svg)\n\nWhat the command prints, here for bots on Postgres:\n\n```\n%s```\n\n", r.example)
	return b.String()
}

func rounds(n int) string {
	if n == 1 {
		return "Each figure is of one round."
	}
	return fmt.Sprintf("A figure is the median of %d rounds, with the lowest and the highest.", n)
}

// ratioTo is a column with the ratios of a figure to that of a baseline in the same run.
type ratioTo struct {
	baseline string
	figure   figure
}

// table writes the table of a load.
func (r *report) table(b *strings.Builder, l load, title string, columns []column, ratio *ratioTo) {
	all := r.series[l.name]
	fmt.Fprintf(b, "\n%s `ringer bench %s`\n\n| |", title, strings.Join(l.args, " "))
	base := math.NaN()
	if ratio != nil {
		fmt.Fprintf(b, " %s ÷ %s |", strings.TrimSuffix(ratio.figure.name, ", ms"), ratio.baseline)
		for i := range all {
			if v := all[i].values(ratio.figure); all[i].system.name == ratio.baseline && len(v) > 0 {
				base = stats.Median(v)
			}
		}
	}
	for _, c := range columns {
		fmt.Fprintf(b, " %s |", c.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(columns)))
	if ratio != nil {
		b.WriteString("--:|")
	}
	b.WriteString("\n")
	for i := range all {
		fmt.Fprintf(b, "| %s |", all[i].system.name)
		if ratio != nil {
			text := "–"
			if v := all[i].values(ratio.figure); len(v) > 0 && base > 0 {
				text = number(stats.Median(v)/base, 2)
			}
			fmt.Fprintf(b, " %s |", text)
		}
		for _, c := range columns {
			fmt.Fprintf(b, " %s |", all[i].cell(c))
		}
		b.WriteString("\n")
	}
}
