package systemtest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ringer/engine/logtest"
	"ringer/engine/session"
)

// ownKey is the key of a tenant's model server. It may stand in the requests to that server, and
// nowhere else.
const ownKey = "sk-canary-5f1d0c7e93"

// acmeWord and otherWord stand in prompts of the tenant, and of another one.
const (
	acmeWord  = "quince"
	otherWord = "plums"
)

// gate is a model server that notes who asks it, and fails while it is broken.
type gate struct {
	url string
	// ofAcme and ofOthers count the requests that show acmeWord and otherWord.
	ofAcme, ofOthers atomic.Int64
	broken           atomic.Bool
	mu               sync.Mutex
	keys             map[string]bool // those that were sent
}

func newGate(t *testing.T) *gate {
	g := &gate{keys: map[string]bool{}}
	to, _ := url.Parse(strings.TrimSuffix(startModel(t).url, "/v1"))
	proxy := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if bytes.Contains(body, []byte(acmeWord)) {
			g.ofAcme.Add(1)
		}
		if bytes.Contains(body, []byte(otherWord)) {
			g.ofOthers.Add(1)
		}
		g.mu.Lock()
		g.keys[r.Header.Get("Authorization")] = true
		g.mu.Unlock()
		if g.broken.Load() {
			http.Error(w, `{"error":{"message":"`+r.Header.Get("Authorization")+`"}}`, http.StatusInternalServerError)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	g.url = server.URL + "/v1"
	return g
}

// TestOwnModelServer: the model server that a tenant brings answers its sessions alone, on all
// replicas, also after a restart. If it breaks, no other server is asked, and nobody else notices.
// Its key is shown nowhere.
func TestOwnModelServer(t *testing.T) {
	t.Parallel()
	onBoth(t, ownModelServer)
}

func ownModelServer(t *testing.T, env string) {
	operator, own := newGate(t), newGate(t)
	var log logtest.Buffer
	db := filepath.Join(t.TempDir(), "ringer.db")
	settings := []string{
		"PORT=0", "RINGER_DB=" + db, env, "RINGER_API_KEY=" + strings.Repeat("k", 16), "OPENAI_BASE_URL=" + operator.url, "OPENAI_MODEL=theirs", "LOG_LEVEL=debug",
		"RINGER_TENANT_MODELS=true", "RINGER_TENANT_MODELS_PRIVATE=true",
	}
	begin := func() *process {
		p := startLogged(t, &log, settings)
		p.key = strings.Repeat("k", 16)
		return p
	}
	p := begin()
	other := p // another replica, if the database takes one
	if env != "" {
		other = begin()
	}
	var key struct{ Key string }
	if status := p.call("POST", "/v1/keys", map[string]any{"name": "a", "tenant": "acme", "scopes": []string{"admin"}}, &key); status != http.StatusCreated {
		t.Fatalf("key: status %d", status)
	}
	acme := func(of *process) *process { return at(t, of.url, key.Key) }
	if status := acme(p).call("PUT", "/v1/model-server", map[string]any{
		"base_url": own.url, "key": ownKey, "models": []map[string]any{{"name": "mine", "price": map[string]any{"prompt": 1, "answer": 2}}},
	}, nil); status != http.StatusOK {
		t.Fatalf("model server: status %d", status)
	}
	for shown := ""; !strings.Contains(shown, own.url); _, shown = acme(other).get("/v1/model-server") {
		time.Sleep(100 * time.Millisecond)
	}

	personas := map[string]string{key.Key: "grows " + acmeWord, p.key: "grows " + otherWord}
	// talk opens a session, and returns what a thought has asked that was answered.
	talk := func(of *process) (id string, calls []session.Call) {
		t.Helper()
		id = of.open(turing(map[string]any{"record": true, "speed": 20, "persona": personas[of.key]}))
		of.say(id, "Blue", "red, where are you from?")
		return id, await(of, id, func(c *session.ThoughtCompleted) bool { return len(c.Calls) > 0 && c.Calls[0].Outcome == "ok" }).Calls
	}
	var shown strings.Builder
	id, calls := talk(acme(other))
	if calls[0].Model != "mine" || calls[0].CostMicros == 0 || own.ofAcme.Load() == 0 {
		t.Errorf("acme asks %+v, and %d times its own server", calls[0], own.ofAcme.Load())
	}
	if _, calls := talk(p); calls[0].Model != "theirs" || operator.ofOthers.Load() == 0 {
		t.Errorf("the default tenant asks %+v", calls[0])
	}
	var refused struct{ Errors []struct{ Code string } }
	status := acme(other).call("POST", "/v1/sessions", turing(map[string]any{"model": map[string]any{"default": map[string]any{"model": "theirs"}}}), &refused)
	if status != http.StatusUnprocessableEntity || len(refused.Errors) != 1 || refused.Errors[0].Code != "model_not_allowed" {
		t.Errorf("a model of the operator: %d %+v", status, refused)
	}

	own.broken.Store(true)
	broken := acme(p).open(turing(map[string]any{"speed": 20, "persona": personas[key.Key]}))
	acme(p).say(broken, "Blue", "red, where are you from?")
	await(acme(p), broken, func(*session.ThoughtFailed) bool { return true })
	_, health := at(t, p.url, p.key).get("/readyz")
	shown.WriteString(health)
	if strings.Contains(health, "all calls") {
		t.Errorf("the operator is warned of the tenant's server: %s", health)
	}
	talk(p)
	own.broken.Store(false)

	until(t, func() bool { // usage is stored each second, and later on a busy machine
		_, usage := acme(p).get("/v1/usage")
		return strings.Contains(usage, `"own/mine"`)
	}, "the usage shows the own model")
	for _, of := range []*process{p, other} {
		for _, path := range []string{"", "/export", "/events?types=*&limit=1000", "/mind", "/messages"} {
			_, body := acme(of).get("/v1/sessions/" + id + path)
			shown.WriteString(body)
		}
		for _, path := range []string{"/v1/model-server", "/v1/usage", "/v1/keys", "/metrics"} {
			_, body := acme(of).get(path)
			_, all := of.get(path)
			shown.WriteString(body + all)
		}
		if of == other && of != p {
			of.end(syscall.SIGTERM)
		}
	}
	p.end(syscall.SIGKILL)

	p = begin()
	if _, calls := talk(acme(p)); calls[0].Model != "mine" {
		t.Errorf("after a restart acme asks %+v", calls[0])
	}
	if got := operator.ofAcme.Load(); got > 0 {
		t.Errorf("%d requests of the tenant went to the operator's server", got)
	}
	if got := own.ofOthers.Load(); got > 0 {
		t.Errorf("%d requests of others went to the server of the tenant", got)
	}
	if status := acme(p).call("DELETE", "/v1/model-server", nil, nil); status != http.StatusOK {
		t.Fatalf("model server: status %d", status)
	}
	if _, calls := talk(acme(p)); calls[0].Model != "theirs" {
		t.Errorf("without its server acme asks %+v", calls[0])
	}
	p.end(syscall.SIGTERM)
	shown.WriteString(log.String())
	if at := strings.Index(shown.String(), ownKey); at >= 0 {
		t.Errorf("the key is shown: %.300s", shown.String()[max(0, at-200):])
	}
	if !own.keys["Bearer "+ownKey] || len(own.keys) != 1 || operator.keys["Bearer "+ownKey] {
		t.Errorf("the server of the tenant got %v, the operator's %v", own.keys, operator.keys)
	}
}
