package replay

import (
	"slices"
	"testing"
)

// TestGaps: replies and second lines are told apart, by channel. A line after the game master's has
// no gap.
func TestGaps(t *testing.T) {
	t.Parallel()
	g := gapsOf("Red", []spoken{
		{At: 1000, Name: "Red"}, {At: 4000, Name: "Blue"}, {At: 6000, Name: "Red"}, {At: 6500, Name: "Blue", Channel: "night"}, {At: 7500, Name: "Red"},
		{At: 8000, Name: "Blue"}, {At: 13_000, Name: "Red"}, {At: 20_000, Name: "Host", Gamemaster: true}, {At: 30_000, Name: "Red"}, {At: 33_000, Name: "Blue"},
	})
	if !slices.Equal(g.Replies, []float64{2, 5}) || !slices.Equal(g.Continued, []float64{1.5}) || g.GapMedian != 3.5 || g.GapP95 != 5 || g.SecondMedian != 1.5 || g.Seconds != 1./3 {
		t.Errorf("%+v", g)
	}
}
