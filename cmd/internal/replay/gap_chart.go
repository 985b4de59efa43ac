package replay

import (
	"fmt"
	"strings"

	"ringer/engine/stats"
)

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
