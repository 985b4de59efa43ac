package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/tenant"
)

// TestKeysOfTheCommandLine makes, lists, rotates and revokes keys. Only what makes one prints it.
func TestKeysOfTheCommandLine(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RINGER_DB": filepath.Join(t.TempDir(), "keys.db")}
	run := func(args ...string) string {
		t.Helper()
		return sessiontest.Must(commandIn(t, env, append([]string{"keys"}, args...)...))(t)
	}
	keyIn := func(out string) string {
		t.Helper()
		_, key, ok := strings.Cut(out, tenant.Prefix)
		if !ok {
			t.Fatalf("no key in %q", out)
		}
		return tenant.Prefix + strings.Fields(key)[0]
	}
	key := keyIn(run("create", "--name", "room server", "--tenant", "acme", "--scope", "read,write", "--rate", "7"))
	id, _, _ := strings.Cut(strings.TrimPrefix(key, tenant.Prefix), "_")
	sessiontest.Contains(t, run("list"), id, "acme", "room server", "read,write", " 7 ", "valid")
	next := keyIn(run("rotate", id, "--overlap", "7d"))
	sessiontest.Contains(t, run("list"), "until ", "valid")
	sessiontest.Contains(t, run("revoke", next), "revoked the key")
	if list := run("list"); strings.Contains(list, key) || strings.Contains(list, next) || !strings.Contains(list, "revoked 2") {
		t.Errorf("the list is %s", list)
	}
	for want, args := range map[string][]string{
		"ringer keys list shows": {"revoke", "none"}, "--tenant must": {"create", "--tenant", "A B"}, "for keys of the tenant default": {"create", "--tenant", "acme", "--scope", "metrics"},
		"must be one of": {"create", "--scope", "all"}, "--rate must": {"create", "--rate=-1"},
	} {
		_, err := commandIn(t, env, append([]string{"keys"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}

// TestQuotasOfTheCommandLine sets, shows and clears quotas. The name of a tenant alone changes
// nothing.
func TestQuotasOfTheCommandLine(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RINGER_DB": filepath.Join(t.TempDir(), "quotas.db")}
	run := func(args ...string) string {
		t.Helper()
		out := sessiontest.Must(commandIn(t, env, append([]string{"quotas"}, args...)...))(t)
		return strings.Join(strings.Fields(out), " ")
	}
	set := run("acme", "--open-sessions", "100", "--cost-per-day", "2.5")
	sessiontest.Contains(t, set, "acme 100 - - - 2.5", "default - - - - 0")
	if shown := run("acme"); shown != set {
		t.Errorf("the name alone shows %s", shown)
	}
	sessiontest.Contains(t, run("acme", "--clear"), "acme - - - - 0")
	for want, args := range map[string][]string{"name the tenant": {"--calls-per-day", "1"}, "must not be negative": {"acme", "--calls-per-day=-1"}, "leave it out": {"acme", "--clear", "--calls-per-day", "1"}} {
		_, err := commandIn(t, env, append([]string{"quotas"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}

// TestModelServersOfTheCommandLine sets, shows and takes away the model server of a tenant. No key
// is shown.
func TestModelServersOfTheCommandLine(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RINGER_DB": filepath.Join(t.TempDir(), "servers.db"), "RINGER_TENANT_MODEL_KEY": "sk-canary"}
	run := func(args ...string) string {
		t.Helper()
		out := sessiontest.Must(commandIn(t, env, append([]string{"model-server"}, args...)...))(t)
		return strings.Join(strings.Fields(out), " ")
	}
	set := run("acme", "--base-url", "https://models.example/v1", "--model", "a,b", "--prices", "b=0.4/1.6")
	sessiontest.Contains(t, set, "acme https://models.example/v1 set a, b")
	if shown := run("acme"); shown != set || strings.Contains(shown, "canary") {
		t.Errorf("the name alone shows %s", shown)
	}
	if shown := run("acme", "--clear"); strings.Contains(shown, "acme") {
		t.Errorf("--clear leaves %s", shown)
	}
	for want, args := range map[string][]string{
		"name the tenant": {"--model", "a"}, "/base_url": {"acme", "--model", "a"}, "/models": {"acme", "--base-url", "http://x"}, "--clear takes": {"acme", "--clear", "--model", "a"},
		"--prices names b": {"acme", "--base-url", "http://x", "--model", "a", "--prices", "b=1/1"}, "the tenant must be": {"A B"},
	} {
		_, err := commandIn(t, env, append([]string{"model-server"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}
