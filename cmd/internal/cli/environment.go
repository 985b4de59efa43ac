package cli

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"ringer/engine/secret"
)

// environment fills flags from the variables that their var tag names.
type environment struct {
	getenv func(string) string
	// mistakes are the errors of variables whose values do not fit their flags. They are kept, so
	// that all are reported at once.
	mistakes []error
}

var _ kong.Resolver = (*environment)(nil)

// Validate implements kong.Resolver.
func (e *environment) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver.
func (e *environment) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	name := flag.Tag.Get("var")
	if name == "" {
		return nil, nil
	}
	value := e.getenv(name)
	if value == "" {
		return nil, nil
	}
	attempt := &kong.DecodeContext{Value: flag.Value, Scan: kong.Scan().PushTyped(value, kong.FlagValueToken)}
	if err := flag.Mapper.Decode(attempt, reflect.New(flag.Target.Type()).Elem()); err != nil {
		e.mistakes = append(e.mistakes, fmt.Errorf("the variable %s cannot be used: %w", name, err))
		return nil, nil
	}
	return value, nil
}

// explain joins all errors of a command line and its environment into one, without passwords.
func (e *environment) explain(err error) error {
	all := errorTexts(errors.Join(append(e.mistakes, err)...))
	switch len(all) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s; ringer --help shows the commands and flags", secret.Masked(all[0]))
	}
	return fmt.Errorf("%d mistakes; ringer --help shows the commands and flags:\n  %s", len(all), secret.Masked(strings.Join(all, "\n  ")))
}

// joinedError is an error that errors.Join has made.
type joinedError interface {
	error
	Unwrap() []error
}

// errorTexts returns the texts of the errors that were joined into one.
func errorTexts(err error) []string {
	if err == nil {
		return nil
	}
	joined, ok := errors.AsType[joinedError](err)
	if !ok {
		return []string{err.Error()}
	}
	var all []string
	for _, e := range joined.Unwrap() {
		all = append(all, errorTexts(e)...)
	}
	return all
}
