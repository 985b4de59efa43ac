package replay

import (
	"slices"

	"ringer/engine/recording"
	"ringer/engine/session"
)

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
		m := recording.Message{At: float64(l.At) / 1000, Sender: l.Name, Kind: session.FromPlayer, Channel: l.Channel, Text: l.Text}
		if l.Gamemaster {
			m.Kind = session.FromGamemaster
		}
		g.Messages = append(g.Messages, m)
	}
	return g
}
