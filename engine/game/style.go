package game

import "ringer/engine/mouth"

// StyleLines is how many lines of each side tell a style apart from chance: with fewer there is no distance.
const StyleLines = 5

// Styles are how the other players in the chat write, how the bot does, and how far these are apart.
type Styles struct {
	Room mouth.Style `json:"room"`
	Own  mouth.Style `json:"own"`
	// StyleDistance is from 0, alike, to 1; nothing as long as one side has written fewer than five lines.
	StyleDistance *float64 `json:"style_distance,omitempty"`
}

// Styles measures how the players write, by the lines that the bot sees.
func (s *State) Styles() Styles {
	v := s.View(s.Now)
	return CompareStyles(v.Own(), v.Others())
}

// CompareStyles measures how the lines of the bot and those of others are written.
func CompareStyles(own, others []string) Styles {
	x := Styles{Room: mouth.StyleOf(others), Own: mouth.StyleOf(own)}
	if min(len(own), len(others)) >= StyleLines {
		d := mouth.Distance(x.Own, x.Room)
		x.StyleDistance = &d
	}
	return x
}
