package store

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestBellKey has servers on two databases. Those on one have one key from the first on.
func TestBellKey(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	one, two, other := setup(t, address), setup(t, address), setup(t, storetest.Postgres(t))
	keys := make(chan []byte, 3)
	for _, s := range []*Store{one, two, other} {
		go func() {
			key, err := s.BellKey(t.Context())
			if err != nil {
				t.Error(err)
			}
			keys <- key
		}()
	}
	all := [][]byte{<-keys, <-keys, <-keys}
	equal := 0
	for i := range all {
		if len(all[i]) != secretBytes {
			t.Errorf("a key has %d bytes", len(all[i]))
		}
		if bytes.Equal(all[i], all[(i+1)%3]) {
			equal++
		}
	}
	if equal != 1 {
		t.Errorf("%d pairs of three keys are equal, want 1", equal)
	}
}

// TestBellKeyOfACopy copies the secrets into another schema, as pg_restore does.
func TestBellKeyOfACopy(t *testing.T) {
	t.Parallel()
	one, copied := setup(t, storetest.Postgres(t)), setup(t, storetest.Postgres(t))
	key := sessiontest.Must(one.BellKey(t.Context()))(t)
	var value string
	sessiontest.NoError(t, one.reads.Get(&value, `SELECT value FROM secrets WHERE name = 'bell'`))
	sessiontest.Must(copied.writes.Exec(`INSERT INTO secrets (name, value) VALUES ('bell', $1)`, value))(t)
	if got, err := copied.BellKey(t.Context()); err != nil || bytes.Equal(got, key) {
		t.Errorf("the copy has the same key, %v", err)
	}
}

// TestNobodyElseReadsSecrets: the migration takes a public table back, and a server draws no secret
// in one.
func TestNobodyElseReadsSecrets(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	old := tablesOf(t, address, secretsVersion-1)
	var schema string
	sessiontest.NoError(t, old.Get(&schema, `SELECT current_schema()`))
	sessiontest.Must(old.Exec(`ALTER DEFAULT PRIVILEGES IN SCHEMA ` + schema + ` GRANT SELECT ON TABLES TO PUBLIC`))(t)
	s := setup(t, address)
	if _, err := s.BellKey(t.Context()); err != nil {
		t.Errorf("after the migration: %v", err)
	}
	sessiontest.Must(s.writes.Exec(`GRANT SELECT ON secrets TO PUBLIC`))(t)
	_, err := s.BellKey(t.Context())
	sessiontest.Fails(t, err, "REVOKE ALL ON secrets")
}

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
		now := sessiontest.Must(s.Time(t.Context()))(t)
		var seconds float64
		sessiontest.NoError(t, s.reads.Get(&seconds, "SELECT EXTRACT(EPOCH FROM now())"))
		if want := time.UnixMicro(int64(seconds * 1e6)); now.Sub(want).Abs() > time.Hour {
			t.Errorf("%s, want %s", now, want)
		}
	})
}
