package cli

import (
	"bytes"
	"strings"
	"testing"
)

// run runs a command line in an environment and returns what it printed.
func run(t *testing.T, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = Run(t.Context(), args, func(name string) string { return env[name] }, Streams{Out: &out, Err: &errs})
	return out.String(), errs.String(), err
}

// commandIn runs a command line in an environment and returns all that it printed.
func commandIn(t *testing.T, env map[string]string, args ...string) (string, error) {
	t.Helper()
	out, errs, err := run(t, env, args...)
	return out + errs, err
}

// command runs a command line in an empty environment and returns all that it printed.
func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	return commandIn(t, nil, args...)
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{"replay <file>": {"--help"}, "$OPENAI_API_KEY": {"serve", "--help"}, "--virtual": {"replay", "--help"}} {
		if out, _, err := run(t, nil, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}
