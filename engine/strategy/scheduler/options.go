package scheduler

import (
	_ "embed"

	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	// WordsPerMinute is the typing speed; 60 is the paper's one word a second.
	WordsPerMinute int `json:"wpm"`
	// Floor is the least time between two turns.
	Floor timing.Millis `json:"floor_ms"`
	// Tick is how long the chat must be quiet before a turn without a new message. It doubles with
	// each wait, up to MaxTick.
	Tick timing.Millis `json:"tick_ms"`
	// MaxTick is the longest tick.
	MaxTick timing.Millis `json:"max_tick_ms"`
}
