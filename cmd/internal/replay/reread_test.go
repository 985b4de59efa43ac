package replay

import (
	"strings"
	"testing"

	"ringer/engine/recording"
	"ringer/engine/session"
)

func TestReread(t *testing.T) {
	t.Parallel()
	read := func(logOdds, rewritten float64, slot session.CandidateFate, calls ...session.Call) recording.Event {
		p := &session.ThoughtCompleted{Kind: session.KindReread, Slot: slot, Calls: calls, Reading: &session.Reading{LogOdds: logOdds}}
		if rewritten != 0 {
			p.Reading.Rewritten = &rewritten
		}
		return recording.Event{Event: session.Event{Data: p}}
	}
	call := session.Call{Task: session.KindReread}
	w := workOf([]recording.Event{
		read(-1, 0, session.SlotKept), read(3, 1, session.SlotRevised, call), read(2, 4, session.SlotKept, call), read(5, -2, session.SlotRejected, call),
		{Event: session.Event{Data: &session.ThoughtCompleted{Kind: "reply", Slot: session.SlotRevised}}},
	})
	if want := (reread{Scored: 4, Flagged: 3, Renewed: 1, Before: 3, After: 1}); w.reread != want {
		t.Errorf("%+v, want %+v", w.reread, want)
	}
	w.add(&w)
	var out strings.Builder
	if w.reread.print(&out); out.String() != "own lines scored 8, like a machine's 6, renewed 2 (log-odds on average 3.0 before, 1.0 after)\n" {
		t.Errorf("%s", out.String())
	}
	if cells := w.reread.cells(); cells != "8\t6\t2\t3.0\t1.0" {
		t.Errorf("%q", cells)
	}
	var none reread
	out.Reset()
	if none.print(&out); out.Len() > 0 || none.cells() != "\t\t\t\t" {
		t.Errorf("without a reading: %q, %q", out.String(), none.cells())
	}
}
