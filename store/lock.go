package store

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/gofrs/flock"
)

// lock is held by the one process that uses a database: a second one would not hear of the first
// one's appends, and claim its homes. The operating system releases it when the process dies.
type lock struct{ files []*flock.Flock }

// takeLock takes the lock of the database at path. The lock file is never removed, since a lock on
// a removed file locks nothing. Should somebody remove it, the lock on the database itself holds.
//
// Only Linux takes that second lock: elsewhere it would collide with SQLite's own locks. The lock
// file comes first: to open and close a database that this process uses releases SQLite's locks.
func takeLock(path string) (*lock, error) {
	l := &lock{}
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
			return nil, errors.Join(fmt.Errorf("store: cannot lock the database %s: %w; choose a path on a local disk that this process may write to", path, err), l.Close())
		}
		if !held {
			pid, err := os.ReadFile(holder)
			if err != nil { // it is only for the message
				pid = []byte("unknown")
			}
			return nil, errors.Join(fmt.Errorf("store: the database %s is in use by process %s; stop that process, or choose another file", path, strings.TrimSpace(string(pid))), l.Close())
		}
		l.files = append(l.files, f)
	}
	// It is only for a message, so an error does not matter.
	_ = os.WriteFile(holder, fmt.Appendln(nil, os.Getpid()), fileMode)
	return l, nil
}

func (l *lock) Close() error {
	var errs []error
	for _, f := range slices.Backward(l.files) {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}
