package replay

import (
	"strings"
	"testing"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
)

// TestReread counts the bot's own lines that were scored and renewed.
func TestReread(t *testing.T) {
	t.Parallel()
	read := func(logOdds, rewritten float64, slot game.CandidateFate, calls ...game.Call) client.Event {
		p := &game.ThoughtCompleted{Kind: game.KindReread, Slot: slot, Calls: calls, Reading: &game.Reading{LogOdds: logOdds}}
		if rewritten != 0 {
			p.Reading.Rewritten = &rewritten
		}
		return client.Event{Event: game.Event{Data: p}}
	}
	call := game.Call{Task: game.KindReread}
	w := workOf([]client.Event{
		read(-1, 0, game.SlotKept), read(3, 1, game.SlotRevised, call), read(2, 4, game.SlotKept, call), read(5, -2, game.SlotRejected, call),
		{Event: game.Event{Data: &game.ThoughtCompleted{Kind: "reply", Slot: game.SlotRevised}}},
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
