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

const (
	// triggerEvery looks ahead after each message, also the bot's own (§3.1).
	triggerEvery = "every"
	// triggerOpen leaves out those after which the bot would hardly be the next.
	triggerOpen = "open"
)

const (
	pursueFromStart = "start"
	pursueEvidence  = "evidence"
)

const (
	splitComma = "comma"
	splitSense = "sense"
)

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	Objective string `json:"objective"`
	// Support and Target are ids of players; empty for a draw.
	Support string `json:"support"`
	Target  string `json:"target"`
	// Pursue says from when on the objective counts.
	Pursue string `json:"pursue"`
	// Triggers says which messages call for a lookahead.
	Triggers string `json:"triggers"`
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
	// Notes is how many of the newest lines show their analysis in a lookahead.
	Notes int `json:"notes"`
	// AppraiseAfter is how many lines each of the others writes, on average, between two
	// appraisals; 0 for none.
	AppraiseAfter int `json:"appraise_after"`
	// Split says where a text becomes two messages.
	Split string `json:"split"`
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
