package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/sessiontest"
)

func TestOfflineRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"418": {"--fault", "418"}, "shares": {"--fault", "500=0.6,hang=0.6"}, "--latency": {"--latency", "soon"}, "--host and --port": {"--host", "nowhere"}, "cannot listen": {"--addr", "nowhere"},
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
