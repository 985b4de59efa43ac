package cli

import (
	"bytes"
	"context"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/sessiontest"
)

func TestProfilesAreForThisMachine(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]int{
		"127.0.0.1:6060": 200, "localhost:6060": 200, "localhost": 200, "[::1]:6060": 200, "evil.example:6060": 403, "evil.example": 403, "127.0.0.1.evil.example:6060": 403,
	} {
		request := httptest.NewRequest("GET", "http://x/debug/pprof/", nil)
		request.Host = host
		response := httptest.NewRecorder()
		profiler().ServeHTTP(response, request)
		if response.Code != want {
			t.Errorf("%s: %d, want %d", host, response.Code, want)
		}
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	busy := sessiontest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { busy.Close() })
	_, port, _ := net.SplitHostPort(busy.Addr().String())
	text := filepath.Join(t.TempDir(), "text.db")
	sessiontest.NoError(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600))
	for want, args := range map[string][]string{
		"not a loopback address":      {"--host", "0.0.0.0"},
		"--port must be":              {"--port", "70000"},
		"--openai-base-url must be":   {"--openai-base-url", "localhost"},
		"--language-allow: \"klingon": {"--language-allow", "fi,klingon"},
		"--model-timeout must be":     {"--model-timeout", "1ms"},
		"there is no folder":          {"--db", filepath.Join(t.TempDir(), "no", "such.db"), "--port", "0"},
		"unknown flag":                {"--colour", "red"},
		"ringer --help shows the":     {"dance"},
		"cannot listen":               {"--db", filepath.Join(t.TempDir(), "a.db"), "--port", port},
		"is not an SQLite database;":  {"--db", text, "--port", "0"},
	} {
		_, _, err := run(t, nil, args...)
		sessiontest.Fails(t, err, want)
	}
}

func TestOfflineRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "answers.ndjson")
	sessiontest.NoError(t, os.WriteFile(script, []byte("{}\n{\"fault\":\"418\"}\n"), 0o600))
	for want, args := range map[string][]string{
		"418": {"--fault", "418"}, "shares": {"--fault", "500=0.6,hang=0.6"}, "--latency": {"--latency", "soon"}, "--host and --port": {"--host", "nowhere"}, "cannot listen": {"--addr", "nowhere"},
		"answers.ndjson: line 2: fault": {"--script", script},
	} {
		if out, err := commandIn(t, nil, append([]string{"offline"}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %q, %v", args, out, err)
		}
	}
}

func TestOfflinePrintsWhatToTry(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	out, log := &stopper{at: "/chat/completions", stop: stop}, &bytes.Buffer{}
	sessiontest.NoError(t, Run(ctx, []string{"offline", "--host", "127.0.0.1", "--port", "0", "--fault", "429=0.5"}, func(string) string { return "" }, Streams{Out: out, Err: log}))
	sessiontest.Contains(t, out.String(), "OPENAI_BASE_URL=http://127.0.0.1:", "/v1 ringer\n", "curl ", "429=0.5", offline.Note)
	if !strings.Contains(log.String(), "msg=totals requests=0") {
		t.Errorf("it does not log its totals: %s", log)
	}
}
