package sim_test

import (
	"fmt"
	"strings"

	"ringer/engine/session"
)

// panel is one plot of a chart: a value over the messages of the game, 0 to last, drawn in pixels
// of the SVG.
type panel struct {
	*strings.Builder
	top, height float64
	last        int
	most        float64 // the value at its top
}

const (
	chartLeft  = 70.0
	chartWidth = 850.0
)

func (p panel) x(message int) float64   { return chartLeft + chartWidth*float64(message)/float64(p.last) }
func (p panel) y(value float64) float64 { return p.top + p.height*(1-value/p.most) }

func (p panel) text(x, y float64, anchor, text string) {
	fmt.Fprintf(p, `<text x="%.0f" y="%.0f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, text)
}

func (p panel) line(x1, y1, x2, y2 float64, style string) {
	fmt.Fprintf(p, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/>`+"\n", x1, y1, x2, y2, style)
}

// axes draws the frame, with a mark at each step of the value and at each 50 messages.
func (p panel) axes(title string, step float64, unit string) {
	fmt.Fprintf(p, `<text x="%.0f" y="%.0f" class="title">%s</text>`+"\n", chartLeft, p.top-14, title)
	for v := 0.0; v <= p.most; v += step {
		p.line(chartLeft, p.y(v), chartLeft+chartWidth, p.y(v), `class="grid"`)
		p.text(chartLeft-8, p.y(v)+4, "end", fmt.Sprintf("%.0f%s", v, unit))
	}
	for m := 0; m <= p.last; m += 50 {
		p.line(p.x(m), p.top+p.height, p.x(m), p.top+p.height+5, `class="axis"`)
		p.text(p.x(m), p.top+p.height+19, "middle", fmt.Sprint(m))
	}
	p.line(chartLeft, p.top+p.height, chartLeft+chartWidth, p.top+p.height, `class="axis"`)
}

// shade marks a range of messages.
func (p panel) shade(from, to int) {
	fmt.Fprintf(p, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="span"/>`+"\n", p.x(from), p.top, p.x(to)-p.x(from), p.height)
}

// dots draws a value of each call.
func (p panel) dots(all []asked, value func(asked) float64) {
	for _, a := range all {
		if a.task == session.KindSummary {
			fmt.Fprintf(p, `<rect x="%.1f" y="%.1f" width="6" height="6" class="summary"/>`+"\n", p.x(a.message)-3, p.y(value(a))-3)
		} else {
			fmt.Fprintf(p, `<circle cx="%.1f" cy="%.1f" r="2" class="call"/>`+"\n", p.x(a.message), p.y(value(a)))
		}
	}
}

// chart draws the tokens of each call of a long game, and how much of its prompt an earlier prompt
// began with.
func chart(all []asked, l length) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 620" font-family="sans-serif" font-size="12">
<style>
.title{font-size:15px;font-weight:bold}.grid{stroke:#ddd}.axis{stroke:#444}.call{fill:#1f6fb2;fill-opacity:.6}
.summary{fill:#d1495b}.span{fill:#f2c14e;fill-opacity:.3}.mean{stroke:#444;stroke-dasharray:6 3}.limit{stroke:#d1495b;stroke-dasharray:2 3}
</style>
<rect width="960" height="620" fill="white"/>
`)
	last := all[len(all)-1].message
	top := panel{&b, 50, 270, last, 1500}
	top.axes("Prompt tokens of each model call", 250, "")
	top.shade(40, 60)
	top.shade(lateFrom, last)
	top.line(chartLeft, top.y(l.early), chartLeft+chartWidth, top.y(l.early), `class="mean"`)
	top.text(chartLeft+chartWidth-4, top.y(800), "end", fmt.Sprintf("dashed: the mean of messages 40 to 60, %.0f", l.early))
	top.line(chartLeft, top.y(1.2*l.early), chartLeft+chartWidth, top.y(1.2*l.early), `class="limit"`)
	top.text(chartLeft+chartWidth-4, top.y(1350), "end", fmt.Sprintf("dotted: 1.2 × the dashed line; the mean of messages %d to %d is %.0f", lateFrom, last, l.late))
	top.dots(all, func(a asked) float64 { return float64(a.tokens) })
	bottom := panel{&b, 390, 160, last, 100}
	bottom.axes("Share of the prompt's bytes that an earlier prompt of the session began with", 25, " %")
	bottom.dots(all, func(a asked) float64 { return 100 * a.shared })
	bottom.text(chartLeft+chartWidth/2, 590, "middle", "messages in the chat")
	b.WriteString(`<circle cx="74" cy="609" r="3" class="call"/><rect x="340" y="606" width="6" height="6" class="summary"/>` + "\n")
	bottom.text(84, 613, "start", "a question of the strategy (scheduler)")
	bottom.text(354, 613, "start", "a summary, a thought of the core's own")
	b.WriteString("</svg>\n")
	return b.String()
}
