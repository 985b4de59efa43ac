package systemtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestLogOfAModel plays with a model that refuses a parameter, until the session has spent its
// calls. The log says what the server refused, though the game went on. It also says that the bot
// has become silent, and why.
func TestLogOfAModel(t *testing.T) {
	t.Parallel()
	const refusal = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(string(body), `"max_tokens"`) {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": refusal, "param": "max_tokens"}})
			return
		}
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{\"text\":\"from leeds\"}"}}]}`)
	}))
	t.Cleanup(model.Close)
	var log logtest.Buffer
	p := startLogged(t, &log, []string{
		"PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL=" + model.URL + "/v1", "SESSION_MAX_CALLS=2", "LOG_LEVEL=debug",
	})
	id := p.open(turing(map[string]any{"seed": 1, "biography": sessiontest.Biography()})) // so that the first call is the strategy's
	p.say(id, "Blue", "red, where are you from?")
	await(p, id, func(s *session.StrategyDegraded) bool { return s.To == session.PathSilence })
	p.end(syscall.SIGTERM)
	for _, want := range [][]string{
		{"level=INFO", "model call", "reason=first", "outcome=model_error", refusal},
		{"level=DEBUG", "model call", "reason=rung", "outcome=ok", "estimated=true"},
		{"level=WARN", "a bot takes a cheaper path", "session=" + id, "to=" + session.PathSilence, "reason=calls_spent", "calls=2"},
	} {
		found := false
		for line := range strings.Lines(log.String()) {
			all := true
			for _, part := range want {
				all = all && strings.Contains(line, part)
			}
			found = found || all
		}
		if !found {
			t.Errorf("no line holds %q:\n%s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "where are you from") {
		t.Errorf("the log contains what was said:\n%s", log.String())
	}
}
