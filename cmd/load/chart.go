package main

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/stats"
)

// Sizes of the chart, in pixels.
const (
	barLeft  = 380.0
	barWide  = 420.0
	barRow   = 24.0
	panelTop = 34.0
	wide     = 900.0
)

const start = `text-anchor="start"`

type panel struct {
	title  string
	table  string
	figure figure
	digits int
}

var panels = []panel{
	{"Posts a second, as fast as the clients can", "posts", rate, 0},
	{"Posted → received, p99 in ms", "streams", heardP99, 1},
	{"Due → received, p99 in ms", "bots", lateP99, 1},
}

// svg draws the panels: a bar for each system, as long as the median of the rounds, and a line from
// the lowest to the highest.
func (r *report) svg() string {
	var b strings.Builder
	y := 10.0
	for _, p := range panels {
		for i := range r.tables {
			if r.tables[i].name == p.table {
				y = draw(&b, p, r.tables[i].rows, y)
			}
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">
<style>.title{font-weight:bold}.ringer{fill:#1f6fb2}.baseline{fill:#9aa5b1}.range{stroke:#222;stroke-width:1.5}.axis{stroke:#444}</style>
<rect width="100%%" height="100%%" fill="white"/>
%s</svg>
`, wide, y, b.String())
}

func draw(b *strings.Builder, p panel, all []series, y float64) float64 {
	most := 0.0
	for i := range all {
		most = max(most, slices.Max(append(all[i].values(p.figure), 0)))
	}
	text(b, 10, y+16, start+` class="title"`, p.title)
	top := y + panelTop
	for i := range all {
		line := top + barRow*float64(i)
		text(b, barLeft-8, line+14, `text-anchor="end"`, all[i].name())
		v := all[i].values(p.figure)
		if len(v) == 0 || most == 0 {
			text(b, barLeft+6, line+14, start, "not measured")
			continue
		}
		scale := func(x float64) float64 { return barWide * x / most }
		class := "ringer"
		if all[i].system.baseline != "" {
			class = "baseline"
		}
		median, low, high := stats.Median(v), slices.Min(v), slices.Max(v)
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="%s"/>`+"\n", barLeft, line+3, scale(median), barRow-8, class)
		if low < high {
			fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="range"/>`+"\n", barLeft+scale(low), line+3+(barRow-8)/2, barLeft+scale(high), line+3+(barRow-8)/2)
		}
		text(b, barLeft+scale(math.Max(median, high))+6, line+14, start, show.Commas(median, p.digits))
	}
	bottom := top + barRow*float64(len(all))
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="axis"/>`+"\n", barLeft, top, barLeft, bottom)
	return bottom + 14
}

func text(b *strings.Builder, x, y float64, place, words string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" %s>%s</text>`+"\n", x, y, place, html.EscapeString(words))
}
