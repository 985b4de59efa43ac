package systemtest

import (
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/sessiontest"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	port := p.url[strings.LastIndex(p.url, ":")+1:]
	for _, host := range []string{"127.0.0.1", "0.0.0.0", "localhost"} {
		if out, errs, err := command(t, map[string]string{"HOST": host, "PORT": port}, "health"); err != nil || strings.Count(out+errs, "\n") != 1 {
			t.Errorf("at %s: %q, %v", host, out, err)
		}
	}
	if _, _, err := command(t, nil, "health", "--url", p.url+"/"); err != nil {
		t.Error(err)
	}
	if _, _, err := command(t, nil, "health", "--url", p.url+"/v1"); err == nil || !strings.Contains(err.Error(), http.StatusText(http.StatusNotFound)) {
		t.Errorf("at another path: %v", err)
	}
	p.end(syscall.SIGTERM)
	if _, _, err := command(t, map[string]string{"PORT": port}, "health"); err == nil {
		t.Error("a server that is gone is healthy")
	}
	_, _, err := command(t, map[string]string{"PORT": "0"}, "health")
	sessiontest.Fails(t, err, "--url")
}
