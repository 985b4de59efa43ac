package store

import (
	"fmt"
	"io/fs"
	"os"

	"ringer/engine/journal"
)

type databaseFile struct {
	path   string
	opened fs.FileInfo
	// beside are the files that SQLite has opened beside it, by path. A checkpoint leaves them in
	// place.
	beside map[string]fs.FileInfo
}

// fileMode keeps what players said, and the bots' secrets. SQLite's other files get the same mode.
const fileMode fs.FileMode = 0o600

// openFile creates the file if it does not exist. SQLite must not have it open yet, since closing a
// file releases its locks.
func openFile(path string) (*databaseFile, error) {
	f, err := os.OpenFile(path, os.O_CREATE, fileMode)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("store: open the database %s: %w", path, err)
	}
	opened, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("store: open the database %s: %w", path, err)
	}
	return &databaseFile{path: path, opened: opened}, nil
}

// watchBeside notes the files beside the database. A connection must be open.
func (f *databaseFile) watchBeside() error {
	f.beside = map[string]fs.FileInfo{}
	for _, path := range []string{f.path + "-wal", f.path + "-shm"} {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("store: open the database %s: %w", f.path, err)
		}
		f.beside[path] = info
	}
	return nil
}

// restrict takes the files away from everybody but their owner, with a note for each.
func (f *databaseFile) restrict() (notes []string) {
	for _, path := range []string{f.path, f.path + "-wal", f.path + "-shm"} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&^fileMode == 0 {
			continue
		}
		if err := os.Chmod(path, info.Mode().Perm()&fileMode); err != nil {
			notes = append(notes, fmt.Sprintf("the database file %s has the mode %#o, and it could not be changed (%v); change it to %#o", path, info.Mode().Perm(), err, fileMode))
			continue
		}
		notes = append(notes, fmt.Sprintf("the database file %s had the mode %#o; it has %#o, so that only this user can use it", path, info.Mode().Perm(), info.Mode().Perm()&fileMode))
	}
	return notes
}

// check returns journal.ErrReplaced when a path leads to another file. What SQLite writes would be
// lost. It costs microseconds. A nil file is always in place.
func (f *databaseFile) check() error {
	if f == nil {
		return nil
	}
	if found, err := os.Stat(f.path); err != nil || !os.SameFile(f.opened, found) || found.Size() == 0 {
		return replaced(f.path)
	}
	for path, opened := range f.beside {
		if found, err := os.Stat(path); err != nil || !os.SameFile(opened, found) {
			return replaced(path)
		}
	}
	return nil
}

func replaced(path string) error {
	return fmt.Errorf("%w: the database %s: %w", journal.ErrUnavailable, path, journal.ErrReplaced)
}
