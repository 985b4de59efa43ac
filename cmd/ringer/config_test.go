package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
)

// commandIn runs a command line in an environment and returns what it printed.
func commandIn(t *testing.T, env map[string]string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, func(name string) string { return env[name] }, &out, &out)
	return out.String(), err
}

func TestConfigShowsValuesAndSources(t *testing.T) {
	t.Parallel()
	out, err := commandIn(t, map[string]string{
		"PORT": "9000", "OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": "https://me:secret@models.example/v1?api_key=secret", "LOG_LEVEL": "warn",
	}, "config", "--log-level", "debug", "--database-url", "postgres://me:sec/ret@host/name?sslpassword=secret")
	if err == nil || strings.Contains(out+err.Error(), "sec/ret") {
		t.Errorf("a URL that is none: %q, %v", out, err)
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
			t.Fatalf("%s was content", command)
		}
		for _, want := range []string{"PORT", "MODEL_TIMEOUT", "--log-format", "--openai-base-url", "--log-level", "--pprof"} {
			if strings.Count(err.Error(), want) != 1 {
				t.Errorf("%s: %q does not say once what is wrong with %s", command, err, want)
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

// stopper is what a server prints. It stops the server once that has printed a text.
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
	if err := run(ctx, nil, func(name string) string { return env[name] }, out, log); err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(` +`).ReplaceAllString(out.String(), " ") // however wide the columns are
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
			t.Errorf("a line of the log is no JSON: %s", line)
		}
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	port := p.url[strings.LastIndex(p.url, ":")+1:]
	for _, host := range []string{"127.0.0.1", "0.0.0.0", "localhost"} {
		if out, err := commandIn(t, map[string]string{"HOST": host, "PORT": port}, "health"); err != nil || strings.Count(out, "\n") != 1 {
			t.Errorf("at %s: %q, %v", host, out, err)
		}
	}
	if _, err := commandIn(t, nil, "health", "--url", p.url+"/"); err != nil {
		t.Error(err)
	}
	if _, err := commandIn(t, nil, "health", "--url", p.url+"/v1"); err == nil || !strings.Contains(err.Error(), http.StatusText(http.StatusNotFound)) {
		t.Errorf("at another path: %v", err)
	}
	p.end(syscall.SIGTERM)
	if _, err := commandIn(t, map[string]string{"PORT": port}, "health"); err == nil {
		t.Error("a server that is gone is healthy")
	}
	if _, err := commandIn(t, map[string]string{"PORT": "0"}, "health"); err == nil || !strings.Contains(err.Error(), "--url") {
		t.Errorf("a free port: %v", err)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	if out, err := commandIn(t, nil, "version"); err != nil || !strings.HasPrefix(out, "ringer ") || !strings.Contains(out, "go1.") {
		t.Errorf("%q, %v", out, err)
	}
	var b build
	if out, err := commandIn(t, nil, "version", "--json"); err != nil || json.Unmarshal([]byte(out), &b) != nil || b.Go == "" || b.Version == "" {
		t.Errorf("%q, %v", out, err)
	}
	b = buildOf(&debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-31T18:30:00Z"}, {Key: "vcs.modified", Value: "true"},
	}})
	if b.Version != "v1.2.3" || b.Revision != "abc" || b.Time != "2026-01-31T18:30:00Z" || !b.Modified {
		t.Errorf("%+v", b)
	}
}
