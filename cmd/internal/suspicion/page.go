package suspicion

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"os"
)

//go:embed page.html
var pageHTML string

// chartBin is a bin of the reliability chart. Positions are in percent, from the left and the top.
type chartBin struct {
	X, Y, Radius float64
	Text         string
}

// chart returns the bins that have lines. The area of a circle grows with the logarithm of their
// number, because most lines are in the first and the last bin.
func chart(c *calibration) (all []chartBin) {
	for _, b := range c.bins {
		if b.lines > 0 {
			all = append(all, chartBin{
				X: 100 * over(b.chance, b.weight), Y: 100 - 100*over(b.bot, b.weight), Radius: math.Sqrt(math.Log2(float64(b.lines) + 1)),
				Text: fmt.Sprintf("%d lines", b.lines),
			})
		}
	}
	return all
}

// writePage writes the report as a page. It needs nothing from outside.
func (r *report) writePage(name string) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, r); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
