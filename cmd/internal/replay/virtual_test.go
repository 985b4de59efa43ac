package replay_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/client"
	"ringer/cmd/internal/replay"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// modelServer starts a model server and returns its base URL.
func modelServer(t *testing.T) string {
	t.Helper()
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := offline.NewServer(offline.ServerConfig{Model: offline.New(strategies.Skills())})
	if err != nil {
		t.Fatal(err)
	}
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
		ok   func(took game.Millis, calls []game.Call) bool
	}{
		"Measured": {nil, func(took game.Millis, calls []game.Call) bool {
			least := int64(0)
			for _, c := range calls {
				least += max(0, c.Millis-1) // both are rounded
			}
			return int64(took) >= least*speed
		}},
		"Latency": {[]string{"--latency", "1.1s"}, func(took game.Millis, calls []game.Call) bool { return took == 1100*game.Millis(len(calls)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events := filepath.Join(t.TempDir(), "events.ndjson")
			args := append([]string{"replay", games, "--virtual", "--openai-base-url", url, "--model", offline.Name, "--speed", "5", "--events", events}, x.args...)
			out, progress, err := command(t, args...)
			if err != nil || !strings.Contains(out, "thoughts failed 0,") || !strings.Contains(progress, "own-001") {
				t.Fatalf("%v\n%s\n%s", err, progress, out)
			}
			b, err := os.ReadFile(events)
			if err != nil {
				t.Fatal(err)
			}
			calls := 0
			for line := range strings.Lines(string(b)) {
				h, err := client.ParseEvent([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				if p, ok := h.Event.Data.(*game.ThoughtCompleted); ok && len(p.Calls) > 0 {
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

// hanging is a model that never answers. Somebody interrupts the replay when it is asked.
type hanging struct{ interrupt func() }

func (h hanging) Asker(prompt.Caller) prompt.Asker { return h }

func (h hanging) Ask(ctx context.Context, _ prompt.Prompt, _ any) error {
	h.interrupt()
	<-ctx.Done()
	return &prompt.Error{Code: prompt.CallStopped, Cause: ctx.Err()}
}

// TestVirtualIsInterrupted: a replay that waits for a model server ends with its context.
func TestVirtualIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	err := replay.Run(ctx, replay.Settings{
		File: games, Variants: []replay.Variant{{Strategy: "scheduler"}}, Speed: 20, Virtual: true,
		Models: func(map[string]prompt.Skill) (step.Models, error) { return hanging{interrupt}, nil },
	}, io.Discard, io.Discard)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
