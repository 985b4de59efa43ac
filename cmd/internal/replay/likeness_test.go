package replay

import "testing"

// TestLikeness compares gaps by the second, and needs five lines on each side.
func TestLikeness(t *testing.T) {
	t.Parallel()
	people := sample{replies: []float64{1, 2, 3, 4, 10}, lengths: []float64{10, 20, 30, 40, 50}}
	l := likenessOf(sample{replies: []float64{1.2, 2.4, 2.6, 3.6, 20}, lengths: []float64{60, 60, 60, 10, 20}}, people)
	if *l.GapDistance < 0.199 || *l.GapDistance > 0.201 || *l.GapRatio != 2 || *l.LengthDistance < 0.599 || *l.LengthDistance > 0.601 {
		t.Errorf("gaps %v, ratio %v, lengths %v", *l.GapDistance, *l.GapRatio, *l.LengthDistance)
	}
	if l = likenessOf(sample{replies: people.replies[:4], lengths: people.lengths[:4]}, people); l != (likeness{}) {
		t.Errorf("of four lines: %+v", l)
	}
}

// TestGroupPoolsAllPlays: a group of many short plays has distances, although no play has. The
// people of a game that is played twice count once.
func TestGroupPoolsAllPlays(t *testing.T) {
	t.Parallel()
	play := func(id string, people ...float64) Result {
		own := talk{Messages: 2, gaps: gaps{Replies: []float64{1, 1}}, Lengths: []float64{5, 5}, questions: questions{Asked: 2, Answered: 1, Asks: 0.5}}
		return Result{Game: id, Talk: []talk{own, {}}, people: sample{people, people}}
	}
	g := groupOf([]Result{play("a", 1, 1, 1), play("a", 1, 1, 1), play("b", 5, 5, 5)}, theBot)
	if g.Messages != 6 || g.Asked != 6 || g.Answered != 3 || g.Asks != 0.5 || g.GapDistance == nil || *g.GapDistance != 0.5 || *g.GapRatio != 0.2 || *g.LengthDistance != 0.5 {
		t.Errorf("%+v", g)
	}
}
