package replay

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestChart: without messages no bar is NaN, a name is escaped, and what does not exist, such as
// votes without a rating, is not drawn.
func TestChart(t *testing.T) {
	t.Parallel()
	silent := Comparison{Variant: Variant{Name: "<mute>"}, Work: newWork()}
	svg := drawComparison([]Comparison{silent})
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || !strings.Contains(svg, "&lt;mute&gt;") || xml.Unmarshal([]byte(svg), new(any)) != nil {
		t.Error(svg)
	}
	if _, votes, _ := strings.Cut(svg, "votes right"); strings.Count(svg, ">"+none+"<") != 8 || strings.Contains(votes[:strings.Index(votes, "model calls")], "mark") {
		t.Errorf("what does not exist is drawn: %s", svg)
	}
}
