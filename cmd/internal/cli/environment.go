package cli

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// environment fills flags from the variables that their var tag names.
type environment struct {
	getenv func(string) string
	// mistakes are what variables hold that their flags cannot be. They are kept, so that all are reported at once.
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

// explain makes one error of all that is wrong with a command line and its environment, without a password.
func (e *environment) explain(err error) error {
	all := single(errors.Join(append(e.mistakes, err)...))
	switch len(all) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s; ringer --help shows what there is", masked(all[0]))
	}
	return fmt.Errorf("%d mistakes; ringer --help shows what there is:\n  %s", len(all), masked(strings.Join(all, "\n  ")))
}

// single returns the texts of the errors that were joined.
func single(err error) []string {
	if err == nil {
		return nil
	}
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return []string{err.Error()}
	}
	var all []string
	for _, e := range joined.Unwrap() {
		all = append(all, single(e)...)
	}
	return all
}
