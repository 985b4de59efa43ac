package recording

import (
	"encoding/json"
	"fmt"
	"os"
)

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
