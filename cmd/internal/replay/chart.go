package replay

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/session"
	"ringer/engine/stats"
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

const (
	gapBin  = 2.0 // seconds
	gapBins = 20  // the last one holds all longer gaps
)

// Sizes of a histogram, in pixels of the SVG.
const (
	gapWidth  = 11.0 // a bin
	gapHigh   = 110.0
	gapBeside = 3 // histograms in a row
	gapLeft   = 30.0
	gapPanel  = gapLeft + gapWidth*gapBins + 20
	gapRow    = gapHigh + 70
)

// drawGaps draws a histogram of the gaps for each variant: the bot's as bars, and people's of the
// same games as a line.
func drawGaps(rows []Comparison) string {
	var people sample
	counted := map[string]bool{}
	for _, r := range rows[0].Plays {
		if !counted[r.Game] {
			people.add(r.people)
		}
		counted[r.Game] = true
	}
	theirs := histogram(people.replies)
	columns := min(len(rows), gapBeside)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">
<style>.title{font-weight:bold}.bot{fill:#1f6fb2}.people{fill:none;stroke:#d1495b;stroke-width:2}.axis{stroke:#444}</style>
<rect width="100%%" height="100%%" fill="white"/>
`, gapPanel*float64(columns), gapRow*float64((len(rows)+gapBeside-1)/gapBeside)+24)
	for i := range rows {
		var own sample
		for _, r := range rows[i].Plays {
			own.add(r.Talk[0].sample())
		}
		left, top := gapPanel*float64(i%gapBeside)+gapLeft, gapRow*float64(i/gapBeside)
		drawHistogram(&b, left, top, fmt.Sprintf("%s, %d replies", rows[i].Name, len(own.replies)), histogram(own.replies), theirs)
		if d := rows[i].GapDistance; d != nil {
			drawText(&b, left+gapWidth*gapBins, top+44, "end", fmt.Sprintf("distance %.2f", *d))
		}
	}
	drawText(&b, gapLeft, gapRow*float64((len(rows)+gapBeside-1)/gapBeside)+12, "start",
		fmt.Sprintf("Share of the replies by the time since the line before, in seconds. Blue: the bot. Red: %d replies of people in the same games.", len(people.replies)))
	b.WriteString("</svg>\n")
	return b.String()
}

// histogram returns the shares of the gaps in each bin, or zeros if there are none.
func histogram(gaps []float64) (shares [gapBins]float64) {
	for _, g := range gaps {
		shares[min(int(g/gapBin), gapBins-1)] += 1 / float64(len(gaps))
	}
	return shares
}

func drawHistogram(b *strings.Builder, left, top float64, title string, bot, people [gapBins]float64) {
	most := max(stats.Quantile(bot[:], 1), stats.Quantile(people[:], 1), 0.01)
	base := top + 30 + gapHigh
	drawText(b, left, top+20, "start", title)
	var line []string
	for i := range bot {
		x, high := left+gapWidth*float64(i), gapHigh*bot[i]/most
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="bot"/>`+"\n", x+1, base-high, gapWidth-2, high)
		y := base - gapHigh*people[i]/most
		line = append(line, fmt.Sprintf("%.1f,%.1f %.1f,%.1f", x, y, x+gapWidth, y))
		if i%5 == 0 {
			drawText(b, x, base+16, "middle", fmt.Sprintf("%.0f", gapBin*float64(i)))
		}
	}
	fmt.Fprintf(b, `<polyline points="%s" class="people"/>`+"\n", strings.Join(line, " "))
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="axis"/>`+"\n", left, base, left+gapWidth*gapBins, base)
	drawText(b, left-4, top+40, "end", fmt.Sprintf("%.0f%%", 100*most))
}
