package scheduler

import (
	_ "embed"

	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

// All but the first are the paper's future work (§7).
const (
	orderAsk      = "schedule_then_generate" // whether to speak, then the line
	orderGenerate = "generate_then_schedule" // the line, then whether to send it
	orderEvery    = "every_n"                // a line after every n messages of others
	orderPass     = "pass_token"             // one call that writes a line or passes
)

const (
	decideCode  = "code"  // the code decides what is decided
	decideModel = "model" // the model decides, as in the paper
)

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	Order  string `json:"order"`
	Decide string `json:"decide"`
	// Opens says that the bot may write the first line of a phase.
	Opens bool `json:"opens"`
	// Initiative says that some lines do something of their own accord, by a draw.
	Initiative bool `json:"initiative"`
	// 60 is the paper's one word a second.
	WordsPerMinute int `json:"wpm"`
	// DeadBand is how many lines the bot may be away from an even share; 0 is the paper's.
	DeadBand float64 `json:"dead_band"`
	// Floor is the least time between two turns.
	Floor timing.Millis `json:"floor_ms"`
	// Tick is how long the chat must be quiet before a turn. It doubles with each wait, up to
	// MaxTick.
	Tick    timing.Millis `json:"tick_ms"`
	MaxTick timing.Millis `json:"max_tick_ms"`
}
