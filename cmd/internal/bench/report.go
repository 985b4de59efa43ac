package bench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"ringer/cmd/internal/show"
)

type kind struct {
	name  string
	times *Times
}

func (r *Result) kinds() []kind {
	all := []kind{{"answer of a post", &r.Answer}, {"posted → received", &r.Received}, {"due → received", &r.Late}, {"stream away", &r.Away}}
	return slices.DeleteFunc(all, func(k kind) bool { return k.times.Count == 0 })
}

// Print prints the tables and the distributions.
func (r *Result) Print(w io.Writer) {
	fmt.Fprintf(w, "%s\n%s\n", strings.Join(r.Settings.Servers, ", "), r.load())
	r.printTimes(w)
	r.printCounts(w)
	r.printUsage(w)
	for _, k := range r.kinds() {
		printBars(w, k)
	}
}

func (r *Result) load() string {
	s := &r.Settings
	load := "as many posts as " + show.Plural(s.Clients, "client") + " can"
	if s.Rate > 0 {
		load = figure(s.Rate) + " posts/s"
	}
	bots := s.Strategy + " bots at the pace " + s.Pace
	if s.Muted {
		bots = "muted bots"
	}
	text := fmt.Sprintf("%s with %s on %s, %s, %s for %s after %s of warm-up",
		show.Plural(s.Sessions, "session"), show.Plural(s.streams(), "stream"), show.Plural(len(s.Servers), "server"), bots, load, s.Duration, s.Warmup)
	if r.Interrupted {
		text += fmt.Sprintf("; ended early, after %.1f s", r.Seconds)
	}
	return text
}

func (r *Result) printTimes(w io.Writer) {
	show.Table(w, "", "ms\tcount\tmean\tp50\tp90\tp99\tp99.9\tmax", r.kinds(), "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s", func(k *kind) []any {
		x := k.times
		return []any{k.name, x.Count, figure(x.Mean), figure(x.P50), figure(x.P90), figure(x.P99), figure(x.P999), figure(x.Max)}
	})
}

func (r *Result) printCounts(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(t, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	fmt.Fprintln(t)
	row("posts", "%d accepted, %s/s; %d failed; %d could not begin in time", r.Posts.Accepted, figure(r.Posts.PerSecond), r.Posts.Failed, r.Posts.Unbegun)
	if s := &r.Streams; s.Wanted > 0 {
		row("events", "%d on %s: %d lost, %d doubled, %d out of order", s.Events, show.Plural(s.Wanted, "stream"), s.Lost, s.Doubled, s.Disordered)
		row("streams", "%d breaks, %d returns, %d rotated; %d did not come to their end", s.Broken, r.Away.Count, s.Rotated, s.Unended)
		row("bots", "%d overdue at the end", s.Overdue)
	}
	if len(r.Errors) == 0 {
		row("errors", "none")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Errors)) {
		row("errors", "%d × %s", r.Errors[name], name)
	}
	if r.Remaining > 0 {
		row("sessions", "%s", r.remainder())
	}
	for _, k := range r.kinds() {
		if k.times.Early > 0 {
			row("clocks", "%s has times below zero, which count as 0, since the clocks differ: %d", k.name, k.times.Early)
		}
	}
	if cost, ok := r.PerPost(); ok {
		row("processor", "%.0f µs of the servers, without their database, for each post and what follows from it", cost*1e6)
	}
	if cost, ok := r.PerMessage(); ok {
		row("", "%.2f ms for each of the bots' messages: %d came", cost*1e3, r.Spoken)
	}
	if size, ok := r.PerSession(); ok {
		row("memory", "a session of the second half, with its garbage: %s", growthText(size))
	}
	if size, ok := r.PerStream(); ok {
		row("", "a stream, with its garbage: %s", growthText(size))
	}
	_ = t.Flush()
}

func (r *Result) printUsage(w io.Writer) {
	head := "resident memory\tbefore\twith half the sessions\twith sessions\twith streams\tafter the load"
	show.Table(w, "", head, r.Servers, "%s\t%s\t%s\t%s\t%s\t%s", func(s *Server) []any {
		cells := []any{s.URL}
		for _, u := range []*Usage{s.Before, s.Half, s.Sessions, s.Streams, s.After} {
			if u == nil {
				cells = append(cells, "–")
			} else {
				cells = append(cells, bytesText(u.Resident))
			}
		}
		return cells
	})
}

// growthText returns by how much memory grew. It shrinks when a server gives back what an earlier
// load took.
func growthText(b float64) string {
	if b < 0 {
		return "less than nothing, since the servers gave memory back: restart them to measure"
	}
	return bytesText(b)
}

func bytesText(b float64) string {
	if b >= 1<<20 {
		return fmt.Sprintf("%.1f MiB", b/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", b/1024)
}

func printBars(w io.Writer, k kind) {
	first, last, most := -1, 0, int64(1)
	for i, n := range k.times.Bars {
		if n == 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		last, most = i, max(most, n)
	}
	if first < 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", k.name)
	for i := first; i <= last; i++ {
		n := k.times.Bars[i]
		bar := strings.Repeat("█", int(float64(n)/float64(most)*40+0.5))
		if n > 0 && bar == "" {
			bar = "▏"
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %9s %6.2f %%  %s", limit(i), 100*float64(n)/float64(k.times.Count), bar), " "))
	}
}

func limit(i int) string {
	if i == len(bounds) {
		return "> " + strings.TrimPrefix(limit(i-1), "≤ ")
	}
	if bounds[i] >= 1000 {
		return fmt.Sprintf("≤ %g s", bounds[i]/1000)
	}
	return fmt.Sprintf("≤ %g ms", bounds[i])
}
