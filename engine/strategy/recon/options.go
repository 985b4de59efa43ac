package recon

import (
	_ "embed"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/timing"
)

//go:embed options.json
var optionsSchema []byte

// The last two are also the cheaper paths.
const (
	contemplateRecon   = "recon"
	contemplateCoT     = "cot"
	contemplateVanilla = "vanilla"
)

const (
	on  = "on"
	off = "off"
)

const (
	// stagesSeparate makes the paper's four calls.
	stagesSeparate = "separate"
	stagesJoined   = "joined"
)

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	Contemplation string `json:"contemplation"`
	Stages        string `json:"stages"`
	// Off leaves a draft without guesses and without a thought.
	Formulation string `json:"formulation"`
	FirstOrder  string `json:"first_order"`
	// Off also leaves out the second order.
	Refinement  string `json:"refinement"`
	SecondOrder string `json:"second_order"`
	Posterior   string `json:"posterior"`
	// The roles say whose models answer (Table 5).
	FormulationRole prompt.ModelRole `json:"formulation_role"`
	RefinementRole  prompt.ModelRole `json:"refinement_role"`
	WordsPerMinute  int              `json:"wpm"`
	Turn            timing.Millis    `json:"turn_ms"`
	Silence         timing.Millis    `json:"silence_ms"`
}

func (o options) validate() error {
	var errs session.Errors
	for _, s := range []struct{ name, value string }{
		{"formulation", o.Formulation}, {"first_order", o.FirstOrder}, {"refinement", o.Refinement}, {"second_order", o.SecondOrder},
	} {
		switch {
		case s.value == on:
		case o.Contemplation != contemplateRecon:
			errs.Add(session.CodeInvalidOption, "/options/"+s.name, "is a part of recon and has no effect with this contemplation; leave one of the two out")
		case s.name == "first_order" && o.Formulation == off:
			errs.Add(session.CodeInvalidOption, "/options/first_order", "is off already when formulation is off; leave it out")
		case s.name == "second_order" && o.Refinement == off:
			errs.Add(session.CodeInvalidOption, "/options/second_order", "is off already when refinement is off; leave it out")
		}
	}
	return errs.Err()
}
