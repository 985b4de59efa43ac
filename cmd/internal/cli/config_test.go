package cli

import (
	"bytes"
	"context"
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
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
	sessiontest.NoError(t, err)
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
		for _, want := range []string{"PORT", "MODEL_TIMEOUT", "LOG_FORMAT", "OPENAI_BASE_URL", "--log-level", "--pprof"} {
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

// TestErrorsNameTheSource gives bad values in variables and in flags. The error names where the
// value came from, and not the other place.
func TestErrorsNameTheSource(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variable, flag, value string }{
		{"HOST", "--host", "0.0.0.0"}, {"PORT", "--port", "70000"}, {"RINGER_API_KEY", "--api-key", "short"}, {"RINGER_CORS_ORIGIN", "--cors-origin", "game.example"},
		{"RINGER_RATE_LIMIT", "--rate-limit", "-1"}, {"RINGER_HEARTBEAT", "--heartbeat", "1ns"}, {"RINGER_STREAM_LIFE", "--stream-life", "99h"},
		{"NATS_URL", "--nats-url", "nats://one/two"}, {"RINGER_DRAIN", "--drain", "-1s"}, {"RINGER_REPLICA", "--replica-name", "a\x07"},
		{"DATABASE_URL", "--database-url", "mysql://host/name"}, {"LOG_LEVEL", "--log-level", "loud"}, {"LOG_FORMAT", "--log-format", "xml"}, {"PPROF_ADDR", "--pprof", "0.0.0.0:1"},
		{"OPENAI_BASE_URL", "--openai-base-url", "localhost"}, {"MODEL_TIMEOUT", "--model-timeout", "1ms"}, {"MODEL_REFLEX", "--model-reflex", "a,temperature=x"},
		{"MODEL_EXTRA_BODY", "--model-extra-body", "[]"}, {"MODEL_PRICES", "--model-prices", "x"}, {"MODEL_IN_FLIGHT", "--model-in-flight", "0"},
		{"RINGER_LANGUAGE_ALLOW", "--language-allow", "klingon!"}, {"SESSION_MAX_CALLS", "--session-max-calls", "-1"}, {"SESSION_MAX_TOKENS", "--session-max-tokens", "-1"},
		{"SESSION_MAX_COST", "--session-max-cost", "-1"}, {"RINGER_SUSPICION_WEIGHTS", "--suspicion-weights", "/no/such/file"},
	} {
		flag := regexp.MustCompile(regexp.QuoteMeta(c.flag) + `\b[^-]`)
		variable := regexp.MustCompile(`\b` + c.variable + `\b`)
		if _, err := commandIn(t, map[string]string{c.variable: c.value}, "config"); err == nil || !variable.MatchString(err.Error()) || flag.MatchString(err.Error()) {
			t.Errorf("the variable %s: %v", c.variable, err)
		}
		if _, err := command(t, "config", c.flag+"="+c.value); err == nil || !flag.MatchString(err.Error()) || variable.MatchString(err.Error()) {
			t.Errorf("the flag %s: %v", c.flag, err)
		}
	}
	// What a store says of a database is about DATABASE_URL, since it knows no flags.
	if _, err := command(t, "migrate", "--database-url", "postgres://127.0.0.1:1/name"); err == nil || !strings.Contains(err.Error(), "host and port in --database-url") {
		t.Errorf("a Postgres that is not there: %v", err)
	}
	env := map[string]string{"HOST": "192.0.2.1", "PORT": "0", "RINGER_API_KEY": testKey}
	_, err := commandIn(t, env, "serve")
	sessiontest.Fails(t, err, "another address with HOST and PORT")
}

func TestDurationsNeedAUnit(t *testing.T) {
	t.Parallel()
	for variable, want := range map[string]string{"RINGER_HEARTBEAT": "write 20s for seconds", "RINGER_STREAM_LIFE": "20m", "RINGER_DRAIN": "20s", "MODEL_TIMEOUT": "20s", "MODEL_REPLY": "15s"} {
		value := "20"
		if variable == "MODEL_REPLY" {
			value = "name,timeout=20"
		}
		if _, err := commandIn(t, map[string]string{variable: value}, "config"); err == nil || !strings.Contains(err.Error(), variable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s=%s: %v", variable, value, err)
		}
	}
	for want, args := range map[string][]string{
		"write 15s for seconds": {"serve", "--heartbeat", "15"}, "write 1.5s": {"bench", "--duration", "1.5"}, "such as 500ms, 15s": {"serve", "--drain", "soon"},
		"30d or 12h": {"prune", "--older-than", "30"}, "write 2s": {"replay", "config_test.go", "--virtual", "--latency", "2"},
	} {
		_, err := command(t, args...)
		sessiontest.Fails(t, err, want)
	}
	if out, err := commandIn(t, map[string]string{"RINGER_HEARTBEAT": "20s"}, "config", "--drain", "1m30s"); err != nil || !strings.Contains(out, "20s") || !strings.Contains(out, "1m30s") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestLoopback lists hosts that only this machine reaches, so that no key is needed, and others.
func TestLoopback(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"::1", "[::1]", "localhost", "LocalHost", "127.0.0.1", "127.0.0.2", "::ffff:127.0.0.1", "[::ffff:127.0.0.1]", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]"} {
		if out, err := commandIn(t, map[string]string{"HOST": host}, "config"); err != nil || strings.Contains(out, "[") {
			t.Errorf("%s: %v\n%s", host, err, out)
		}
	}
	for _, host := range []string{"::", "[::]", "0.0.0.0", "[::1", "::1]", "128.0.0.1", "::ffff:10.0.0.1", "localhost.example", "[]"} {
		if _, err := commandIn(t, map[string]string{"HOST": host}, "config"); err == nil {
			t.Errorf("%s needs no key", host)
		}
	}
	if listener, err := net.Listen("tcp", "[::1]:0"); err == nil { // this machine has IPv6
		listener.Close()
		ctx, stop := context.WithCancel(t.Context())
		out := &stopper{at: "Try it", stop: stop}
		env := map[string]string{"HOST": "[::1]", "PORT": "0", "RINGER_DB": filepath.Join(t.TempDir(), "ringer.db")}
		if err := Run(ctx, nil, func(name string) string { return env[name] }, Streams{Out: out, Err: &bytes.Buffer{}}); err != nil || !strings.Contains(out.String(), "http://[::1]:") {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// TestNATSNeedsPostgres: a server on SQLite has nobody to talk to, so the address of NATS is a
// mistake.
func TestNATSNeedsPostgres(t *testing.T) {
	t.Parallel()
	env := map[string]string{"NATS_URL": "nats://nats:4222"}
	if _, err := commandIn(t, env, "config"); err == nil || !strings.Contains(err.Error(), "NATS_URL") || !strings.Contains(err.Error(), "DATABASE_URL") {
		t.Errorf("%v", err)
	}
	env["DATABASE_URL"] = "postgres://host/name"
	if _, err := commandIn(t, env, "config"); err != nil {
		t.Error(err)
	}
}

// stopper is the output of a server. It stops the server once the output contains a text.
type stopper struct {
	bytes.Buffer
	at   string
	stop func()
}

func (s *stopper) Write(b []byte) (int, error) {
	defer func() {
		if strings.Contains(s.String(), s.at) {
			s.stop()
		}
	}()
	return s.Buffer.Write(b)
}

func TestServePrintsItsSettings(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	out, log := &stopper{at: "Try it", stop: stop}, &bytes.Buffer{}
	env := map[string]string{
		"PORT": "0", "RINGER_DB": filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL": "http://me:secret@127.0.0.1:1/v1",
	}
	sessiontest.NoError(t, Run(ctx, nil, func(name string) string { return env[name] }, Streams{Out: out, Err: log}))
	// however wide the columns are
	shown := regexp.MustCompile(` +`).ReplaceAllString(out.String(), " ")
	sessiontest.Contains(t, shown, "\n --openai-base-url http://me:xxxxx@127.0.0.1:1/v1 (environment OPENAI_BASE_URL)\n", "\n --log-level info\n")
	if strings.Contains(out.String()+log.String(), "secret") {
		t.Errorf("a secret is shown:\n%s%s", out, log)
	}
}
