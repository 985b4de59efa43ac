package replay

import (
	"strings"
	"testing"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// TestReading counts messages over lines that the bot had not read, and the times after lines that
// it had.
func TestReading(t *testing.T) {
	t.Parallel()
	sent := func(at session.Millis, basedOn int64, kind session.PlanKind) spoken {
		return spoken{At: at, Name: "Red", Bot: true, seq: 99, basedOn: basedOn, kind: kind}
	}
	first := spoken{At: 1000, Name: "Blue", seq: 2}
	for name, x := range map[string]struct {
		lines  []spoken
		unread int
		after  float64
	}{
		"of the newest line":      {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(9000, 3, session.Reply)}, 0, 6},
		"over an old line":        {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(5501, 2, session.Reply)}, 1, 4.501},
		"after a look":            {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, func() spoken { s := sent(9000, 2, session.Reply); s.read = 3; return s }()}, 0, 8},
		"over several":            {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, {At: 3000, Name: "Green", seq: 4}, sent(9000, 2, session.Reply)}, 1, 8},
		"over a fresh line":       {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(5500, 2, session.Reply)}, 0, 4.5},
		"in another channel":      {[]spoken{first, {At: 3000, Name: "Green", seq: 3, Channel: "night"}, sent(9000, 2, session.Reply)}, 0, 8},
		"over the game master":    {[]spoken{first, {At: 3000, Name: "Host", seq: 3, Gamemaster: true}, sent(9000, 2, session.Reply)}, 0, 8},
		"a second line":           {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(9000, 2, session.Rest)}, 1, 0},
		"that breaks the silence": {[]spoken{first, sent(60_000, 2, session.Reserve)}, 0, 0},
	} {
		r := readingOf(x.lines)
		if r.Unread != x.unread || r.AfterP50 != x.after || r.AfterP95 != x.after {
			t.Errorf("%s: %+v", name, r)
		}
		twice := r
		if twice.add(&r); twice.Unread != 2*x.unread || twice.AfterP50 != x.after {
			t.Errorf("%s, twice: %+v", name, twice)
		}
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	thought := func(text string, fate session.CandidateFate) session.Payload {
		return &session.ThoughtCompleted{Candidate: text, Slot: fate}
	}
	created := func(id string) session.Payload {
		return &session.PlanCreated{Plan: session.Plan{ID: id, Kind: session.Reply}}
	}
	revised := func(id string) session.Payload {
		return &session.PlanRevised{Plan: session.Plan{ID: id, Kind: session.Reply}}
	}
	sent := func(id string) session.Payload { return &session.MessageSent{PlanID: id} }
	rest := &session.PlanCreated{Plan: session.Plan{ID: "rest", Kind: session.Rest}}
	for name, x := range map[string]struct {
		events []session.Payload
		want   texts
	}{
		"a text that is sent":     {[]session.Payload{thought("Hi!", session.SlotCreated), created("1"), sent("1")}, texts{1, 0}},
		"in two parts":            {[]session.Payload{thought("hi", session.SlotCreated), created("1"), sent("1"), rest, sent("rest")}, texts{1, 0}},
		"one that is revised":     {[]session.Payload{thought("hi", session.SlotCreated), created("1"), thought("yo", session.SlotRevised), revised("2"), sent("2")}, texts{2, 1}},
		"one that is kept":        {[]session.Payload{thought("hi", session.SlotCreated), created("1"), thought("yo", session.SlotKept), sent("1")}, texts{2, 1}},
		"the same again":          {[]session.Payload{thought("hi", session.SlotCreated), created("1"), thought("hi.", session.SlotRevised), revised("2"), sent("2")}, texts{1, 0}},
		"again after it was sent": {[]session.Payload{thought("hi", session.SlotCreated), created("1"), sent("1"), thought("hi", session.SlotRejected)}, texts{2, 1}},
		"one that is cancelled":   {[]session.Payload{thought("hi", session.SlotCreated), created("1"), &session.PlanCancelled{PlanID: "1"}}, texts{1, 1}},
		"one that still waits":    {[]session.Payload{thought("hi", session.SlotCreated), created("1")}, texts{1, 0}},
		"thoughts without text":   {[]session.Payload{thought("", session.SlotNone), thought("", session.SlotNone)}, texts{}},
	} {
		var events []recording.Event
		for _, p := range x.events {
			events = append(events, recording.Event{Event: session.Event{Data: p}})
		}
		if got := textsOf(events); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}

func TestReread(t *testing.T) {
	t.Parallel()
	read := func(logOdds, rewritten float64, slot session.CandidateFate, calls ...session.Call) recording.Event {
		p := &session.ThoughtCompleted{Kind: session.KindReread, Slot: slot, Calls: calls, Reading: &session.PlanScore{LogOdds: logOdds}}
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

// TestProgress: a game goes on after its last line, but shows no more progress then.
func TestProgress(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	progress := (&Settings{}).progress(&b, &recording.Play{Game: &recording.Game{Messages: []recording.Message{{At: 10}}}}, 0, 1)
	for at := session.Millis(0); at < 30_000; at += 100 {
		progress(at, 0)
	}
	if n := strings.Count(b.String(), "\n"); n != 11 {
		t.Errorf("the progress has %d lines, want one at the beginning and one each tenth:\n%s", n, &b)
	}
}
