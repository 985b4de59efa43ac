package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

func run(t *testing.T, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = Run(t.Context(), args, func(name string) string { return env[name] }, Streams{Out: &out, Err: &errs})
	return out.String(), errs.String(), err
}

func commandIn(t *testing.T, env map[string]string, args ...string) (string, error) {
	t.Helper()
	out, errs, err := run(t, env, args...)
	return out + errs, err
}

func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	return commandIn(t, nil, args...)
}

func TestMisspeltCommand(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"sevre": "serve", "server": "serve", "Serve": "serve", "migarte": "migrate", "prnue": "prune", "verison": "version", "helth": "health", "confg": "config", "repaly": "replay", "offlin": "offline",
	} {
		if _, err := command(t, word); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("unexpected argument %s, did you mean %q?", word, want)) {
			t.Errorf("%s: %v", word, err)
		}
		_, err := command(t, "--port", "0", word)
		sessiontest.Fails(t, err, fmt.Sprintf("%q", want))
	}
	for _, word := range []string{"dance", "x", "help"} {
		if _, err := command(t, word); err == nil || strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%s: %v", word, err)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{"replay <file>": {"--help"}, "$OPENAI_API_KEY": {"serve", "--help"}, "--virtual": {"replay", "--help"}} {
		if out, _, err := run(t, nil, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}
