package store

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/gofrs/flock"
)

// takeLock takes the locks of the database at path, for the one process that uses it: a second one
// would not hear of the first one's appends, and claim its homes. The operating system releases
// them when the process dies. The lock file is never removed, since a lock on a removed file locks
// nothing. Should somebody remove it, the lock on the database itself holds.
//
// Only Linux takes that second lock: elsewhere it would collide with SQLite's own locks. The lock
// file comes first: to open and close a database that this process uses releases SQLite's locks.
func (s *Store) takeLock(path string) error {
	paths := []string{path + ".lock"}
	if runtime.GOOS == "linux" {
		paths = append(paths, path)
	}
	// On some systems nobody can read a locked file, so the process id has one of its own.
	holder := path + ".pid"
	for _, p := range paths {
		f := flock.New(p, flock.SetPermissions(fileMode))
		held, err := f.TryLock()
		if err != nil {
			return fmt.Errorf("store: cannot lock the database %s: %w; choose a path on a local disk that this process may write to", path, err)
		}
		if !held {
			pid, err := os.ReadFile(holder)
			if err != nil { // it is only for the message
				pid = []byte("unknown")
			}
			return fmt.Errorf("store: the database %s is in use by process %s; stop that process, or choose another file", path, strings.TrimSpace(string(pid)))
		}
		s.closers = append(s.closers, f)
	}
	// It is only for a message, so an error does not matter.
	_ = os.WriteFile(holder, fmt.Appendln(nil, os.Getpid()), fileMode)
	return nil
}
