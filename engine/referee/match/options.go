package match

import (
	"encoding/json"
	"errors"

	"ringer/engine/schema"
	"ringer/engine/session"
)

// ParseOptions checks options against the schema of their rules, and returns them with the
// defaults. It adds what is wrong, with pointers such as /options/day_ms.
//
// The least times of a schema leave people time to read and press. The greatest ones keep a phase
// and a vote below the limits of the API at the slowest speed, 0.01.
func ParseOptions[T any](rules Rules, raw json.RawMessage, errs *session.Errors) (options T) {
	source := schema.Source{Name: "rules " + rules.ID(), Text: rules.Schema(), Owner: "these rules", Route: "GET /v1/rules"}
	known, err := schema.Compile(source)
	if err == nil {
		err = known.Check(raw)
	}
	if err == nil {
		options, err = schema.Parse[T](source.Text, raw)
	}
	if refused, ok := errors.AsType[session.Errors](err); ok {
		*errs = append(*errs, refused...)
	} else if err != nil { // the schema takes 1e4 as a whole number, and Go does not
		errs.Add(session.CodeInvalidOption, "/options", "has a number that is written with a fraction or an exponent; write whole numbers in digits only")
	}
	return options
}

// Told returns the options of a game that everybody knows, as a deal holds them: all but those
// named here.
func Told(options any, secret ...string) json.RawMessage {
	var all map[string]json.RawMessage
	b, err := json.Marshal(options)
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	for _, name := range secret {
		delete(all, name)
	}
	if err == nil {
		b, err = json.Marshal(all)
	}
	if err != nil {
		panic("match: options that are no JSON: " + err.Error()) // they were read from JSON
	}
	return b
}
