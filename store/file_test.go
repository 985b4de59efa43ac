package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

func modes(t *testing.T, path string) map[string]fs.FileMode {
	t.Helper()
	found := sessiontest.Must(filepath.Glob(path + "*"))(t)
	all := map[string]fs.FileMode{}
	for _, file := range found {
		info := sessiontest.Must(os.Stat(file))(t)
		all[strings.TrimPrefix(file, path)] = info.Mode().Perm()
	}
	return all
}

func TestFilesAreForTheirOwner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ringer.db")
	check := func() {
		t.Helper()
		found := modes(t, path)
		for _, name := range []string{"", "-wal", "-shm", ".lock", ".pid"} {
			if mode, ok := found[name]; !ok || mode != 0o600 {
				t.Errorf("ringer.db%s has the mode %#o, want 0600 (found %v)", name, mode, found)
			}
		}
	}
	s := setup(t, path, "a")
	check()
	if len(s.Notes) > 0 {
		t.Errorf("notes on a new database: %q", s.Notes)
	}
	sessiontest.NoError(t, s.Close())
	sessiontest.NoError(t, os.Chmod(path, 0o644))
	s = openAgain(t, path)
	stores(t, s)
	check()
	if len(s.Notes) == 0 || !strings.Contains(s.Notes[0], "0644") || !strings.Contains(s.Notes[0], path) {
		t.Errorf("notes on a file that everybody could read: %q", s.Notes)
	}
}

// TestLostFile removes and replaces files in use. Nothing is written any more, and the sweeper's
// question fails, so that an idle server notices. A file that comes back is used again.
func TestLostFile(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"Removed": os.Remove,
		"Moved":   func(path string) error { return os.Rename(path, path+".old") },
		"Replaced": func(path string) error {
			if err := os.WriteFile(path+".copy", []byte("a backup"), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".copy", path)
		},
		"Emptied":    func(path string) error { return os.Truncate(path, 0) },
		"LogRemoved": func(path string) error { return os.Remove(path + "-wal") },
		"LogMoved":   func(path string) error { return os.Rename(path+"-wal", path+"-wal.old") },
		"LogReplaced": func(path string) error {
			if err := os.Rename(path+"-wal", path+"-wal.old"); err != nil {
				return err
			}
			return os.WriteFile(path+"-wal", nil, 0o600)
		},
		"IndexRemoved": func(path string) error { return os.Remove(path + "-shm") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "ringer.db")
			s := setup(t, path, "a")
			stores(t, s)
			sessiontest.NoError(t, lose(path))
			_, due := s.Take(t.Context(), "me", journal.Selection{Kind: journal.Due, Before: time.Now(), Examined: 1, Limit: 1})
			_, appended := s.Append(t.Context(), keyed("a", ""))
			for what, err := range map[string]error{
				"append": appended, "due": due, "ping": s.Ping(t.Context()),
				"create": s.Create(t.Context(), journal.Session{ID: "b", Home: "b"}, event("")),
			} {
				if !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, journal.ErrReplaced) {
					t.Errorf("%s: %v, want journal.ErrReplaced", what, err)
				}
			}
			for old, file := range map[string]string{"Moved": path, "LogMoved": path + "-wal"} {
				if old == name {
					sessiontest.NoError(t, os.Rename(file+".old", file))
					stores(t, s)
				}
			}
		})
	}
}

// TestALostLogIsSavedByAStop: SQLite still writes the events of a lost log when it closes.
func TestALostLogIsSavedByAStop(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ringer.db")
	s := setup(t, path, "a")
	stores(t, s)
	sessiontest.NoError(t, os.Remove(path+"-wal"))
	sessiontest.NoError(t, s.Close())
	events, err := openAgain(t, path).Events(t.Context(), "a", 0, 10)
	if err != nil || len(events) != 2 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

func TestCheckpointsKeepTheLog(t *testing.T) {
	t.Parallel()
	s := setup(t, filepath.Join(t.TempDir(), "ringer.db"), "a")
	stores(t, s)
	sessiontest.NoError(t, eraseSQLite(t.Context(), s))
	stores(t, s)
}

// TestAnErasureSaysWhenTheLogStays: while somebody reads from the log, it cannot be emptied.
func TestAnErasureSaysWhenTheLogStays(t *testing.T) {
	t.Parallel()
	s := setup(t, filepath.Join(t.TempDir(), "ringer.db"), "a")
	_, err := s.writes.Exec("PRAGMA busy_timeout(1)")
	sessiontest.NoError(t, err)
	reader := sessiontest.Must(s.reads.Beginx())(t)
	var n int
	sessiontest.NoError(t, reader.Get(&n, "SELECT COUNT(*) FROM events"))
	stores(t, s)
	if err := eraseSQLite(t.Context(), s); !errors.Is(err, journal.ErrOutcomeUnknown) {
		t.Errorf("with a reader: %v, want journal.ErrOutcomeUnknown", err)
	}
	sessiontest.NoError(t, reader.Rollback())
	sessiontest.NoError(t, eraseSQLite(t.Context(), s))
}

// TestLockWithoutItsFile removes the files of the lock. The database still has one user.
func TestLockWithoutItsFile(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has locks that leave those of SQLite alone")
	}
	path := filepath.Join(t.TempDir(), "ringer.db")
	setup(t, path, "a")
	for _, file := range []string{path + ".lock", path + ".pid"} {
		sessiontest.NoError(t, os.Remove(file))
	}
	if s, err := Open(t.Context(), path); err == nil {
		s.Close()
		t.Error("a second user got the database")
	} else if !strings.Contains(err.Error(), "is in use") {
		t.Error(err)
	}
}
