package replay

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"ringer/engine/recording"
	"ringer/engine/session"
)

func (s *Settings) save(figures any, results []Result) error {
	if s.JSON != "" {
		b, err := json.MarshalIndent(figures, "", "  ")
		if err != nil {
			return fmt.Errorf("figures: %w", err)
		}
		if err := os.WriteFile(s.JSON, append(b, '\n'), 0o644); err != nil {
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
	}{{"events", s.Events, events}, {"played games", s.Played, games}} {
		if file.name == "" {
			continue
		}
		if err := os.WriteFile(file.name, file.lines, 0o644); err != nil {
			return fmt.Errorf("%s: %w", file.what, err)
		}
	}
	return nil
}

// asPlayed returns the game up to its last recorded line, with the bot's lines in its seat.
func (r *Result) asPlayed() recording.Game {
	g := *r.recorded
	g.PlayedBy = r.variant
	g.Players = slices.Clone(g.Players)
	for i := range g.Players {
		if g.Players[i].Name == r.Seat {
			g.Players[i].Kind = recording.RingerKind
		}
	}
	g.Messages = nil
	for _, l := range r.Conversation {
		if l.Late {
			continue
		}
		m := recording.Message{At: float64(l.At) / 1000, Sender: l.Name, Kind: session.FromPlayer, Channel: l.Channel, Text: l.Text, Mind: l.Mind, Marks: l.Marks}
		if l.Gamemaster {
			m.Kind = session.FromGamemaster
		}
		g.Messages = append(g.Messages, m)
	}
	return g
}
