// Package recording reads recorded games, and says what a replay of one posts and asks.
//
// [Load] reads a file of games. A Mafia game has a course: phases, votes and players who go, as its
// game master announced them. A quest game has rulings. [Game.Cues] makes of both, and of what the
// players said, what a replay does with the bot in a seat. [Recordings] reads files for the
// playground, whose page then plays the same cues. It also reads the logs of sessions and games.
package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

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

// maxValues bounds the values of a line, with those inside others: more than as many messages
// have. Small values take up to a hundred times as much memory as their text.
const maxValues = 100_000

// CheckValues refuses a line of too many values before anything is made of it.
func CheckValues(line []byte) error {
	n, inText := 1, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && inText:
			i++ // it escapes the next one
		case c == '"':
			inText = !inText
		case !inText && (c == ',' || c == '{' || c == '['):
			n++
		}
	}
	if n > maxValues {
		return fmt.Errorf("has more than %d values; check that this is the right file", maxValues)
	}
	return nil
}

// LongestLine is the most bytes of a line: far more than an event with all its model calls.
const LongestLine = 64 << 20

// Load reads a file of recorded games.
func Load(path string) ([]Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("recorded games: %w", err)
	}
	defer f.Close()
	var all []Game
	err = EachLine(f, LongestLine, func(_ int, line []byte) error {
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
