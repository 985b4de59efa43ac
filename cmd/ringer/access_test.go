package main

import (
	"bytes"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/logtest"
)

const testKey = "a-key-of-enough-characters"

func TestAccessRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		env  map[string]string
		want []string // in the error
	}{
		{"ReachedWithoutAKey", map[string]string{"HOST": "0.0.0.0"}, []string{"set RINGER_API_KEY"}},
		{"ReachedByNameWithoutAKey", map[string]string{"HOST": "ringer.example"}, []string{"set RINGER_API_KEY"}},
		{"ShortKey", map[string]string{"RINGER_API_KEY": "s3cret-15-chars"}, []string{"16 or more"}},
		{"KeyWithSpace", map[string]string{"RINGER_API_KEY": "s3cret with spaces in it"}, []string{"without spaces"}},
		{"KeyOutsideASCII", map[string]string{"RINGER_API_KEY": "s3cret-schlüssel-sehr-lang"}, []string{"ASCII"}},
		{"AllAtOnce", map[string]string{
			"RINGER_API_KEY": "s3cret", "RINGER_CORS_ORIGIN": "game.example,https://game.example/,https://*.example", "RINGER_RATE_LIMIT": "-1", "PORT": "-1",
		}, []string{"API key", "--cors-origin game.example", "--cors-origin https://game.example/", "--cors-origin https://*.example", "--rate-limit", "--port"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, command := range []string{"serve", "config"} {
				out, err := commandIn(t, c.env, command)
				if err == nil {
					t.Fatalf("%s was content", command)
				}
				for _, want := range c.want {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%s: %q lacks %q", command, err, want)
					}
				}
				if strings.Contains(out+err.Error(), "s3cret") {
					t.Errorf("%s shows the key: %q %v", command, out, err)
				}
			}
		})
	}
}

func TestConfigShowsAccessWithoutTheKey(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RINGER_API_KEY": testKey, "HOST": "0.0.0.0", "RINGER_CORS_ORIGIN": "https://game.example,http://localhost:3000"}
	out, err := commandIn(t, env, "config", "--rate-limit", "50")
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"--api-key set environment RINGER_API_KEY", "--cors-origin https://game.example, http://localhost:3000 environment RINGER_CORS_ORIGIN", "--rate-limit 50 flag",
	} {
		if !strings.Contains(flat, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
	if strings.Contains(out, testKey) {
		t.Errorf("the key is shown: %s", out)
	}
}

// TestServerWithAKey starts a process that all may reach, and plays games on it with and without its key.
func TestServerWithAKey(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	p := startLogged(t, &log, []string{
		"HOST=0.0.0.0", "PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "RINGER_API_KEY=" + testKey, "LOG_LEVEL=debug",
	})
	url := "http://127.0.0.1:" + p.url[strings.LastIndex(p.url, ":")+1:]
	p.url = url
	if status := p.call("GET", "/v1/sessions", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("without the key: %d", status)
	}
	if status := p.call("GET", "/healthz", nil, nil); status != http.StatusOK {
		t.Errorf("health: %d", status)
	}
	t.Run("Replay", func(t *testing.T) {
		args := []string{"replay", games, "--game", "own-002", "--as", "Purple", "--speed", "500", "--server", url}
		if out, err := commandIn(t, nil, args...); err == nil || !strings.Contains(err.Error(), "unauthorized") {
			t.Errorf("without the key: %v\n%s", err, out)
		}
		if out, err := commandIn(t, map[string]string{"RINGER_API_KEY": testKey}, args...); err != nil || !strings.Contains(out, "As it happened") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("LinesToTry", func(t *testing.T) {
		if _, err := exec.LookPath("curl"); err != nil {
			t.Skip("there is no curl")
		}
		var printed bytes.Buffer
		printFirstGame(&printed, url, true)
		var script []string
		for line := range strings.Lines(printed.String()) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "S=") || strings.HasPrefix(line, "curl ") && !strings.HasSuffix(line, "&") {
				script = append(script, line)
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
		t.Errorf("the log holds the key, or does not tell of requests:\n%s", text)
	}
}
