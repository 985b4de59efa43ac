package scheduler

import (
	_ "embed"
	"encoding/json"

	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

// options are what a session may change. options.json holds their bounds and defaults.
type options struct {
	// WordsPerMinute is the typing speed; 60 is the paper's one word a second.
	WordsPerMinute int `json:"wpm"`
	// Floor is the least time between two questions whether to speak.
	Floor timing.Millis `json:"floor_ms"`
	// Tick is how long it must be quiet before the question is put without a new message; it doubles up to MaxTick.
	Tick    timing.Millis `json:"tick_ms"`
	MaxTick timing.Millis `json:"max_tick_ms"`
}

func defaults() options {
	return options{WordsPerMinute: 60, Floor: 3000, Tick: 8000, MaxTick: 60_000}
}

func parseOptions(raw json.RawMessage) (options, error) {
	o := defaults()
	if len(raw) == 0 {
		return o, nil
	}
	err := json.Unmarshal(raw, &o)
	return o, err
}
