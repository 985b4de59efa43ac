package store

import (
	"fmt"
	"os"
	"strings"

	"github.com/gofrs/flock"
)

// lock is held by the one process that uses a database. A second one would not hear of the first one's appends, and would
// take its homes away. The system releases it when the process dies, however that happens.
type lock struct{ file *flock.Flock }

// takeLock takes the lock of the database at path. The file beside it stays, since a lock on a removed file locks nothing.
func takeLock(path string) (*lock, error) {
	l := flock.New(path+".lock", flock.SetPermissions(0o600))
	held, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("store: the database %s cannot be locked: %w; choose a path on a local disk that may be written to", path, err)
	}
	holder := path + ".pid" // a file of its own: some systems let nobody read a locked one
	if !held {
		pid, _ := os.ReadFile(holder) // only for the message
		return nil, fmt.Errorf("store: the database %s is in use by process %s; stop that one, or choose another file", path, strings.TrimSpace(string(pid)))
	}
	// Who cannot be told the holder still meets the lock.
	_ = os.WriteFile(holder, fmt.Appendln(nil, os.Getpid()), 0o600)
	return &lock{file: l}, nil
}

// Close releases the lock.
func (l *lock) Close() error { return l.file.Unlock() }
