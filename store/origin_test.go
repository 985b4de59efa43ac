package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestOriginIsHere shows which differences make a copy. cmd/systemtest makes the copies.
func TestOriginIsHere(t *testing.T) {
	t.Parallel()
	was := origin{place{"7712", 16384, 16475}, 990, 990}
	for _, c := range []struct {
		name   string
		here   place
		xmin   int64
		isSame bool
	}{
		{name: "Same", here: was.place, xmin: 990, isSame: true},
		{name: "Repacked", here: was.place, xmin: 1200, isSame: true},
		{name: "Upgraded", here: place{"7800", 16384, 16475}, xmin: 990, isSame: true},
		{name: "UpgradedTo14", here: place{"7800", 16401, 16475}, xmin: 990, isSame: true},
		{name: "Template", here: place{"7712", 16999, 16475}, xmin: 990},
		{name: "DumpInTheSameCluster", here: place{"7712", 16999, 17100}, xmin: 1300},
		{name: "RestoredInPlace", here: place{"7712", 16384, 17100}, xmin: 1300},
		{name: "DumpInAnotherCluster", here: place{"7800", 16384, 16415}, xmin: 753},
		{name: "DumpInAnotherClusterWithTheSameNumber", here: place{"7800", 16384, 16475}, xmin: 753},
		{name: "DumpInAnotherClusterByTheSameTransaction", here: place{"7800", 16384, 16415}, xmin: 990},
	} {
		o := was
		o.Xmin = c.xmin
		if o.at(c.here) != c.isSame {
			t.Errorf("%s: at reports %t", c.name, !c.isSame)
		}
	}
}

// TestCopiedSchema serves tables, and then a copy of their rows in other tables.
func TestCopiedSchema(t *testing.T) {
	t.Parallel()
	address, elsewhere := storetest.Postgres(t), storetest.Postgres(t)
	serve := func(use Use, address string, want error) *Store {
		t.Helper()
		s := sessiontest.Must(OpenFor(t.Context(), use, address))(t)
		t.Cleanup(func() { s.Close() })
		if s.ReadsOnly != want {
			t.Errorf("use %d: ReadsOnly is %v, want %v", use, s.ReadsOnly, want)
		}
		return s
	}
	serve(Serve, address, nil)
	s := serve(Serve, address, nil)
	var row origin
	sessiontest.NoError(t, s.reads.Get(&row, selectOrigin))
	other := openAgain(t, elsewhere) // makes the tables, and has no origin
	sessiontest.Must(other.writes.Exec("INSERT INTO origin VALUES (1, $1, $2, $3, $4)", row.Cluster, row.Base, row.Relation, row.Writer))(t)
	serve(Serve, elsewhere, journal.ErrCopied)
	serve(Inspect, elsewhere, journal.ErrInspecting)
	sessiontest.Must(Migrate(t.Context(), Maintain, elsewhere))(t)
	serve(Serve, elsewhere, journal.ErrCopied)
	sessiontest.Must(Migrate(t.Context(), Adopt, elsewhere))(t)
	serve(Serve, elsewhere, nil)
	serve(Serve, address, nil)
}

// TestNoCluster serves, with one note, on a Postgres that does not say which cluster it is, and not
// on one that ends when it is asked.
func TestNoCluster(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	db := openAgain(t, address).writes
	var schema string
	sessiontest.NoError(t, db.Get(&schema, "SELECT current_schema()"))
	serve := func(answer string) (notes []string, err error) {
		// This function comes before that of Postgres.
		sessiontest.Must(db.Exec("CREATE OR REPLACE FUNCTION pg_control_system(OUT system_identifier bigint) LANGUAGE plpgsql AS $$BEGIN " + answer + "; END$$"))(t)
		s, err := OpenFor(t.Context(), Serve, strings.Replace(address, schema, schema+",pg_catalog", 1))
		if err != nil {
			return nil, err
		}
		defer s.Close()
		return s.Notes, nil
	}
	if notes, err := serve("RAISE insufficient_privilege"); err != nil || len(notes) != 1 {
		t.Errorf("notes %q, error %v; want one note", notes, err)
	}
	if _, err := serve("PERFORM pg_terminate_backend(pg_backend_pid())"); err == nil {
		t.Error("a server plays without an answer")
	}
	if _, err := db.Exec("ALTER TABLE origin RENAME TO signed; CREATE VIEW origin AS SELECT * FROM signed"); err != nil {
		t.Fatal(err) // a view has no xmin, as tables of databases that resemble Postgres
	}
	if notes, err := serve("system_identifier := 1"); err != nil || len(notes) != 1 {
		t.Errorf("without xmin: notes %q, error %v; want one note", notes, err)
	}
}

// TestInspectChangesNothing inspects databases that a server would create or migrate.
func TestInspectChangesNothing(t *testing.T) {
	t.Parallel()
	t.Run("NoFile", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "ringer.db")
		_, err := OpenFor(t.Context(), Inspect, path)
		if _, found := os.Stat(path); err == nil || !errors.Is(found, os.ErrNotExist) || !strings.Contains(err.Error(), "--db") {
			t.Errorf("%v; the file: %v", err, found)
		}
	})
	t.Run("CopiedFile", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "copy.db")
		if _, err := setup(t, filepath.Join(t.TempDir(), "ringer.db"), "a").writes.Exec("VACUUM INTO ?", path); err != nil {
			t.Fatal(err) // the copy has no write-ahead log
		}
		sessiontest.NoError(t, os.Chmod(path, 0o644))
		before := sessiontest.Must(os.ReadFile(path))(t)
		s := sessiontest.Must(OpenFor(t.Context(), Inspect, path))(t)
		if _, err := s.Session(t.Context(), "a"); err != nil {
			t.Error(err)
		}
		if err := s.Create(t.Context(), journal.Session{ID: "b"}, event("")); err == nil {
			t.Error("the store creates a session")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(before, after) || modes(t, path)[""] != 0o644 {
			t.Errorf("the file was changed: modes %v, error %v", modes(t, path), err)
		}
	})
	t.Run("OlderTables", func(t *testing.T) {
		t.Parallel()
		address := storetest.Postgres(t)
		db := tablesOf(t, address, 8)
		_, err := OpenFor(t.Context(), Inspect, address)
		var version int64
		if read := db.Get(&version, selectVersion); err == nil || read != nil || version != 8 || !strings.Contains(err.Error(), "ringer migrate") {
			t.Errorf("%v; the tables have version %d, %v; want version 8 and an error", err, version, read)
		}
	})
	t.Run("NoTables", func(t *testing.T) {
		t.Parallel()
		_, err := OpenFor(t.Context(), Inspect, storetest.Postgres(t))
		sessiontest.Fails(t, err, "ringer migrate")
	})
	t.Run("OK", func(t *testing.T) {
		databases(t, func(t *testing.T, address string) {
			setup(t, address, "a").Close()
			s := sessiontest.Must(OpenFor(t.Context(), Inspect, address))(t)
			defer s.Close()
			if _, err := s.Session(t.Context(), "a"); err != nil || s.ReadsOnly != journal.ErrInspecting || len(s.Notes) > 0 {
				t.Errorf("%v, ReadsOnly %v, notes %q", err, s.ReadsOnly, s.Notes)
			}
		})
	})
}
