package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Load reads a file of recorded games.
func Load(path string) ([]Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("recorded games: %w", err)
	}
	defer f.Close()
	var all []Game
	err = EachLine(f, longestLine, func(_ int, line []byte) error {
		var g Game
		if err := json.Unmarshal(line, &g); err != nil {
			return err
		}
		g.repair()
		all = append(all, g)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("recorded games: %s %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("recorded games: %s holds no game", path)
	}
	return all, nil
}

// EachLine calls take with the number of each line that is not empty, and its text. It names the
// line in the error that take returns. A line may have as many bytes as longest.
func EachLine(file io.Reader, longest int, take func(n int, line []byte) error) error {
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, longest)
	n := 1
	for ; lines.Scan(); n++ {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			if err := take(n, line); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d is longer than %d MiB; check that this is the right file", n, longest>>20)
	case err != nil:
		return fmt.Errorf("cannot be read: %w", err)
	}
	return nil
}
