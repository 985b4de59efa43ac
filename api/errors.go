package api

import (
	"bytes"
	_ "embed"
	"sync"

	"go.yaml.in/yaml/v3"

	"ringer/engine/session"
)

// meaning is what a code means in HTTP; errors.yaml says what each field is.
type meaning struct {
	Status           int
	Title, Next      string
	Retryable, Doubt bool
	Pointer, Detail  string
}

//go:embed errors.yaml
var errorsYAML []byte

// meanings returns the one table of codes. TestRefusals checks that the server answers with
// most of its examples.
var meanings = sync.OnceValue(func() (table map[session.Code]meaning) {
	d := yaml.NewDecoder(bytes.NewReader(errorsYAML))
	d.KnownFields(true)
	if err := d.Decode(&table); err != nil {
		panic("api: errors.yaml: " + err.Error()) // it names the line, and no test would run
	}
	return table
})
