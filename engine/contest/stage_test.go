package contest

import "testing"

// TestPlaying: readers see the lines of the game that is being played, and those of no game before.
func TestPlaying(t *testing.T) {
	t.Parallel()
	a := &act{contest: &Contest{Settings: &Settings{}}, bouts: []Bout{{}, {}}, state: Running}
	a.hear(Bout{Number: 1}, Line{Text: "hi"})
	a.hear(Bout{Number: 1}, Line{Sender: "Ann", Accuses: "Bob"})
	if p := a.show(true).Playing; p == nil || p.Game != 1 || len(p.Lines) != 2 {
		t.Errorf("%+v", p)
	}
	a.hear(Bout{Number: 2}, Line{Text: "hi again"})
	if p := a.show(true).Playing; p == nil || p.Game != 2 || len(p.Lines) != 1 {
		t.Errorf("%+v", p)
	}
	if a.show(false).Playing != nil {
		t.Error("a list has the lines")
	}
	if a.state = Done; a.show(true).Playing != nil {
		t.Error("a contest that has ended is being played")
	}
}
