package store

import (
	"testing"

	"ringer/engine/journal"
)

// TestAnUnreadableRosterIsListed damages one row. The list has all, and marks it. It cannot be read
// alone.
func TestAnUnreadableRosterIsListed(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := setup(t, address, "a", "b", "c")
		if _, err := s.writes.Exec("UPDATE sessions SET roster = '{\"seat\":' WHERE id = 'b'"); err != nil {
			t.Fatal(err)
		}
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
