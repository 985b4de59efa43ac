package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// display shows how far a run is. On a terminal it redraws a block of lines; elsewhere it prints a
// line now and then.
type display struct {
	w   io.Writer
	run *run
	// file is the terminal, nil if there is none.
	file   *os.File
	drawn  int
	trends [4]trend
}

// trend is a row of the block: what a figure was at each look.
type trend struct {
	name   string
	unit   string
	values []float64
	// known says which values there are: a second may bring no message.
	known []bool
}

const (
	lookEvery = time.Second
	// printEvery is how many looks are between two lines elsewhere.
	printEvery = 5
	trendWidth = 30
	barWidth   = 30
)

func newDisplay(w io.Writer, r *run) *display {
	d := &display{w: w, run: r, trends: [4]trend{{name: "posts/s"}, {name: "answer p99", unit: " ms"}, {name: "received p99", unit: " ms"}, {name: "late p99", unit: " ms"}}}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		d.file = f
	}
	return d
}

func (d *display) say(text string) {
	if d.file != nil {
		d.draw([]string{text + "…"})
	} else {
		fmt.Fprintln(d.w, text)
	}
}

func (d *display) close() {
	if d.file != nil {
		d.draw(nil)
	}
}

// draw replaces the block by other lines, each cut to the width of the terminal.
func (d *display) draw(lines []string) {
	width, _, err := term.GetSize(int(d.file.Fd()))
	if err != nil || width <= 0 {
		width = 80
	}
	var b strings.Builder
	up := func(n int) {
		if n > 0 {
			fmt.Fprintf(&b, "\x1b[%dA", n)
		}
	}
	up(d.drawn)
	b.WriteString("\r")
	for _, line := range lines {
		if runes := []rune(line); len(runes) >= width {
			line = string(runes[:width-1])
		}
		b.WriteString(line + "\x1b[K\n")
	}
	// Each line is cleared alone: some terminals keep what is cleared as a whole.
	old := max(0, d.drawn-len(lines))
	b.WriteString(strings.Repeat("\x1b[2K\n", old) + "\x1b[2K")
	up(old)
	d.drawn = len(lines)
	_, _ = io.WriteString(d.w, b.String()) // a terminal that is gone shows nothing
}

func (d *display) watch(ctx context.Context) {
	r := d.run
	before, at := r.accepted.Load(), time.Now()
	for n := 1; sleep(ctx, time.Until(at.Add(lookEvery))); n++ {
		accepted, now := r.accepted.Load(), time.Now()
		d.trends[0].add(float64(accepted-before)/now.Sub(at).Seconds(), 1)
		before, at = accepted, now
		for i, m := range []*meter{r.answer, r.received, r.late} {
			d.trends[i+1].add(m.look())
		}
		passed := time.Since(r.began) - r.loadAt
		if d.file != nil {
			d.draw(d.block(passed))
		} else if n%printEvery == 0 {
			fmt.Fprintln(d.w, d.line(passed))
		}
	}
}

func (t *trend) add(value float64, n int64) {
	t.values, t.known = append(t.values, value), append(t.known, n > 0)
	if extra := len(t.values) - trendWidth; extra > 0 {
		t.values, t.known = t.values[extra:], t.known[extra:]
	}
}

func (t *trend) now() string {
	if n := len(t.values); n > 0 && t.known[n-1] {
		return figure(t.values[n-1]) + t.unit
	}
	return "–"
}

func (d *display) phase(passed time.Duration) string {
	if passed < d.run.Warmup {
		return "warming up"
	}
	return "measuring"
}

func (d *display) health() string {
	r := d.run
	return fmt.Sprintf("%d of %d streams open, %d broke, %d doubled or out of order, %d errors", r.open.Load(), r.streams(), r.broken.Load(), r.unsound.Load(), r.failures.count())
}

func (d *display) block(passed time.Duration) []string {
	share := min(passed.Seconds()/d.run.loaded.Seconds(), 1)
	full := int(share * barWidth)
	lines := []string{fmt.Sprintf("%s%s %3.0f %%  %s, %.0f of %.0f s", strings.Repeat("█", full), strings.Repeat("░", barWidth-full), 100*share, d.phase(passed), passed.Seconds(), d.run.loaded.Seconds())}
	for i := range d.trends {
		t := &d.trends[i]
		lines = append(lines, fmt.Sprintf("  %-13s %10s  %s", t.name, t.now(), sparkline(t.values)))
	}
	return append(lines, "  "+d.health())
}

func (d *display) line(passed time.Duration) string {
	var parts []string
	for i := range d.trends {
		parts = append(parts, d.trends[i].name+" "+d.trends[i].now())
	}
	return fmt.Sprintf("%3.0f of %.0f s, %s: %s; %s", passed.Seconds(), d.run.loaded.Seconds(), d.phase(passed), strings.Join(parts, ", "), d.health())
}

// sparkline draws values as bars of eight heights, from 0 to the greatest.
func sparkline(values []float64) string {
	const bars = "▁▂▃▄▅▆▇█"
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	var b strings.Builder
	for _, v := range values {
		i := 0
		if most > 0 {
			i = min(int(v/most*8), 7)
		}
		b.WriteRune([]rune(bars)[i])
	}
	return b.String()
}

// figure returns a number with three digits that count.
func figure(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}
