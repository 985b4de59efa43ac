package session

import (
	"slices"
	"testing"
)

// TestBeliefsNoteChangesOnly: equal values change nothing, nil is a value, and events are bounded.
func TestBeliefsNoteChangesOnly(t *testing.T) {
	t.Parallel()
	var b BeliefChanges
	b.Add("blue", "suspicion_percent", 30, 30)
	b.Add("blue", "suspicion_percent", 30, 72, 12, 15)
	b.Add("", "suspect", nil, "blue")
	if len(b) != 2 || string(b[0].From) != "30" || string(b[0].To) != "72" || len(b[0].Evidence) != 2 || string(b[1].From) != "null" || string(b[1].To) != `"blue"` {
		t.Errorf("noted %s", EncodeMind(b))
	}
	for i := range 2 * MaxBeliefChanges {
		b.Add("blue", "suspicion_percent", i, i+1)
	}
	s := NewState("ses_test")
	d := &decider{s: s}
	d.emitBeliefs(Thought{Want: Want{Kind: "cognition", BasedOn: 3}}, b)
	if told := d.acts[0].(*BeliefUpdated); len(told.Changes) != MaxBeliefChanges || told.Thought != "cognition" || told.BasedOn != 3 {
		t.Errorf("%d changes of %s about %d", len(told.Changes), told.Thought, told.BasedOn)
	}
}

// TestUnchangedMindIsLeftOut: the log holds it already, and many thoughts do not change it.
func TestUnchangedMindIsLeftOut(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.play("+1s blue: hi\n+1s think nothing\n+2s think@3 nothing\n+1s blue: so\n+1s think nothing\n")
	var told []bool
	for _, e := range s.log {
		if p, ok := e.Data.(*ThoughtCompleted); ok && p.Kind == "turn" {
			told = append(told, p.Mind != nil)
		}
	}
	if want := []bool{true, false, true}; !slices.Equal(told, want) {
		t.Errorf("minds in events: %v, want %v\n%s", told, want, s.trace.String())
	}
}
