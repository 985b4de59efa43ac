package tom

import (
	_ "embed"

	"ringer/engine/game"
	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

// The values of the options cycle, cognition, tom and length_basis.
const (
	cycleStaged   = "staged"
	cycleFused    = "fused"
	on            = "on"
	off           = "off"
	basisMessage  = "message"
	basisIncoming = "incoming"
)

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	// Cycle is whether the stages of cognition are one call or four.
	Cycle string `json:"cycle"`
	// Cognition off leaves only the reflex.
	Cognition string `json:"cognition"`
	// ToM off leaves only the predecessor of the paper.
	ToM string `json:"tom"`
	// LengthBasis is the text whose length the delay grows with.
	LengthBasis string `json:"length_basis"`
	// Preferences replace the built-in text; empty keeps it.
	Preferences string `json:"preferences"`
	// City is where the persona lives; empty for a draw.
	City string `json:"city"`
	// Age is how old the persona is; 0 for a draw.
	Age int `json:"age"`
	// Silence is the least silence before the reserve is sent.
	Silence timing.Millis `json:"silence_ms"`
	// AccuseLead is how far the most suspected player must lead the second to be accused, in
	// log-odds. The core's default, game.AccuseLead, could never be reached: beliefs from 1 to 99
	// percent differ by at most 9.2.
	AccuseLead float64 `json:"accuse_lead"`
}

// thinks reports whether there is a cognition.
func (o options) thinks() bool { return o.Cognition == on && o.ToM == on }

// validate returns an error for options that have no effect together.
func (o options) validate() error {
	var errs game.Errors
	switch {
	case o.ToM == off && o.Cognition == off:
		errs.Add(game.CodeInvalidOption, "/options/cognition", "has no effect when tom is off; leave one of the two out")
	case o.Cycle == cycleFused && !o.thinks():
		errs.Add(game.CodeInvalidOption, "/options/cycle", "has no effect without a cognition; leave it out, or set cognition and tom to on")
	}
	if o.ToM == off && o.Preferences != "" {
		errs.Add(game.CodeInvalidOption, "/options/preferences", "are part of the mental state and have no effect when tom is off; leave one of the two out")
	}
	return errs.Err()
}
