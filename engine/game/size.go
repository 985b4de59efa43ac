package game

import "ringer/engine/session"

// Bounds of the log of a game. A game that nobody floods has some thousand events, and a megabyte.
const (
	// DefaultEvents is how many events a log takes by default: a day of chat with a line a second.
	DefaultEvents = 100_000
	// MostEvents bounds what an operator may choose. The events that end a game come after it. All
	// of them fit into the 20 bits that cursors of views have for a seq.
	MostEvents = 1_000_000
	// MostBytes bounds the payloads, as JSON. Each bot has a copy of what it hears.
	MostBytes = 64 << 20
)

// Full reports whether a log of so many events takes only what ends the game.
func (s *State) Full(events int64) bool { return s.Seq >= events || s.Bytes >= MostBytes }

// Hush returns what silences the bots, or nil if all are silent.
func (s *State) Hush() session.Payload {
	for _, b := range s.Roster.Bots {
		if !b.Muted {
			return &session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}}
		}
	}
	return nil
}
