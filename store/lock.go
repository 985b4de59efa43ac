package store

import (
	"fmt"
	"os"
	"strings"

	"github.com/gofrs/flock"
)

// lock is held by the one process that uses a database. A second process would not hear of the
// appends of the first, and would claim its homes. The operating system releases the lock when the
// process dies, however that happens.
type lock struct{ file *flock.Flock }

// takeLock takes the lock of the database at path. The lock file is never removed, since a lock on
// a removed file locks nothing.
func takeLock(path string) (*lock, error) {
	l := flock.New(path+".lock", flock.SetPermissions(0o600))
	held, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("store: cannot lock the database %s: %w; choose a path on a local disk that this process may write to", path, err)
	}
	// The process id has a file of its own, since on some systems nobody can read a locked file.
	holder := path + ".pid"
	if !held {
		pid, _ := os.ReadFile(holder) // only for the message
		return nil, fmt.Errorf("store: the database %s is in use by process %s; stop that process, or choose another file", path, strings.TrimSpace(string(pid)))
	}
	// The lock works without this file, so an error does not matter.
	_ = os.WriteFile(holder, fmt.Appendln(nil, os.Getpid()), 0o600)
	return &lock{file: l}, nil
}

// Close releases the lock.
func (l *lock) Close() error { return l.file.Unlock() }
