// Package study keeps the log of a study in a folder, and prints and exports what it holds.
package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"ringer/engine/study"
)

// Folder is where a study is kept. Its log is the file study.jsonl.
type Folder struct {
	Events []study.Event
	log    *os.File
	// whole is how many bytes of the log are events that were stored.
	whole int64
	lock  *flock.Flock
}

const logName = "study.jsonl"

// Open opens a folder for the study that is run in it, and makes it if need be. Only one process
// can have it open.
func Open(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil { // what people say is nobody else's business
		return nil, err
	}
	f := &Folder{lock: flock.New(filepath.Join(path, "lock"))}
	locked, err := f.lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, fmt.Errorf("another process runs the study in %s; end it, or choose another folder", path)
	}
	name := filepath.Join(path, logName)
	f.whole, err = read(name, &f.Events)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		f.log, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	}
	if err == nil { // a killed process may have left a part of a line, which nobody has acted on
		err = f.log.Truncate(f.whole)
	}
	if err != nil {
		return nil, errors.Join(err, f.lock.Unlock())
	}
	return f, nil
}

// Append stores an event. When it returns, the event is on the disk. The caller tries again after
// an error, so what a failed write has left is cut off first: else the log would have half a line,
// or the event twice.
func (f *Folder) Append(e study.Event) error {
	b, err := json.Marshal(e)
	if err == nil {
		err = f.log.Truncate(f.whole)
	}
	if err == nil {
		_, err = f.log.Write(append(b, '\n'))
	}
	if err == nil {
		err = f.log.Sync()
	}
	if err == nil {
		f.whole += int64(len(b)) + 1
	}
	return err
}

// Close closes the folder.
func (f *Folder) Close() error { return errors.Join(f.log.Close(), f.lock.Unlock()) }

// Read returns how far the study in a folder is. The study may be running.
func Read(path string) (*study.State, error) {
	var events []study.Event
	_, err := read(filepath.Join(path, logName), &events)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(events) == 0 {
		return nil, fmt.Errorf("%s holds no study; name the folder of ringer study run", path)
	}
	if err != nil {
		return nil, err
	}
	s, err := study.Fold(events)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// read reads the whole lines of a log, and returns how many bytes they have.
func read(name string, events *[]study.Event) (whole int64, err error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1]
	for n, line := range slices.Collect(bytes.Lines(b)) {
		var e study.Event
		if err := json.Unmarshal(line, &e); err != nil {
			return 0, fmt.Errorf("%s: line %d is not an event of a study: %w", name, n+1, err)
		}
		*events = append(*events, e)
	}
	return int64(len(b)), nil
}
