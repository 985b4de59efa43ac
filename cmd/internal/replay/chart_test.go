package replay

import (
	"encoding/xml"
	"strings"
	"testing"

	"ringer/cmd/internal/show"
	"ringer/engine/strategy"
)

// TestChart: without messages no bar is NaN, a name is escaped, and what does not exist, such as
// votes without a rating, is not drawn.
func TestChart(t *testing.T) {
	t.Parallel()
	silent := Comparison{Variant: strategy.Variant{Name: "<mute>"}, Work: newWork()}
	svg := drawComparison([]Comparison{silent})
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || !strings.Contains(svg, "&lt;mute&gt;") || xml.Unmarshal([]byte(svg), new(any)) != nil {
		t.Error(svg)
	}
	if _, votes, _ := strings.Cut(svg, "votes right"); strings.Count(svg, ">"+show.None+"<") != 8 || strings.Contains(votes[:strings.Index(votes, "model calls")], "mark") {
		t.Errorf("what does not exist is drawn: %s", svg)
	}
}

// TestGapChart: without replies no bar is NaN, and a name is escaped. The last bin holds all long
// gaps.
func TestGapChart(t *testing.T) {
	t.Parallel()
	silent := Comparison{Variant: strategy.Variant{Name: "<mute>"}, Work: newWork()}
	spoke := Comparison{Variant: strategy.Variant{Name: "quick"}, Plays: []Result{{Game: "g", Talk: []talk{{gaps: gaps{Replies: []float64{1, 1.5, 3, 900}}}}}}}
	svg := drawGaps([]Comparison{silent, spoke})
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || !strings.Contains(svg, "&lt;mute&gt;, 0 replies") || !strings.Contains(svg, "quick, 4 replies") || xml.Unmarshal([]byte(svg), new(any)) != nil {
		t.Error(svg)
	}
	if h := histogram([]float64{1, 1.5, 3, 900}); h[0] != 0.5 || h[1] != 0.25 || h[gapBins-1] != 0.25 {
		t.Errorf("the histogram is %v", h)
	}
}
