package replay

import (
	"encoding/json"
	"fmt"
	"os"
)

// Files are the names of files to write. A file with an empty name is not written.
type Files struct {
	// Chart is an SVG of the table that Settings.Compare prints.
	Chart string
	// Gaps is an SVG of the gaps before replies, with Settings.Compare.
	Gaps string
	// Figures is a JSON array of all results or, with Settings.Compare, of all comparisons.
	Figures string
	// Events holds every event of all plays, one JSON object a line.
	Events string
	// Played holds the games as they were played, in the form that Load reads.
	Played string
}

// check returns an error if a file cannot be written. It is called before the games are played,
// which can take hours.
func (f *Files) check() error {
	for _, file := range []struct{ flag, name string }{{"--chart", f.Chart}, {"--gaps", f.Gaps}, {"--json", f.Figures}, {"--events", f.Events}, {"--played", f.Played}} {
		if file.name == "" {
			continue
		}
		f, err := os.OpenFile(file.name, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return fmt.Errorf("%s: %w", file.flag, err)
		}
		if err := f.Close(); err != nil {
			return fmt.Errorf("%s: %w", file.flag, err)
		}
	}
	return nil
}

// save writes the figures, and the events and games of the results.
func (f *Files) save(figures any, results []Result) error {
	if f.Figures != "" {
		b, err := json.MarshalIndent(figures, "", "  ")
		if err != nil {
			return fmt.Errorf("figures: %w", err)
		}
		if err := os.WriteFile(f.Figures, append(b, '\n'), 0o644); err != nil {
			return fmt.Errorf("figures: %w", err)
		}
	}
	var events, games []byte
	for i := range results {
		for _, e := range results[i].events {
			events = append(append(events, e.Raw...), '\n')
		}
		game, err := json.Marshal(results[i].asPlayed())
		if err != nil {
			return fmt.Errorf("played games: %w", err)
		}
		games = append(append(games, game...), '\n')
	}
	for _, file := range []struct {
		what, name string
		lines      []byte
	}{{"events", f.Events, events}, {"played games", f.Played, games}} {
		if file.name == "" {
			continue
		}
		if err := os.WriteFile(file.name, file.lines, 0o644); err != nil {
			return fmt.Errorf("%s: %w", file.what, err)
		}
	}
	return nil
}
