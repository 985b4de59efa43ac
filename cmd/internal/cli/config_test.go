package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestConfigShowsValuesAndSources(t *testing.T) {
	t.Parallel()
	out, err := commandIn(t, map[string]string{
		"PORT": "9000", "OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": "https://me:secret@models.example/v1?api_key=secret", "LOG_LEVEL": "warn",
	}, "config", "--log-level", "debug", "--database-url", "postgres://me:sec/ret@host/name?sslpassword=secret")
	if err == nil || strings.Contains(out+err.Error(), "sec/ret") {
		t.Errorf("text that is not a URL: %q, %v", out, err)
	}
	out, err = commandIn(t, map[string]string{
		"PORT": "9000", "OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": "https://me:secret@models.example/v1?api_key=secret", "LOG_LEVEL": "warn",
	}, "config", "--log-level", "debug", "--database-url", "postgres://me:secret@host/name?sslpassword=secret")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out, "secret") {
		t.Errorf("a secret is shown:\n%s", out)
	}
	rows := map[string]string{}
	for line := range strings.Lines(out) {
		name, rest, _ := strings.Cut(line, " ")
		rows[name] = strings.Join(strings.Fields(rest), " ")
	}
	for name, want := range map[string]string{
		"--host":            "127.0.0.1 default",
		"--port":            "9000 environment PORT",
		"--database-url":    "postgres://me:xxxxx@host/name?sslpassword=xxxxx flag",
		"--openai-api-key":  "set environment OPENAI_API_KEY",
		"--openai-base-url": "https://me:xxxxx@models.example/v1?api_key=xxxxx environment OPENAI_BASE_URL",
		"--model-timeout":   "not set default",
		"--log-level":       "debug flag",
		"--pprof":           "not set default",
	} {
		if rows[name] != want {
			t.Errorf("%s is shown as %q, want %q", name, rows[name], want)
		}
	}
}

func TestMistakesAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	env := map[string]string{"PORT": "many", "MODEL_TIMEOUT": "soon", "LOG_FORMAT": "xml", "OPENAI_BASE_URL": "me:secret@host"}
	for _, command := range []string{"serve", "config"} {
		out, err := commandIn(t, env, command, "--log-level", "loud", "--pprof", "example.org:80")
		if err == nil {
			t.Fatalf("%s accepted it", command)
		}
		for _, want := range []string{"PORT", "MODEL_TIMEOUT", "--log-format", "--openai-base-url", "--log-level", "--pprof"} {
			if strings.Count(err.Error(), want) != 1 {
				t.Errorf("%s: %q does not mention %s once", command, err, want)
			}
		}
		if strings.Contains(out+err.Error(), "secret") {
			t.Errorf("%s shows a secret: %q, %v", command, out, err)
		}
	}
	if _, err := commandIn(t, nil, "serve", "postgres://me:secret@host/name"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a URL in a wrong place: %v", err)
	}
}

// stopper is the output of a server. It stops the server once the output contains a text.
type stopper struct {
	bytes.Buffer
	at   string
	stop func()
}

// Write implements io.Writer.
func (s *stopper) Write(b []byte) (int, error) {
	defer func() {
		if strings.Contains(s.String(), s.at) {
			s.stop()
		}
	}()
	return s.Buffer.Write(b)
}

// TestServePrintsItsSettings reads what a server prints before the lines to try.
func TestServePrintsItsSettings(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	out, log := &stopper{at: "Try it", stop: stop}, &bytes.Buffer{}
	env := map[string]string{
		"PORT": "0", "RINGER_DB": filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL": "http://me:secret@127.0.0.1:1/v1", "LOG_FORMAT": "json",
	}
	if err := Run(ctx, nil, func(name string) string { return env[name] }, Streams{Out: out, Err: log}); err != nil {
		t.Fatal(err)
	}
	// however wide the columns are
	shown := regexp.MustCompile(` +`).ReplaceAllString(out.String(), " ")
	for _, want := range []string{"\n --openai-base-url http://me:xxxxx@127.0.0.1:1/v1 (environment OPENAI_BASE_URL)\n", "\n --log-level info\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the server does not print %q:\n%s", want, out)
		}
	}
	if strings.Contains(out.String()+log.String(), "secret") {
		t.Errorf("a secret is shown:\n%s%s", out, log)
	}
	for line := range strings.Lines(log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a line of the log is not JSON: %s", line)
		}
	}
}
