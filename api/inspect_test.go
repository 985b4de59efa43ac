package api_test

import (
	"fmt"
	"log/slog"
	"net/http"
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
				a := direct(s, o.Method, path, `{}`)
				if harmless := strings.HasSuffix(path, "token") || strings.HasSuffix(path, "tokens") || strings.HasSuffix(path, "suspicion"); !harmless {
					a.is(t, c.status, c.says).refused(t, fmt.Sprint(c.status, " ", c.code))
				} else if strings.Contains(string(a.Body), c.code) {
					t.Errorf("%s stores nothing, and is refused with %s", a.Request, a.Body)
				}
			}
			for _, path := range []string{"/v1/sessions", "/v1/sessions/" + id, "/v1/sessions/" + id + "/events", "/v1/sessions/" + id + "/messages", "/v1/sessions/" + id + "/export", "/healthz"} {
				direct(s, "GET", path, "").is(t, 200)
			}
			direct(s, "GET", "/readyz", "").is(t, c.ready, "only reads")
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
