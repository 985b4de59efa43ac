package replay_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/cli"
	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func modelServer(t *testing.T) string {
	t.Helper()
	strategies := enginetest.Strategies(t)
	handler := sessiontest.Must(offline.NewServer(offline.ServerConfig{Model: offline.New(strategies.Skills())}))(t)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// TestVirtualWithAServer plays in the simulator with a model server. A call takes its wall time
// times the speed, or the given latency.
func TestVirtualWithAServer(t *testing.T) {
	t.Parallel()
	const speed = 5
	url := modelServer(t)
	for name, x := range map[string]struct {
		args []string
		ok   func(took session.Millis, calls []session.Call) bool
	}{
		"Measured": {nil, func(took session.Millis, calls []session.Call) bool {
			least := int64(0)
			for _, c := range calls {
				least += max(0, c.Millis-1) // both are rounded
			}
			return int64(took) >= least*speed
		}},
		"Latency": {[]string{"--latency", "1.1s"}, func(took session.Millis, calls []session.Call) bool { return took == 1100*session.Millis(len(calls)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events := filepath.Join(t.TempDir(), "events.ndjson")
			args := append([]string{"replay", games, "--virtual", "--openai-base-url", url, "--model", offline.Name, "--speed", "5", "--events", events}, x.args...)
			out, progress, err := command(t, args...)
			if err != nil || !strings.Contains(out, "thoughts failed 0,") || !strings.Contains(progress, "own-001") {
				t.Fatalf("%v\n%s\n%s", err, progress, out)
			}
			calls := 0
			for _, h := range readEvents(t, events) {
				if p, ok := h.Event.Data.(*session.ThoughtCompleted); ok && len(p.Calls) > 0 {
					if calls += len(p.Calls); !x.ok(p.Began.Took, p.Calls) {
						t.Errorf("%s took %d ms: %+v", p.Kind, p.Began.Took, p.Calls)
					}
				}
			}
			if calls == 0 {
				t.Error("the server was not asked")
			}
		})
	}
}

// TestPaceOfTheFidelity: a variant has the pace of its fidelity, unless the flag says otherwise.
func TestPaceOfTheFidelity(t *testing.T) {
	t.Parallel()
	for pace, args := range map[session.Pace][]string{session.PaceHuman: {"--pace", "human"}, session.PacePaper: nil} {
		events := filepath.Join(t.TempDir(), "events.ndjson")
		_, _, err := command(t, append([]string{"replay", games, "--virtual", "--compare", "scheduler:fidelity=paper", "--events", events}, args...)...)
		sessiontest.NoError(t, err)
		if p, ok := readEvents(t, events)[0].Event.Data.(*session.SessionCreated); !ok || p.Config.Pace != pace || p.Config.Fidelity != session.FidelityPaper {
			t.Errorf("%q: %+v", args, p)
		}
	}
}

// TestVirtualIsInterrupted: a replay that waits for a model server ends with its context.
func TestVirtualIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not see that the client has gone
		interrupt()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	args := []string{"replay", games, "--virtual", "--openai-base-url", server.URL + "/v1"}
	if err := cli.Run(ctx, args, func(string) string { return "" }, cli.Streams{Out: io.Discard, Err: io.Discard}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
