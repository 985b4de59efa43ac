package fourmind

import "ringer/engine/game"

// mind is what FourMind remembers between two thoughts. Its JSON is versioned: it is stored with every thought that changes it.
type mind struct {
	Version   int     `json:"v"`
	Objective pursuit `json:"objective"`
	// Lookaheads counts the simulations that decided whether to speak, Spoken those after which it did, Analysed the messages analysed.
	Lookaheads int `json:"lookaheads"`
	Spoken     int `json:"spoken"`
	Analysed   int `json:"analysed"`
	// Last is the last lookahead.
	Last *glance `json:"last_lookahead,omitempty"`
	// Analyses are the last ones.
	Analyses []game.Annotated `json:"last_analyses,omitempty"`
	// Doubts is how likely the others are to take each player for the machine, in percent, by player id.
	Doubts map[string]int `json:"doubted_percent,omitempty"`
}

// Bounds of what a mind shows, so that it stays far below game.MaxMind.
const (
	shownAnalyses = 3   // the last ones; all of them are events, and stand with their messages
	shownChars    = 120 // of a simulated message: longer than nearly all that people write in such a chat
)

// glance is one look ahead.
type glance struct {
	At      game.Millis `json:"at_ms"`
	BasedOn int64       `json:"based_on_seq"`
	// Silence says that the bot was to be first, so that there was no urge to measure.
	Silence bool `json:"silence,omitempty"`
	// Urge is the share of the paths in which the bot was first.
	Urge float64 `json:"urge"`
	// Paths are the continuations. A sender who is no player is shown as "".
	Paths [][]foreseen `json:"paths"`
}

// foreseen is a simulated message.
type foreseen struct {
	Player string `json:"player"`
	Text   string `json:"text"`
}

func readMind(v game.View) mind {
	m := mind{Version: 1}
	v.ReadMind(&m)
	return m
}

// shown returns the beginning of a text, as long as the mind shows it.
func shown(text string) string { return game.Shortened(text, shownChars) }
