package store

import (
	"path/filepath"
	"testing"
	"time"

	"ringer/store/storetest"
)

// TestTime reads the clock of a database. Only Postgres has one.
func TestTime(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		s := setup(t, filepath.Join(t.TempDir(), "ringer.db"))
		if now, err := s.Time(t.Context()); err != nil || !now.IsZero() {
			t.Errorf("%s, %v", now, err)
		}
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		s := setup(t, storetest.Postgres(t))
		now, err := s.Time(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var seconds float64
		if err := s.reads.Get(&seconds, "SELECT EXTRACT(EPOCH FROM now())"); err != nil {
			t.Fatal(err)
		}
		if want := time.UnixMicro(int64(seconds * 1e6)); now.Sub(want).Abs() > time.Hour {
			t.Errorf("%s, want %s", now, want)
		}
	})
}
