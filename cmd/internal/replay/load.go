package replay

import (
	"encoding/json"
	"fmt"
	"os"

	"ringer/engine/recording"
)

// Load reads a file of recorded games.
func Load(path string) ([]Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("recorded games: %w", err)
	}
	defer f.Close()
	var all []Game
	err = recording.EachLine(f, longestLine, func(_ int, line []byte) error {
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
