package tom

import (
	_ "embed"

	"ringer/engine/session"
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
	// Cycle is staged for one call for each stage of cognition, fused for one call for all.
	Cycle string `json:"cycle"`
	// Cognition is on or off. Off leaves the reflex and the reserve.
	Cognition string `json:"cognition"`
	// ToM is on or off. Off gives the predecessor that the paper compares with.
	ToM string `json:"tom"`
	// LengthBasis says which text's length the delay grows with: the message that the bot writes,
	// or the incoming one.
	LengthBasis string `json:"length_basis"`
	// Preferences replace the built-in text. If they are empty, the built-in text stays.
	Preferences string `json:"preferences"`
	// City is where the person lives whom the bot plays. If it is empty, a town is drawn.
	City string `json:"city"`
	// Age is how old that person is. If it is 0, an age is drawn.
	Age int `json:"age"`
	// Silence is the least silence before the reserve is sent.
	Silence timing.Millis `json:"silence_ms"`
	// AccuseLead is the threshold T of §3.4: how far the running sum of the most suspected
	// player must lead the second to be accused, in log-odds. The default is the core's,
	// session.AccuseLead.
	AccuseLead float64 `json:"accuse_lead"`
}

// hasCognition reports whether the options have cognition.
func (o options) hasCognition() bool { return o.Cognition == on && o.ToM == on }

// validate returns an error for options that have no effect together.
func (o options) validate() error {
	var errs session.Errors
	switch {
	case o.ToM == off && o.Cognition == off:
		errs.Add(session.CodeInvalidOption, "/options/cognition", "has no effect when tom is off; leave one of the two out")
	case o.Cycle == cycleFused && !o.hasCognition():
		errs.Add(session.CodeInvalidOption, "/options/cycle", "has no effect without a cognition; leave it out, or set cognition and tom to on")
	}
	if o.ToM == off && o.Preferences != "" {
		errs.Add(session.CodeInvalidOption, "/options/preferences", "are part of the mental state and have no effect when tom is off; leave one of the two out")
	}
	return errs.Err()
}
