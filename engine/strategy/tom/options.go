package tom

import (
	_ "embed"

	"ringer/engine/session"
	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

const (
	cycleStaged   = "staged"
	cycleFused    = "fused"
	on            = "on"
	off           = "off"
	basisMessage  = "message"
	basisIncoming = "incoming"
	callsNeeded   = "needed"
)

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	Cycle string `json:"cycle"`
	// Needed asks only what can matter (need.go).
	Calls string `json:"calls"`
	// Off leaves the reflex and the reserve.
	Cognition string `json:"cognition"`
	// Off gives the predecessor that the paper compares with.
	ToM string `json:"tom"`
	// Examples is how many a prompt of the mental state shows.
	Examples int `json:"examples"`
	// LengthBasis says which text's length the delay grows with.
	LengthBasis string `json:"length_basis"`
	// Preferences replace the built-in text, unless they are empty.
	Preferences string `json:"preferences"`
	// City and Age are drawn if they are empty.
	City    string        `json:"city"`
	Age     int           `json:"age"`
	Silence timing.Millis `json:"silence_ms"`
	// AccuseLead is the threshold T of §3.4, in log-odds. The default is session.AccuseLead.
	AccuseLead float64 `json:"accuse_lead"`
}

func (o options) sparing() bool { return o.Calls == callsNeeded }

func (o options) hasCognition() bool { return o.Cognition == on && o.ToM == on }

func (o options) validate() error {
	var errs session.Errors
	if o.ToM == off && o.Cognition == off {
		errs.Add(session.CodeInvalidOption, "/options/cognition", "has no effect when tom is off; leave one of the two out")
	}
	if o.ToM == off && o.Preferences != "" {
		errs.Add(session.CodeInvalidOption, "/options/preferences", "are part of the mental state and have no effect when tom is off; leave one of the two out")
	}
	return errs.Err()
}
