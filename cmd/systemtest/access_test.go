package systemtest

import (
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/logtest"
)

const testKey = "a-key-of-enough-characters"

// TestServerWithAKey starts a server on all addresses, and plays games on it with and without its
// key.
func TestServerWithAKey(t *testing.T) {
	slow(t)
	var log logtest.Buffer
	p := startLogged(t, &log, []string{
		"HOST=0.0.0.0", "PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "RINGER_API_KEY=" + testKey, "LOG_LEVEL=debug",
	})
	printedURL := p.url
	url := "http://127.0.0.1:" + p.url[strings.LastIndex(p.url, ":")+1:]
	p.url = url
	if status := p.call("GET", "/v1/sessions", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("without the key: %d", status)
	}
	if status := p.call("GET", "/healthz", nil, nil); status != http.StatusOK {
		t.Errorf("health: %d", status)
	}
	t.Run("Replay", func(t *testing.T) {
		args := []string{"replay", "../../engine/recording/testdata/games.jsonl", "--game", "own-002", "--as", "Purple", "--speed", "500", "--server", url}
		if out, _, err := command(t, nil, args...); err == nil || !strings.Contains(err.Error(), "unauthorized") {
			t.Errorf("without the key: %v\n%s", err, out)
		}
		if out, _, err := command(t, map[string]string{"RINGER_API_KEY": testKey}, args...); err != nil || !strings.Contains(out, "As it happened") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("LinesToTry", func(t *testing.T) {
		if _, err := exec.LookPath("curl"); err != nil {
			t.Skip("curl is not installed")
		}
		var script []string
		for _, line := range p.printed {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "S=") || strings.HasPrefix(line, "curl ") && !strings.HasSuffix(line, "&") {
				script = append(script, strings.ReplaceAll(line, printedURL, url))
			}
		}
		shell := exec.Command("sh", "-c", strings.Join(script, "\n"))
		shell.Env = []string{"RINGER_API_KEY=" + testKey, "PATH=/usr/local/bin:/usr/bin:/bin"}
		out, err := shell.CombinedOutput()
		if err != nil || strings.Count(string(out), `{"messages":[{"id":`) != 2 || strings.Count(string(out), `"status":"cast"`) != 1 {
			t.Errorf("%v\n%s\n%s", err, strings.Join(script, "\n"), out)
		}
	})
	if text := log.String(); strings.Contains(text, testKey) || !strings.Contains(text, "request refused") || !strings.Contains(text, "request answered") {
		t.Errorf("the log contains the key, or it does not mention the requests:\n%s", text)
	}
}
