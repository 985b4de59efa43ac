package api_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/store"
)

// TestServerOnlyReads asks a server that only reads for everything that its API offers. It answers
// all reads. It refuses all else with a code that says why, and nothing is stored.
func TestServerOnlyReads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason        error
		status, ready int
		code, says    string
	}{
		{journal.ErrInspecting, 403, 200, "inspect_only", "another server"},
		{journal.ErrCopied, 503, 503, "database_copied", "--adopt"},
	} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			db := store.NewMemory()
			_, first := bubbleServer(t, db)
			id := open(t, first)
			first.Close()
			s := inspecting(t, db, c.reason)
			for _, o := range api.Operations() {
				if o.Method == http.MethodGet {
					continue
				}
				path := strings.NewReplacer("{id}", id, "{mid}", "m", "{vid}", "v").Replace(o.Path)
				status, code, detail, _ := askWhy(s, o.Method, path, `{}`)
				if harmless := strings.HasSuffix(path, "token") || strings.HasSuffix(path, "tokens") || strings.HasSuffix(path, "suspicion"); harmless {
					if code == c.code {
						t.Errorf("%s %s stores nothing, and is refused with %s", o.Method, o.Path, code)
					}
				} else if status != c.status || code != c.code || !strings.Contains(detail, c.says) {
					t.Errorf("%s %s: status %d, code %s, detail %q; want %d, %s and %q", o.Method, o.Path, status, code, detail, c.status, c.code, c.says)
				}
			}
			for _, path := range []string{"/v1/sessions", "/v1/sessions/" + id, "/v1/sessions/" + id + "/events", "/v1/sessions/" + id + "/messages", "/v1/sessions/" + id + "/export", "/healthz"} {
				if status, code, _ := ask(s, "GET", path, ""); status != http.StatusOK {
					t.Errorf("GET %s: status %d, code %s", path, status, code)
				}
			}
			ready := httptest.NewRecorder()
			serve(s, ready, httptest.NewRequest("GET", "http://localhost/readyz", nil))
			if body := ready.Body.String(); ready.Code != c.ready || !strings.Contains(body, "only reads") {
				t.Errorf("/readyz: status %d, %s; want %d, and that it only reads", ready.Code, body, c.ready)
			}
		})
	}
}

// inspecting returns a server that only reads a store, for a reason.
func inspecting(t *testing.T, db journal.Store, reason error) *api.Server {
	t.Helper()
	e := enginetest.Start(t, engine.Parts{Store: db, ReadsOnly: reason})
	t.Cleanup(e.Close)
	return api.New(e, api.Options{Log: slog.New(slog.DiscardHandler), Warnings: e.Warnings})
}
