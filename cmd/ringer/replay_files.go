package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// checkFiles finds files that cannot be written before the games are played, which can take hours.
func (c *replayCommand) checkFiles() error {
	for _, file := range []struct{ flag, name string }{{"--chart", c.Chart}, {"--json", c.JSON}, {"--events", c.Events}} {
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

// save writes the files that were asked for: the figures, and the events of all plays.
func (c *replayCommand) save(figures any, results []result) error {
	if c.JSON != "" {
		b, err := json.MarshalIndent(figures, "", "  ")
		if err != nil {
			return fmt.Errorf("figures: %w", err)
		}
		if err := os.WriteFile(c.JSON, append(b, '\n'), 0o644); err != nil {
			return fmt.Errorf("figures: %w", err)
		}
	}
	if c.Events == "" {
		return nil
	}
	var b []byte
	for _, r := range results {
		for _, e := range r.events {
			b = append(append(b, e.raw...), '\n')
		}
	}
	if err := os.WriteFile(c.Events, b, 0o644); err != nil {
		return fmt.Errorf("events: %w", err)
	}
	return nil
}
