package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// lock is held by the one process that uses a database. A second one would not hear of the first one's appends, and would
// take its homes away. The system releases it when the process dies, however that happens.
type lock struct{ file *os.File }

// takeLock takes the lock of the database at path. The file beside it stays, since a lock on a removed file locks nothing.
func takeLock(path string) (*lock, error) {
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: the database %s cannot be locked: %w; choose a path that may be written to", path, err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		holder, _ := io.ReadAll(io.LimitReader(f, 20)) // only for the message
		f.Close()
		return nil, fmt.Errorf("store: the database %s is in use by process %s; stop that one, or choose another file", path, strings.TrimSpace(string(holder)))
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("store: the database %s cannot be locked: %w; choose a path on a local disk", path, err)
	}
	// Who cannot be told the holder still meets the lock.
	if f.Truncate(0) == nil {
		fmt.Fprintln(f, os.Getpid())
	}
	return &lock{file: f}, nil
}

func (l *lock) release() error { return l.file.Close() }
