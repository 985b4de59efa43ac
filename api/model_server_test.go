package api_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ringer/api"
	"ringer/engine/tenant"
	"ringer/store"
)

// withoutServers lets tenants bring no model servers.
func withoutServers(t *testing.T) func(*api.Options) {
	db := must(store.Open(t.Context(), filepath.Join(t.TempDir(), "tenants.db")))(t)
	t.Cleanup(func() { succeed(t, db.Close()) })
	return func(o *api.Options) { o.Meter = tenant.NewMeter(db, db.Session, tenant.Servers{}, time.Now, o.Log) }
}

// TestModelServer: an admin key sets, reads and takes away the model server of its tenant, and one
// of the operator that of others. The key of the server is never shown.
func TestModelServer(t *testing.T) {
	s := start(t, withKey).as(key)
	mine := s.as(s.makeKey(`{"name":"a","tenant":"acme","scopes":["admin"]}`).Key)
	const path = "/v1/model-server"
	none := `{"tenant":"acme","has_key":false,"models":[]}`
	mine.send("GET", path, "").is(t, 200, none)
	set := `{"base_url":"https://models.example/v1","key":"sk-4f7","models":[{"name":"a"},{"name":"b","price":{"prompt":0.4,"answer":1.6,"cached":0.1}}]}`
	want := `{"tenant":"acme","base_url":"https://models.example/v1","has_key":true,"models":[{"name":"a"},{"name":"b","price":{"prompt":0.4,"answer":1.6,"cached":0.1}}]}`
	mine.send("PUT", path, set).is(t, 200, want)
	mine.send("PUT", path, set).is(t, 200, want)
	mine.send("GET", path, "").is(t, 200, want)
	s.send("GET", path+"?tenant=acme", "").is(t, 200, want)
	if lines := string(mine.send("GET", "/v1/export", "").is(t, 200, `"model_server":{"base_url":"https://models.example/v1","models":[`).Body); strings.Contains(lines, "sk-4f7") {
		t.Errorf("the export shows the key: %s", lines)
	}
	s.send("GET", path, "").is(t, 200, `{"tenant":"default","has_key":false,"models":[]}`)
	other := s.as(s.makeKey(`{"name":"a","tenant":"other","scopes":["admin"]}`).Key)
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		body := ""
		if method == "PUT" {
			body = set
		}
		other.send(method, path+"?tenant=acme", body).refused(t, "422 invalid_parameter tenant")
	}
	mine.send("PUT", path, `{"base_url":"https://models.example/v1","models":[{"name":"a"}]}`).is(t, 200, `"has_key":false`)
	s.send("PUT", path+"?tenant=acme", set).is(t, 200, want)
	mine.send("DELETE", path, "").is(t, 200, none)
	mine.send("DELETE", path, "").is(t, 200, none)
}
