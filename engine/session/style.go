package session

import "ringer/engine/mouth"

// StyleLines is how many lines each side needs for a distance between styles.
const StyleLines = 5

// Styles says how the other players in the chat write, how the bot writes, and how far the two are
// apart.
type Styles struct {
	Room mouth.Style `json:"room"`
	Own  mouth.Style `json:"own"`
	// StyleDistance goes from 0 (alike) to 1. It is left out until both sides have written five
	// lines.
	StyleDistance *float64 `json:"style_distance,omitempty"`
}

// Styles measures how the players write, from the lines that the bot sees.
func (s *State) Styles() Styles {
	v := s.View(s.Now)
	return CompareStyles(v.Own(), v.Others())
}

// CompareStyles compares the lines of the bot with the lines of others.
func CompareStyles(own, others []string) Styles {
	x := Styles{Room: mouth.StyleOf(others), Own: mouth.StyleOf(own)}
	if min(len(own), len(others)) >= StyleLines {
		d := mouth.Distance(x.Own, x.Room)
		x.StyleDistance = &d
	}
	return x
}
