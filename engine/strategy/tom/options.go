package tom

import (
	_ "embed"

	"ringer/engine/game"
	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

// What the options cycle, cognition, tom and length_basis may be.
const (
	cycleStaged   = "staged"
	cycleFused    = "fused"
	on            = "on"
	off           = "off"
	basisMessage  = "message"
	basisIncoming = "incoming"
)

// options are what a session may change. options.json holds their bounds and defaults.
type options struct {
	Cycle       string `json:"cycle"`
	Cognition   string `json:"cognition"`
	ToM         string `json:"tom"`
	LengthBasis string `json:"length_basis"`
	// Preferences are empty for the built-in ones.
	Preferences string `json:"preferences"`
	// City and Age are those of the persona; empty and 0 are drawn.
	City string `json:"city"`
	Age  int    `json:"age"`
	// Silence is how long it must at least be quiet before the reserve is sent.
	Silence timing.Millis `json:"silence_ms"`
	// AccuseLead is in log-odds. That of the classifier, 10, is more than the beliefs of a mind can come to.
	AccuseLead float64 `json:"accuse_lead"`
}

// thinks tells whether there is a cognition.
func (o options) thinks() bool { return o.Cognition == on && o.ToM == on }

// validate says which options are of no use together.
func (o options) validate() error {
	var errs game.Errors
	switch {
	case o.ToM == off && o.Cognition == off:
		errs.Add(game.CodeInvalidOption, "/options/cognition", "is of no use where tom is off, which has none; leave one of them out")
	case o.Cycle == cycleFused && !o.thinks():
		errs.Add(game.CodeInvalidOption, "/options/cycle", "is of no use without a cognition; leave it out, or set cognition and tom to on")
	}
	if o.ToM == off && o.Preferences != "" {
		errs.Add(game.CodeInvalidOption, "/options/preferences", "are part of the mental state, which there is none of where tom is off; leave one of them out")
	}
	return errs.Err()
}
