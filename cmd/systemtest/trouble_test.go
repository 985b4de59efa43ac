package systemtest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"ringer/engine/session"
)

// TestModelInTrouble posts while the model misbehaves. Every post is accepted, the log shows the
// failed thought and its retry, and the bot answers again when the model does.
func TestModelInTrouble(t *testing.T) {
	slow(t)
	answer := func(status int, content string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"choices":[{"message":{"content":%q}}]}`, content)
		}
	}
	for name, c := range map[string]struct {
		trouble http.HandlerFunc
		code    string
	}{
		"Down":        {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "model_unreachable"},
		"Slow":        {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "model_timeout"},
		"RateLimited": {answer(429, ""), "model_rate_limited"},
		"Error":       {answer(500, ""), "model_error"},
		"Empty":       {answer(200, ""), "answer_empty"},
		"WrongShape":  {answer(200, `{"decision":"perhaps"}`), "answer_unreadable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			healthy := make(chan struct{})
			model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				// otherwise the server does not notice that the client is gone
				body, _ := io.ReadAll(r.Body)
				select {
				case <-healthy:
					content := `{"decision":"send"}`
					if !bytes.Contains(body, []byte("scheduler.when")) {
						content = `{"text":"back again"}`
					}
					answer(200, content)(w, r)
				default:
					c.trouble(w, r)
				}
			}))
			t.Cleanup(model.Close)
			// The limit is longer than all calls of a question take. A call that is cut off by it
			// would have another code.
			limit := "10s"
			if c.code == "model_timeout" {
				limit = "1s"
			}
			p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL="+model.URL, "MODEL_TIMEOUT="+limit)
			id := p.create(`{}`)
			p.say(id, "Blue", "red?")
			if failed := await(p, id, func(f *session.ThoughtFailed) bool { return f.Attempt == 2 }); failed.Code != c.code {
				t.Errorf("code %s, want %s", failed.Code, c.code)
			}
			p.say(id, "Green", "anybody?")
			close(healthy)
			if sent := await(p, id, func(*session.MessageSent) bool { return true }); sent.Text != "back again" {
				t.Errorf("sent %q", sent.Text)
			}
		})
	}
}
