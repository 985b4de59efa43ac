package fourmind

import (
	_ "embed"
	"encoding/json"

	"ringer/engine/game"
)

//go:embed options.json
var optionsSchema []byte

// The modes of the objective.
const (
	objectiveSeed     = "seed"
	objectiveAdaptive = "adaptive"
	objectiveNone     = "none"
)

// options are what a session may change. options.json holds their bounds and defaults.
type options struct {
	Objective string `json:"objective"`
	// Support and Target are ids of players; empty for whoever is drawn.
	Support string `json:"support"`
	Target  string `json:"target"`
	// Simulated is how many messages a simulation writes, Paths how many simulations there are.
	Simulated int `json:"simulated"`
	Paths     int `json:"paths"`
	// SpeakThreshold is the least share of the paths in which the bot must be first to speak.
	SpeakThreshold float64 `json:"speak_threshold"`
	// Batch is how many messages one call analyses.
	Batch    int    `json:"batch"`
	Greeting bool   `json:"greeting"`
	Origin   string `json:"origin"`
	// Age shows how old messages are in place of the clock.
	Age bool `json:"age"`
	// AccuseLead is in log-odds. That of the classifier, 10, is more than the doubts of a mind can come to.
	AccuseLead float64 `json:"accuse_lead"`
}

func defaults() options {
	return options{
		Objective: objectiveSeed, Simulated: 1, Paths: 1, SpeakThreshold: 0.5, Batch: 5, Greeting: true, Origin: "Upper Austria", AccuseLead: 5,
	}
}

func parseOptions(raw json.RawMessage) (options, error) {
	o := defaults()
	if len(raw) == 0 {
		return o, nil
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return o, err
	}
	return o, o.validate()
}

// validate says which options do not fit together.
func (o options) validate() error {
	var errs game.Errors
	if o.Support != "" && o.Support == o.Target {
		errs.Add(game.CodeInvalidOption, "/options/target", "is the player to support; name another, or leave one of them out")
	}
	if o.Objective == objectiveAdaptive && o.Target != "" {
		errs.Add(game.CodeInvalidOption, "/options/target", "is picked by the adaptive objective; leave it out, or set objective to seed")
	}
	for _, x := range [2][2]string{{"support", o.Support}, {"target", o.Target}} {
		if o.Objective == objectiveNone && x[1] != "" {
			errs.Add(game.CodeInvalidOption, "/options/"+x[0], "is of no use without an objective; leave it out, or set objective to seed")
		}
	}
	return errs.Err()
}
