// Package clitest runs the program within a test.
package clitest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"ringer/cmd/internal/cli"
)

// Run runs a command line in an environment of its own, and returns what it printed.
func Run(t testing.TB, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	return RunTyped(t, strings.NewReader(""), env, args...)
}

// RunTyped is Run with a standard input.
func RunTyped(t testing.TB, in io.Reader, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = cli.Run(t.Context(), args, func(name string) string { return env[name] }, cli.Streams{In: in, Out: &out, Err: &errs})
	return out.String(), errs.String(), err
}
