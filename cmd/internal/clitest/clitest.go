// Package clitest runs the program within a test.
package clitest

import (
	"bytes"
	"strings"
	"testing"

	"ringer/cmd/internal/cli"
)

// Run runs a command line in an environment of its own, and returns what it printed.
func Run(t testing.TB, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	std := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	err = cli.Run(t.Context(), args, func(name string) string { return env[name] }, std)
	return out.String(), errs.String(), err
}
