package replay

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/session"
)

// Sizes of a chart, in pixels of the SVG.
const (
	chartNames      = 190.0 // the names of the variants, on the left
	chartBar        = 22.0  // a bar with the space below it
	chartPanel      = 230.0 // a panel with the space beside it
	chartLongestBar = 150.0 // the longest bar; its value is printed beside it
	chartTop        = 46.0
)

type panel struct {
	// title is SVG text.
	title string
	show  string
	// parts returns the values of a row, which stand one after another in one bar. It returns nil
	// if there is no value.
	parts func(c *Comparison) []float64
	// recorded says that the recorded players have the value, too. It is drawn as a dashed line.
	recorded bool
}

var panels = []panel{
	{"share of the talk, %", "%.0f", func(c *Comparison) []float64 { return []float64{100 * c.Share} }, true},
	{"distance from people's style", "%.2f", func(c *Comparison) []float64 { return known(c.Style) }, true},
	{"messages that ask, %", "%.0f", func(c *Comparison) []float64 { return part(c.Asks, c.Messages) }, true},
	{"direct questions answered, %", "%.0f", func(c *Comparison) []float64 { return part(float64(c.Answered)/float64(max(c.Asked, 1)), c.Asked) }, true},
	{"distance from people's gaps", "%.2f", func(c *Comparison) []float64 { return known(c.GapDistance) }, true},
	{"distance from people's lengths", "%.2f", func(c *Comparison) []float64 { return known(c.LengthDistance) }, true},
	{"messages over unread lines, %", "%.0f", func(c *Comparison) []float64 { return part(c.Work.each(c.Work.Unread), c.Work.Sent) }, false},
	{"texts thrown away, %", "%.0f", func(c *Comparison) []float64 { return part(c.Work.thrownShare(), c.Work.Written) }, false},
	{"votes right, %", "%.0f", func(c *Comparison) []float64 {
		return part(float64(c.VotesRight)/float64(max(c.VotesRated, 1)), c.VotesRated)
	}, true},
	{"model calls a message", "%.1f", func(c *Comparison) []float64 { return []float64{c.Work.CallsPerMessage} }, false},
	{"prompt tokens a message", "%.0f", func(c *Comparison) []float64 { return []float64{c.Work.each(c.Work.PromptTokens)} }, false},
	{`messages: <tspan class="part0">cognition</tspan>, <tspan class="part1">reflex</tspan>, <tspan class="part2">reserve</tspan>, %`, "%.0f", func(c *Comparison) (shares []float64) {
		for _, class := range []session.PlanClass{session.ClassCognition, session.ClassReflex, session.ClassReserve} {
			shares = append(shares, 100*c.Work.each(c.Work.Classes[class]))
		}
		return shares
	}, false},
}

func known(value *float64) []float64 {
	if value == nil {
		return nil
	}
	return []float64{*value}
}

// part returns a share of a number of things in percent, or nil if there are no things.
func part(share float64, of int) []float64 {
	if of == 0 {
		return nil
	}
	return []float64{100 * share}
}

// drawComparison draws the rows as bars, with three panels beside each other.
func drawComparison(rows []Comparison) string {
	const beside = 3
	recorded := summarizeRecorded(rows[0].Plays)
	high := chartTop + chartBar*float64(len(rows))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">
<style>.title{font-weight:bold}.part0{fill:#1f6fb2}.part1{fill:#f2a33a}.part2{fill:#888}.mark{stroke:#444;stroke-dasharray:4 3}</style>
<rect width="100%%" height="100%%" fill="white"/>
`, chartNames+beside*chartPanel, high*float64((len(panels)+beside-1)/beside)+30)
	for i := range panels {
		p := &panels[i]
		left, top := chartNames+chartPanel*float64(i%beside), high*float64(i/beside)
		if i%beside == 0 {
			for j := range rows {
				drawText(&b, left-12, top+chartTop+chartBar*float64(j)+12, "end", rows[j].Name)
			}
		}
		p.draw(&b, left, top, rows, &recorded)
	}
	drawText(&b, chartNames, high*float64((len(panels)+beside-1)/beside)+16, "start", "dashed: the recorded players of the same seats")
	b.WriteString("</svg>\n")
	return b.String()
}

func (p *panel) draw(b *strings.Builder, left, top float64, rows []Comparison, recorded *Comparison) {
	longest := 0.0
	if p.recorded {
		longest = total(p.parts(recorded))
	}
	for i := range rows {
		longest = max(longest, total(p.parts(&rows[i])))
	}
	scale := 0.0
	if longest > 0 {
		scale = chartLongestBar / longest
	}
	fmt.Fprintf(b, `<text x="%.0f" y="%.0f" class="title">%s</text>`+"\n", left, top+chartTop-14, p.title)
	for i := range rows {
		x, y := left, top+chartTop+chartBar*float64(i)
		var shown []string
		for j, v := range p.parts(&rows[i]) {
			fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" class="part%d"/>`+"\n", x, y, v*scale, chartBar-6, j)
			x += v * scale
			shown = append(shown, fmt.Sprintf(p.show, v))
		}
		drawText(b, x+5, y+12, "start", cmp.Or(strings.Join(shown, " / "), show.None))
	}
	if p.recorded && p.parts(recorded) != nil {
		x := left + total(p.parts(recorded))*scale
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="mark"/>`+"\n", x, top+chartTop-5, x, top+chartTop+chartBar*float64(len(rows)))
	}
}

func total(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func drawText(b *strings.Builder, x, y float64, anchor, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(text))
}
