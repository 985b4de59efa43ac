package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/bench"
	"ringer/cmd/internal/bench/baseline"
	"ringer/engine/sessiontest"
)

func TestBench(t *testing.T) {
	t.Parallel()
	url, stop, err := startServer(t.Context(), "", modelFlags{InFlight: 1, InFlightSession: 1}, &terminal{stderr: io.Discard})
	sessiontest.NoError(t, err)
	t.Cleanup(stop)
	file, old := filepath.Join(t.TempDir(), "r.json"), filepath.Join(t.TempDir(), "old.json")
	sessiontest.NoError(t, (&bench.Result{Version: 2}).WriteFile(old))
	other := strings.Replace(url, "127.0.0.1", "localhost", 1)
	args := []string{"bench", url, other, "--sessions", "6", "--streams", "2", "--rate", "50", "--duration", "1s", "--warmup", "0s", "--pace", "instant", "--json", file, "--compare", old}
	out, progress, err := run(t, nil, args...)
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, progress)
	}
	sessiontest.Contains(t, out, "6 sessions with 12 streams", "answer of a post", "posted → received", "due → received", "on 12 streams: 0 lost, 0 doubled, 0 out of order", "0 did not come to their end", "a session", "≤ ", "The older run had another load", "new/old")
	if !strings.Contains(progress, "opening the streams\n") {
		t.Errorf("progress: %s", progress)
	}
	if r, err := bench.ReadFile(file); err != nil || r.Posts.All == 0 || r.Answer.Count != r.Posts.All || len(r.Posts.Rates) != 20 {
		t.Errorf("%+v, %v", r, err)
	}
	if list, err := listSessions(url); err != nil || strings.Contains(list, "ses_") {
		t.Errorf("sessions are left: %s, %v", list, err)
	}
}

func listSessions(url string) (body string, err error) {
	response, err := http.Get(url + "/v1/sessions")
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	return string(b), err
}

// lossy leaves out the event with the seq 2 of each stream.
type lossy struct{ http.ResponseWriter }

// Write implements io.Writer. Each write of the server is one event.
func (w lossy) Write(b []byte) (int, error) {
	if strings.HasSuffix(string(b), "\nid: 2\n\n") {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

func (w lossy) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func TestBenchFailsWhenAnEventIsLost(t *testing.T) {
	t.Parallel()
	handler := sessiontest.Must(baseline.New(t.Context(), baseline.Fanout, ""))(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/stream") {
			w = lossy{w}
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	out, _, err := run(t, nil, "bench", server.URL, "--sessions", "1", "--streams", "3", "--duration", "1s", "--warmup", "0s")
	if err == nil || !strings.Contains(err.Error(), "streams lost 3 events, doubled 0, and brought 0 out of order; 0 did not") || !strings.Contains(out, "3 lost") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestBenchRefuses(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"nowhere must be the URL":         {"nowhere"},
		"--sessions must be":              {"--sessions", "0"},
		"--duration must be":              {"--duration", "1ms"},
		"--json: open":                    {"http://127.0.0.1:1", "--json", "/nowhere/r.json"},
		"a session cannot be opened":      {"http://127.0.0.1:1", "--sessions", "1"},
		"is not a result of ringer bench": {"--compare", "../../../engine/recording/testdata/mafia.jsonl"},
	} {
		_, _, err := run(t, nil, append([]string{"bench"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}
