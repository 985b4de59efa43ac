package bench

import (
	"fmt"
	"io"
	"math"

	"ringer/cmd/internal/show"
	"ringer/engine/stats"
)

type measure struct {
	name  string
	value float64
	known bool
	// parts are the values of the figure in the slices of the run. Without them nobody knows how
	// much the figure varies.
	parts []float64
	count bool
}

func (r *Result) measures() []measure {
	all := []measure{{name: "posts/s", value: r.Posts.PerSecond, known: true, parts: r.Posts.Rates}}
	for _, k := range []kind{{"answer", &r.Answer}, {"received", &r.Received}, {"late", &r.Late}} {
		var p50, p99 []float64
		for _, s := range k.times.Slices {
			if s.Count > 0 {
				p50, p99 = append(p50, s.P50), append(p99, s.P99)
			}
		}
		known := k.times.Count > 0
		all = append(all,
			measure{name: k.name + " p50, ms", value: k.times.P50, known: known, parts: p50},
			measure{name: k.name + " p99, ms", value: k.times.P99, known: known, parts: p99},
			measure{name: k.name + " max, ms", value: k.times.Max, known: known})
	}
	add := func(name string, unit float64) func(value float64, ok bool) {
		return func(value float64, ok bool) {
			all = append(all, measure{name: name, value: value / unit, known: ok})
		}
	}
	add("processor, µs/post", 1e-6)(r.PerPost())
	add("memory, KiB/session", 1024)(r.PerSession())
	add("memory, KiB/stream", 1024)(r.PerStream())
	count := func(name string, n int64) {
		all = append(all, measure{name: name, value: float64(n), known: true, count: true})
	}
	s := &r.Streams
	count("not begun", r.Posts.Unbegun)
	count("errors", r.failed())
	count("overdue", int64(s.Overdue))
	count("not ended", int64(s.Unended))
	count("lost", s.Lost)
	count("doubled", s.Doubled)
	count("out of order", s.Disordered)
	return all
}

// Compare prints the figures of an older run and of this one, with their ratios. It says of each
// whether the difference is more than what a figure varies within the runs.
func (r *Result) Compare(w io.Writer, old *Result) {
	if a, b := old.load(), r.load(); a != b {
		fmt.Fprintf(w, "\nThe older run had another load, so figures may differ for that reason:\n  old  %s\n  new  %s\n", a, b)
	}
	type row struct{ old, new measure }
	var rows []row
	before := old.measures()
	for i, m := range r.measures() {
		if o := before[i]; o.known || m.known {
			rows = append(rows, row{o, m})
		}
	}
	show.Table(w, "", "\told\tnew\tnew/old\tdifference", rows, "%s\t%s\t%s\t%s\t%s", func(r *row) []any {
		return []any{r.new.name, r.old.text(), r.new.text(), ratio(r.old, r.new), verdict(r.old, r.new)}
	})
}

func (m *measure) text() string {
	if !m.known {
		return "–"
	}
	if m.value == math.Trunc(m.value) {
		return fmt.Sprintf("%.0f", m.value)
	}
	return figure(m.value)
}

func ratio(o, m measure) string {
	if !o.known || !m.known || o.value <= 0 || m.value < 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", m.value/o.value)
}

const (
	// fewest is how many slices of a run say how much it varies.
	fewest = 8
	// alpha is the p-value below which a difference is real. It is small, since a comparison has
	// a dozen figures.
	alpha = 0.01
	// alike is the share by which a figure may change without a difference that matters.
	alike = 0.05
)

func verdict(o, m measure) string {
	switch {
	case !o.known || !m.known:
		return "not known in both"
	case o.value == m.value:
		return "same"
	case o.count && m.value > o.value:
		return "higher"
	case o.count:
		return "lower"
	case len(o.parts) < fewest || len(m.parts) < fewest:
		return "noise not known"
	case math.Abs(m.value-o.value) <= alike*math.Abs(o.value), stats.MannWhitney(o.parts, m.parts) >= alpha:
		return "within noise"
	case m.value > o.value:
		return "higher"
	}
	return "lower"
}
