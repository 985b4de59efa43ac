package fourmind

import (
	_ "embed"

	"ringer/engine/session"
)

//go:embed options.json
var optionsSchema []byte

const (
	objectiveSeed     = "seed"
	objectiveAdaptive = "adaptive"
	objectiveNone     = "none"
)

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	Objective string `json:"objective"`
	// Support and Target are ids of players; empty for a draw.
	Support string `json:"support"`
	Target  string `json:"target"`
	// Simulated is how many messages a simulation writes.
	Simulated int `json:"simulated"`
	// Simulations is how many continuations a lookahead asks for, each with a call.
	Simulations int `json:"paths"`
	// SpeakThreshold is the least share of simulations that must begin with the bot for it to
	// speak.
	SpeakThreshold float64 `json:"speak_threshold"`
	// Batch is how many messages one call analyses; 0 for none.
	Batch   int    `json:"batch"`
	Reading string `json:"reading"`
	// Greeting allows the bot to open an empty chat.
	Greeting bool `json:"greeting"`
	// Origin is a town; empty for a draw.
	Origin string `json:"origin"`
	// Age shows the age of each message in place of the clock, as the paper does.
	Age bool `json:"age"`
	// AccuseLead is in log-odds. The core's default is out of reach: doubts from 1 to 99
	// percent differ by at most 9.2.
	AccuseLead float64 `json:"accuse_lead"`
}

func (o options) validate() error {
	var errs session.Errors
	if o.Support != "" && o.Support == o.Target {
		errs.Add(session.CodeInvalidOption, "/options/target", "names the player to support; name another player, or leave one of the two out")
	}
	if o.Objective == objectiveAdaptive && o.Target != "" {
		errs.Add(session.CodeInvalidOption, "/options/target", "cannot be set for the adaptive objective, which picks the target; leave it out, or set objective to seed")
	}
	for _, x := range [2][2]string{{"support", o.Support}, {"target", o.Target}} {
		if o.Objective == objectiveNone && x[1] != "" {
			errs.Add(session.CodeInvalidOption, "/options/"+x[0], "has no effect without an objective; leave it out, or set objective to seed")
		}
	}
	return errs.Err()
}
