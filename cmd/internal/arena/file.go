package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/engine/contest"
)

// lines is a file of JSON objects, one a line. A nil one keeps nothing.
type lines struct{ out *os.File }

// openLines opens a file, and calls take for each line that is in it. It drops the part of a line
// that a killed program may have left. Without a path it returns nil.
func openLines(path string, take func(n int, line []byte) error) (*lines, error) {
	if path == "" {
		return nil, nil
	}
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1]
	for n, line := range slices.Collect(bytes.Lines(b)) {
		if err := take(n, bytes.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s: line %d %w", path, n+1, err)
		}
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	return &lines{out}, out.Truncate(int64(len(b)))
}

func (j *lines) add(v any) error {
	if j == nil {
		return nil
	}
	b, err := json.Marshal(v)
	if err == nil {
		_, err = j.out.Write(append(b, '\n'))
	}
	return err
}

func (j *lines) close() error {
	if j == nil {
		return nil
	}
	return j.out.Close()
}

// file is where the games of a contest are kept: one a line, after the header.
type file struct {
	path   string
	header json.RawMessage
	games  []*contest.Game
	lines  *lines
}

// inFolder reports whether the games are kept in a folder: a path without an extension.
func (a *Arena) inFolder() bool { return a.Out != "" && filepath.Ext(a.Out) == "" }

func (a *Arena) openFile() (*file, error) {
	f := &file{path: a.Out, header: a.Header()}
	if a.inFolder() {
		if err := os.MkdirAll(f.path, 0o755); err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
		f.path = filepath.Join(f.path, "games.jsonl")
	}
	begun := false
	var err error
	f.lines, err = openLines(f.path, func(n int, line []byte) error {
		if n == 0 {
			begun = true
			return sameHeader(line, f.header)
		}
		g := &contest.Game{}
		f.games = append(f.games, g)
		if err := json.Unmarshal(line, g); err != nil {
			return fmt.Errorf("is not a game: %w; choose another file", err)
		}
		return nil
	})
	if err == nil && !begun {
		err = f.lines.add(f.header)
	}
	if err != nil {
		return nil, fmt.Errorf("--out %w", err)
	}
	return f, nil
}

// sameHeader returns an error that names the arguments with which a file was begun differently.
func sameHeader(got, want []byte) error {
	if bytes.Equal(got, want) {
		return nil
	}
	var was, is map[string]json.RawMessage
	if err := json.Unmarshal(got, &was); err != nil || was["arena"] == nil {
		return errors.New("shows that it is not a file of the arena; choose another file")
	}
	if err := json.Unmarshal(want, &is); err != nil {
		return err
	}
	all := maps.Clone(was)
	maps.Copy(all, is)
	shown := func(value json.RawMessage) string {
		if value == nil {
			return "none"
		}
		return string(value)
	}
	var differ []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(was[name], is[name]) {
			differ = append(differ, fmt.Sprintf("%s %s instead of %s", name, shown(was[name]), shown(is[name])))
		}
	}
	return fmt.Errorf("begins games with other arguments: %s; repeat these to go on, or choose another file", strings.Join(differ, ", "))
}

func (f *file) holds(b contest.Bout) bool {
	return slices.ContainsFunc(f.games, func(g *contest.Game) bool { return g.Bout == b })
}

// add keeps a game. Games come in the order in which they end.
func (f *file) add(g *contest.Game) error {
	f.games = append(f.games, g)
	if err := f.lines.add(g); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// close sorts the games by their number, in the file, too.
func (f *file) close() error {
	slices.SortFunc(f.games, func(a, b *contest.Game) int { return a.Number - b.Number })
	if f.lines == nil {
		return nil
	}
	part := f.path + ".part"
	sorted, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	j := &lines{sorted}
	errs := []error{j.add(f.header)}
	for _, g := range f.games {
		errs = append(errs, j.add(g))
	}
	if err := errors.Join(append(errs, j.close(), f.lines.close())...); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if err := os.Rename(part, f.path); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}
