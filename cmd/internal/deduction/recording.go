package deduction

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// recording is a recorded quest game, one line of a JSONL file.
type recording struct {
	ID string `json:"game_id"`
	// Rules are avalon or resistance.
	Rules   string `json:"rules"`
	Players []struct {
		Name string `json:"name"`
		Role string `json:"role"`
	} `json:"players"`
	// Beliefs are what players wrote down during the game, in any order.
	Beliefs  []belief `json:"beliefs"`
	Messages []struct {
		Kind string `json:"kind"`
		Text string `json:"text"`
	} `json:"messages"`
}

// belief is what a player took another for.
type belief struct {
	Player string `json:"player"`
	About  string `json:"about"`
	// Role is a role, or good or evil.
	Role string `json:"role"`
	// Quest is the number of the quest that was discussed. After the last quest it is 6.
	Quest int `json:"quest"`
}

// load reads the recorded games of several files.
func load(files []string) (all []recording, err error) {
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("recorded games: %w", err)
		}
		lines := bufio.NewScanner(strings.NewReader(string(content)))
		lines.Buffer(nil, len(content)+1)
		for n := 1; lines.Scan(); n++ {
			var r recording
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				return nil, fmt.Errorf("recorded games: %s line %d: %w", name, n, err)
			}
			all = append(all, r)
		}
	}
	return all, nil
}
