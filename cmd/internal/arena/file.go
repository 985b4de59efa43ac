package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// header is the first line of a file of games: the arguments that decide how a game goes. The
// number of games is not among them, so a file can grow.
type header struct {
	// Format is the version of the lines.
	Format  int               `json:"arena"`
	Rules   string            `json:"rules"`
	Options json.RawMessage   `json:"options,omitempty"`
	Seats   []string          `json:"seats,omitempty"`
	Sides   []json.RawMessage `json:"sides,omitempty"`
	Players int               `json:"players"`
	Seed    int64             `json:"seed"`
	// Models says which models answer, and Server where.
	Models string `json:"models"`
	// Weights is the version of the classifier's weights, if they are not the default.
	Weights  string  `json:"weights,omitempty"`
	Server   string  `json:"server,omitempty"`
	Speed    float64 `json:"speed"`
	Floor    string  `json:"floor"`
	Language string  `json:"language,omitempty"`
	Record   bool    `json:"record,omitempty"`
	Guest    bool    `json:"guest,omitempty"`
}

// format is the version of the lines of a file.
const format = 1

func (c *Contest) header() []byte {
	h := header{
		Format: format, Rules: c.Settings.Rules, Options: c.options, Players: c.Players, Seed: c.Settings.Seed, Models: c.Models, Server: c.Server, Speed: c.Speed,
		Floor: string(c.Floor), Language: c.Language, Record: c.Record, Guest: c.Guest,
	}
	if c.Classifier != nil {
		h.Weights = c.Classifier.Version()
	}
	for _, v := range c.Seats {
		h.Seats = append(h.Seats, v.Name)
	}
	for _, sides := range c.Sides {
		names := map[string]string{}
		for side, v := range sides {
			names[side] = v.Name
		}
		h.Sides = append(h.Sides, marshal(names))
	}
	return marshal(h)
}

// marshal returns the JSON of a value that is made of texts and numbers alone.
func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("arena: " + err.Error())
	}
	return b
}

// file is where the games of a contest are kept: one JSON object a line, after the header.
type file struct {
	path  string
	out   *os.File
	games []*Game
}

// openFile opens the file of a contest, and reads the games that are in it. Without a path the
// games are kept in memory alone. A path without an extension is a folder.
func (c *Contest) openFile() (*file, error) {
	f := &file{path: c.Out}
	if f.path == "" {
		return f, nil
	}
	if c.inFolder() {
		if err := os.MkdirAll(f.path, 0o755); err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
		f.path = filepath.Join(f.path, "games.jsonl")
	}
	whole, err := f.read(c.header())
	if err != nil {
		return nil, fmt.Errorf("--out %s: %w", f.path, err)
	}
	if f.out, err = os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	if err = errors.Join(f.out.Truncate(whole), seekTo(f.out, whole)); err == nil && whole == 0 {
		_, err = f.out.Write(append(c.header(), '\n'))
	}
	return f, err
}

// inFolder reports whether the games are kept in a folder.
func (c *Contest) inFolder() bool { return c.Out != "" && filepath.Ext(c.Out) == "" }

// read reads the games of the file. It returns how many bytes of it are whole lines: a killed
// program may have left a part of one.
func (f *file) read(head []byte) (whole int64, err error) {
	b, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1]
	for n, line := range slices.Collect(bytes.Lines(b)) {
		line = bytes.TrimSpace(line)
		if n == 0 {
			if err := sameHeader(line, head); err != nil {
				return 0, err
			}
			continue
		}
		g := &Game{}
		if err := json.Unmarshal(line, g); err != nil {
			return 0, fmt.Errorf("line %d is not a game: %w; choose another file", n+1, err)
		}
		f.games = append(f.games, g)
	}
	return int64(len(b)), nil
}

// sameHeader returns an error that names the arguments with which a file was begun differently.
func sameHeader(got, want []byte) error {
	if bytes.Equal(got, want) {
		return nil
	}
	var was, is map[string]json.RawMessage
	if err := json.Unmarshal(got, &was); err != nil || was["arena"] == nil {
		return errors.New("it is not a file of the arena; choose another file")
	}
	if err := json.Unmarshal(want, &is); err != nil {
		return err
	}
	var differ []string
	for _, name := range []string{"arena", "rules", "options", "seats", "sides", "players", "seed", "models", "server", "speed", "floor", "language", "record", "guest"} {
		if !bytes.Equal(was[name], is[name]) {
			differ = append(differ, fmt.Sprintf("%s %s instead of %s", name, shown(was[name]), shown(is[name])))
		}
	}
	return fmt.Errorf("it holds games with other arguments: %s; repeat these to go on, or choose another file", strings.Join(differ, ", "))
}

func shown(value json.RawMessage) string {
	if value == nil {
		return "none"
	}
	return string(value)
}

// seekTo moves to a place in a file.
func seekTo(f *os.File, at int64) error {
	_, err := f.Seek(at, 0)
	return err
}

// add keeps a game. Games come in the order in which they end.
func (f *file) add(g *Game) error {
	f.games = append(f.games, g)
	if f.out == nil {
		return nil
	}
	if _, err := f.out.Write(append(marshal(g), '\n')); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// close sorts the games by their number, in the file, too.
func (f *file) close() error {
	slices.SortFunc(f.games, func(a, b *Game) int { return a.Number - b.Number })
	if f.out == nil {
		return nil
	}
	if err := f.out.Close(); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	b, err := os.ReadFile(f.path)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	sorted := b[: bytes.IndexByte(b, '\n')+1 : bytes.IndexByte(b, '\n')+1]
	for _, g := range f.games {
		sorted = append(append(sorted, marshal(g)...), '\n')
	}
	if err := os.WriteFile(f.path+".part", sorted, 0o644); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if err := os.Rename(f.path+".part", f.path); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}
