package replica

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"ringer/engine/bell"
	"ringer/engine/game"
	"ringer/engine/journal"
)

// small is a bell that keeps what is rung.
type small struct {
	bell.Bell
	size int
}

func (s small) Size() int { return s.size }

func all(string) bool { return true }

func line(seq int64, text string) game.Event {
	return game.Event{
		Seq: seq, At: time.UnixMicro(1_700_000_000_123_456).UTC(), Shift: -time.Hour, Cursor: 3, Key: "k",
		Data: &game.MessageReceived{Post: game.Post{Sender: "blue", Kind: game.FromPlayer, Text: text}},
	}
}

// TestRingsArrive packs rings and reads them. Events that are too long for the bell are left out.
func TestRingsArrive(t *testing.T) {
	t.Parallel()
	rings := []Ring{
		{Home: "gam_1", Session: "ses_1", Events: []game.Event{line(4, "hi \u0000 ünïcode"), line(5, "ho")}},
		{Home: "ses_2", Session: "ses_2", Events: []game.Event{line(1, strings.Repeat("x", 3000))}},
		{Home: "ses_3", To: "own_b"},
	}
	o := NewOutbox("own_a", small{size: 1500})
	messages := o.pack(rings)
	for _, m := range messages {
		if len(m) > 1500 {
			t.Errorf("a message has %d bytes", len(m))
		}
	}
	if o.Rung() != int64(len(messages)) {
		t.Errorf("%d messages are counted as %d", len(messages), o.Rung())
	}
	i := NewInbox("own_b")
	i.Check([]journal.Replica{{ID: "own_a"}})
	var got []Ring
	for _, m := range messages {
		list, lost := i.Hear(m, all)
		if lost {
			t.Error("nothing was lost")
		}
		got = append(got, list...)
	}
	rings[1].Events = nil
	for k := range got {
		for n := range got[k].Events {
			got[k].Events[n].Size = 0
		}
	}
	if !reflect.DeepEqual(got, rings) {
		t.Errorf("got  %+v\nwant %+v", got, rings)
	}
	if list, lost := NewInbox("own_a").Hear(messages[0], all); len(list) > 0 || lost {
		t.Errorf("the sender hears itself: %v, %v", list, lost)
	}
}

// TestLossesAreNoticed loses messages at each place. A loss is noticed at the next message, or at
// the second beat after it.
func TestLossesAreNoticed(t *testing.T) {
	t.Parallel()
	message := func(n int64) []byte { return fmt.Appendf(nil, `{"from":"you","n":%d,"rings":[]}`, n) }
	rows := func(rung int64) []journal.Replica { return []journal.Replica{{ID: "me"}, {ID: "you", Rings: rung}} }
	for name, c := range map[string]struct {
		do   func(i *Inbox) bool
		want bool
		late bool // the sender has no row before
	}{
		"in between":           {func(i *Inbox) bool { hear(i, message(1)); return hear(i, message(3)) }, true, false},
		"none":                 {func(i *Inbox) bool { hear(i, message(1)); return hear(i, message(2)) }, false, false},
		"twice":                {func(i *Inbox) bool { hear(i, message(1)); return hear(i, message(1)) }, false, false},
		"the first":            {func(i *Inbox) bool { return hear(i, message(2)) }, true, false},
		"the last":             {func(i *Inbox) bool { hear(i, message(1)); i.Check(rows(2)); return i.Check(rows(2)) }, true, false},
		"on its way":           {func(i *Inbox) bool { i.Check(rows(0)); i.Check(rows(1)); hear(i, message(1)); return i.Check(rows(1)) }, false, false},
		"the first and only":   {func(i *Inbox) bool { i.Check(nil); i.Check(rows(1)); return i.Check(rows(1)) }, true, true},
		"before this began":    {func(i *Inbox) bool { i.Check(rows(7)); return i.Check(rows(7)) }, false, true},
		"after one was missed": {func(i *Inbox) bool { i.Check(rows(7)); i.Check(rows(8)); i.Check(rows(8)); return i.Check(rows(8)) }, false, true},
		"of a stranger":        {func(i *Inbox) bool { return hear(i, message(1)) }, true, true},
		"no message at all":    {func(i *Inbox) bool { return hear(i, []byte("{")) }, true, false},
	} {
		i := NewInbox("me")
		if !c.late {
			i.Check(rows(0))
		}
		if got := c.do(i); got != c.want {
			t.Errorf("%s: lost %v, want %v", name, got, c.want)
		}
	}
}

func hear(i *Inbox, message []byte) bool {
	_, lost := i.Hear(message, all)
	return lost
}

// TestOwnMessagesAreNotRead hears the beginning of an own message, without its end.
func TestOwnMessagesAreNotRead(t *testing.T) {
	t.Parallel()
	i := NewInbox("me")
	i.Check([]journal.Replica{{ID: "me"}, {ID: "mee"}})
	for raw, want := range map[string]bool{`{"from":"me","n":1,"rings":[{`: false, `{"from":"mee","n":1,"rings":[{`: true} {
		if lost := hear(i, []byte(raw)); lost != want {
			t.Errorf("%s: lost %v, want %v", raw, lost, want)
		}
	}
}
