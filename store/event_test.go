package store

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestPagesAreBoundedInBytes reads a log of long messages. The end of a short page is not the
// log's.
func TestPagesAreBoundedInBytes(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := setup(t, address, "a")
		const n = 100
		text := strings.Repeat("x", session.MaxText)
		a := journal.Append{Session: "a"}
		for range n {
			a.Events = append(a.Events, session.Event{At: time.UnixMicro(1), Data: &session.MessageReceived{Post: session.Post{Text: text}}})
		}
		sessiontest.Must(s.Append(t.Context(), a))(t)
		var last int64
		for ended := false; !ended; {
			page := sessiontest.Must(s.Events(t.Context(), "a", last, 10*n))(t)
			bytes := 0
			for _, e := range page {
				if last++; e.Seq != last {
					t.Fatalf("event %d comes after event %d", e.Seq, last-1)
				}
				if m, ok := e.Data.(*session.MessageReceived); ok {
					bytes += len(m.Text)
				}
			}
			if most := journal.PageBytes + session.MaxText; bytes > most {
				t.Fatalf("a page has %d bytes, want at most %d", bytes, most)
			}
			ended = journal.AtEnd(page, 10*n)
		}
		if last != n+1 {
			t.Errorf("the log ended at %d, want %d", last, n+1)
		}
	})
}

// TestAnEventOfANewerShape reads an event whose shape a newer version has written.
func TestAnEventOfANewerShape(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := setup(t, address, "a")
		line := session.Event{At: time.UnixMicro(1), Data: &session.MessageReceived{Post: session.Post{Text: "hi"}}}
		sessiontest.Must(s.Append(t.Context(), journal.Append{Session: "a", Events: []session.Event{line}}))(t)
		sessiontest.Must(s.writes.Exec(s.writes.Rebind("UPDATE events SET v = ? WHERE seq = 2"), session.EventVersion+1))(t)
		events, err := s.Events(t.Context(), "a", 1, 10)
		if err != nil || len(events) != 1 || !session.IsNewer(events[0].Data) || events[0].Data.Type() != line.Data.Type() {
			t.Errorf("read %+v, %v; want a newer event with its type", events, err)
		}
	})
}

// TestAnUnreadableRosterIsListed damages one row. The list has all, and marks it. It cannot be read
// alone.
func TestAnUnreadableRosterIsListed(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := setup(t, address, "a", "b", "c")
		sessiontest.Must(s.writes.Exec("UPDATE sessions SET roster = '{\"seat\":' WHERE id = 'b'"))(t)
		rows, err := s.Sessions(t.Context(), journal.SessionQuery{Limit: 10})
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows {
			if row.Unreadable != (row.ID == "b") || row.LastSeq != 1 {
				t.Errorf("%+v", row)
			}
		}
		if _, err := s.Session(t.Context(), "b"); err == nil {
			t.Error("the damaged session can be read")
		}
	})
}
