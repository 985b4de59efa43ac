package cli

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"ringer/engine/secret"
)

// environment fills flags from the variables that their var tag names.
type environment struct {
	getenv func(string) string
	// mistakes are the errors of variables whose values do not fit their flags. They are kept, so
	// that all are reported at once.
	mistakes []error
	// sources are the names by which errors should call settings: the variable in place of the flag
	// if the value came from a variable, and the reverse.
	sources map[string]string
}

var _ kong.Resolver = (*environment)(nil)

func (e *environment) Validate(*kong.Application) error { return nil }

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
	e.sources["--"+flag.Name] = name
	return value, nil
}

func (e *environment) note(line *kong.Context, err error) {
	if mistaken, ok := errors.AsType[*kong.ParseError](err); ok {
		line = mistaken.Context
	}
	if line == nil {
		return
	}
	for _, p := range line.Path {
		if p.Flag != nil && !p.Resolved {
			e.sources[p.Flag.Tag.Get("var")] = "--" + p.Flag.Name
		}
	}
}

var settingName = regexp.MustCompile(`--[a-z][a-z0-9-]*[a-z0-9]|\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\b`)

func (e *environment) blame(text string) string {
	return settingName.ReplaceAllStringFunc(text, func(name string) string { return cmp.Or(e.sources[name], name) })
}

// blamed is an error whose text names the sources of the values.
type blamed struct {
	error
	sources *environment
}

func (b *blamed) Error() string { return b.sources.blame(b.error.Error()) }

func (b *blamed) Unwrap() error { return b.error }

// explain joins all errors of a command line and its environment into one, without passwords.
func (e *environment) explain(err error) error {
	all := errorTexts(errors.Join(append(e.mistakes, err)...))
	for i, text := range all {
		all[i] = e.blame(text)
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s; ringer --help shows the commands and flags", secret.Masked(all[0]))
	}
	return fmt.Errorf("%d mistakes; ringer --help shows the commands and flags:\n  %s", len(all), secret.Masked(strings.Join(all, "\n  ")))
}

type joinedError interface {
	error
	Unwrap() []error
}

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

func decodeDuration(c *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := c.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := parseDuration(text)
	target.SetInt(int64(d))
	return err
}

// parseDuration parses a duration. Its errors say what to write.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil {
		return d, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, fmt.Errorf("%s has no unit; write %[1]ss for seconds, or %[1]sms, %[1]sm or %[1]sh", text)
	}
	return 0, fmt.Errorf("%q is not a duration; write a number with its unit, such as 500ms, 15s, 10m or 2h", text)
}
