package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// TestTenantsOfTheCommandLine exports and deletes a tenant of an SQLite file.
func TestTenantsOfTheCommandLine(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RINGER_DB": filepath.Join(t.TempDir(), "tenants.db")}
	run := func(args ...string) string {
		t.Helper()
		return sessiontest.Must(commandIn(t, env, args...))(t)
	}
	run("keys", "create", "--tenant", "acme", "--name", "room server")
	run("quotas", "acme", "--open-sessions", "7")
	export := run("tenants", "export", "acme")
	sessiontest.Contains(t, export, `{"tenant":{"id":"acme","quotas":{"open_sessions":7}}}`, `{"key":{"id":"`, `"name":"room server"`)
	if !strings.HasSuffix(export, "{\"end\":true}\n") {
		t.Errorf("the export ends with %q", export)
	}
	sessiontest.Contains(t, run("tenants", "delete", "acme"), "deleted 0 sessions and games of the tenant acme")
	if list := run("keys", "list") + run("quotas"); strings.Contains(list, "acme") {
		t.Errorf("the tenant is still in %s", list)
	}
	for want, args := range map[string][]string{
		`there is no tenant "acme"`: {"export", "acme"}, `there is no tenant "none"`: {"delete", "none"}, "the tenant default cannot be deleted": {"delete", "default"},
	} {
		_, err := commandIn(t, env, append([]string{"tenants"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}
