package fleet

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"ringer/engine/bell"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

type small struct {
	bell.Bell
	size int
}

func (s small) Size() int { return s.size }

func all(string) bool { return true }

var key = []byte("the key of these replicas")

func outbox(t *testing.T, self string, b bell.Bell, key []byte) *Outbox {
	t.Helper()
	return sessiontest.Must(NewOutbox(self, b, key, time.Now))(t)
}

func sealed(t *testing.T, self string, n int64, key []byte, at time.Time) []byte {
	t.Helper()
	o := outbox(t, self, small{size: 1500}, key)
	o.rung, o.now = n-1, func() time.Time { return at }
	return o.pack([]Ring{{Home: "ses_1", Session: "ses_1", Events: []session.Event{line(4, "the den meets at noon")}}})[0]
}

func line(seq int64, text string) session.Event {
	return session.Event{
		Seq: seq, At: time.UnixMicro(1_700_000_000_123_456).UTC(), Shift: -time.Hour, Cursor: 3, Key: "k",
		Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: text}},
	}
}

// TestRingsArrive packs rings and reads them. Events that are too long for the bell are left out.
func TestRingsArrive(t *testing.T) {
	t.Parallel()
	rings := []Ring{
		{Home: "gam_1", Session: "ses_1", Events: []session.Event{line(4, "hi \u0000 ünïcode"), line(5, "ho")}},
		{Home: "ses_2", Session: "ses_2", Events: []session.Event{line(1, strings.Repeat("x", 3000))}},
		{Home: "ses_3", To: "own_b"},
	}
	o := outbox(t, "own_a", small{size: 1500}, key)
	messages := o.pack(rings)
	for _, m := range messages {
		if len(m) > 1500 {
			t.Errorf("a message has %d bytes", len(m))
		}
	}
	if o.Rung() != int64(len(messages)) {
		t.Errorf("%d messages are counted as %d", len(messages), o.Rung())
	}
	i := NewInbox("own_b", key, time.Now)
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
	if list, lost := NewInbox("own_a", key, time.Now).Hear(messages[0], all); len(list) > 0 || lost {
		t.Errorf("the sender hears itself: %v, %v", list, lost)
	}
}

// TestLossesAreNoticed loses messages at each place. A loss is noticed at the next message, or at
// the second beat after it.
func TestLossesAreNoticed(t *testing.T) {
	t.Parallel()
	message := func(n int64) []byte { return sealed(t, "you", n, key, time.Now()) }
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
		i := NewInbox("me", key, time.Now)
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
	i := NewInbox("me", key, time.Now)
	i.Check([]journal.Replica{{ID: "me"}, {ID: "mee"}})
	for raw, want := range map[string]bool{"me 1 AA": false, "mee 1 AA": true} {
		if lost := hear(i, []byte(raw)); lost != want {
			t.Errorf("%s: lost %v, want %v", raw, lost, want)
		}
	}
}

// TestOnlyReplicasAreHeard hears what a stranger could ring, and what was overheard. Nothing of it
// is taken, and the next message of the sender still is. A message shows no word.
func TestOnlyReplicasAreHeard(t *testing.T) {
	t.Parallel()
	now := time.Now()
	good := string(sealed(t, "you", 2, key, now))
	body := good[len("you 2 "):]
	if strings.Contains(good, "den") || strings.Contains(good, "ses_1") {
		t.Errorf("a message can be read: %s", good)
	}
	for name, c := range map[string]struct {
		message string
		lost    bool
	}{
		"another key":            {string(sealed(t, "you", 2, []byte("of a copy of the tables"), now)), true},
		"another sender":         {"she 2 " + body, true},
		"another number":         {"you 9223372036854775807 " + body, true},
		"a changed text":         {good[:len(good)-2] + "AA", true},
		"half of it":             {good[:len(good)/2], true},
		"more of it":             {good + "AAAA", true},
		"nothing sealed":         {"you 2 ", true},
		"no number":              {"you x " + body, true},
		"heard before":           {string(sealed(t, "you", 1, key, now)), false},
		"kept for a while":       {string(sealed(t, "you", 1, key, now.Add(-time.Minute))), false},
		"of an older version":    {`{"from":"you","n":2,"rings":[{"session":"ses_1"}]}`, true},
		"forged for an old one":  {`{"from":"you","n":9000000000,"rings":[{"home":"ses_1","to":"me"}]}`, true},
		"of a stranger, unknown": {string(sealed(t, "who", 1, key, now)), true},
	} {
		i := NewInbox("me", key, time.Now)
		i.Check([]journal.Replica{{ID: "you"}, {ID: "she"}})
		hear(i, sealed(t, "you", 1, key, now))
		if rings, lost := i.Hear([]byte(c.message), all); len(rings) > 0 || lost != c.lost {
			t.Errorf("%s: %d rings, lost %v, want %v", name, len(rings), lost, c.lost)
		}
		if rings, lost := i.Hear([]byte(good), all); len(rings) != 1 || lost {
			t.Errorf("after %s: %d rings of the next message, lost %v", name, len(rings), lost)
		}
	}
}

// TestStaleMessages hears messages late. They are not taken, and the reader looks for itself.
func TestStaleMessages(t *testing.T) {
	t.Parallel()
	for _, ago := range []time.Duration{time.Minute, -time.Minute} {
		i := NewInbox("me", key, time.Now)
		i.Check([]journal.Replica{{ID: "you"}})
		rings, lost := i.Hear(sealed(t, "you", 1, key, time.Now().Add(-ago)), all)
		if len(rings) > 0 || !lost {
			t.Errorf("after %s: %d rings, lost %v", ago, len(rings), lost)
		}
	}
}

// TestAnOlderReplicaHears hears messages as replicas did before they were sealed. It takes them for
// lost, and reads the database.
func TestAnOlderReplicaHears(t *testing.T) {
	t.Parallel()
	var m struct{ From string }
	if err := json.Unmarshal(sealed(t, "you", 1, key, time.Now()), &m); err == nil {
		t.Errorf("an older replica takes a message of %q", m.From)
	}
}

// TestBrokenMessages reads messages that break off anywhere. Only a replica with the key can send
// one.
func TestBrokenMessages(t *testing.T) {
	t.Parallel()
	ring := Ring{Home: "gam_1", Session: "ses_1", To: "me", Events: []session.Event{line(4, "hi")}}
	b := sessiontest.Must(ring.encode(nil, 1000))(t)
	for n := range b {
		r := reader{rest: b[:n]}
		if r.ring(all); r.err == nil {
			t.Errorf("%d of %d bytes are a ring", n, len(b))
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	o, _ := NewOutbox("own_a", small{size: 7900}, key, time.Now)
	i := NewInbox("own_b", key, time.Now)
	i.Check([]journal.Replica{{ID: "own_a"}})
	rings := make([]Ring, 8)
	for n := range rings {
		rings[n] = Ring{Home: "gam_1", Session: "ses_1", Events: []session.Event{line(4, strings.Repeat("word ", 20))}}
	}
	var messages [][]byte
	b.Run("encode", func(b *testing.B) {
		for range b.N {
			messages = o.pack(rings)
		}
	})
	b.Run("decode", func(b *testing.B) {
		for range b.N {
			clear(i.heard)
			for _, m := range messages {
				if got, _ := i.Hear(m, all); len(got) == 0 {
					b.Fatal("nothing is heard")
				}
			}
		}
	})
}
