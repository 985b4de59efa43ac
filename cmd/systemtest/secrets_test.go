package systemtest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// mark stands in every secret of the test.
const mark = "Mark7"

func marked(where string) string { return where + "-" + mark + "-0123456789" }

// tellingModel is a model server that repeats all secrets of a request. Each call gets the next
// fault.
func tellingModel(t *testing.T) *httptest.Server {
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var sent struct{ Auth any }
		_ = json.Unmarshal(body, &sent)
		user, password, _ := r.BasicAuth()
		all := fmt.Sprint(r.URL, " ", r.Header.Get("Authorization"), user, password, sent.Auth, " ", marked("base"))
		tell := func(status int, format string) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			text, _ := json.Marshal(all)
			fmt.Fprintf(w, format, text)
		}
		switch calls.Add(1) % 10 {
		case 1:
			tell(401, `{"error":{"message":%s}}`)
		case 2:
			tell(500, `{"error":{"message":%s}}`)
		case 3:
			w.Header().Set("Location", "http://elsewhere.example/v1?key="+marked("query"))
			tell(302, `%s`)
		case 4:
			panic(http.ErrAbortHandler)
		case 5:
			w.Header().Set("Retry-After", "0.1")
			tell(429, `{"error":{"message":%s}}`)
		case 6:
			tell(200, `<html>%s</html>`)
		case 7:
			tell(400, `{"error":{"message":%s,"param":"seed"}}`)
		case 8:
			tell(200, `{"choices":[{"message":{"content":%s}}]}`)
		default:
			text, _ := json.Marshal(map[string]string{"text": all, "decision": "send"})
			all = string(text)
			tell(200, `{"choices":[{"message":{"content":%s}}]}`)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// TestSecretsAreNowhere puts a marked secret into each setting that may hold one, and plays while
// the model server repeats them all. No output of the server holds one.
func TestSecretsAreNowhere(t *testing.T) {
	slow(t)
	model, key := tellingModel(t), marked("access")
	env := []string{
		"PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "LOG_LEVEL=debug", "RINGER_API_KEY=" + key, "OPENAI_API_KEY=" + marked("model"),
		"OPENAI_BASE_URL=" + strings.Replace(model.URL, "http://", "http://me:"+marked("base")+"@", 1) + "/v1?api-key=" + marked("query"),
		`MODEL_EXTRA_BODY={"auth":{"code":["` + marked("extra") + `"]}}`, "PGPASSWORD=" + marked("database"),
	}
	var log logtest.Buffer
	p := startLogged(t, &log, env)
	p.key = key
	var shown strings.Builder
	shown.WriteString(strings.Join(p.printed, "\n"))
	id := p.open(turing(map[string]any{"record": true, "timing": "instant", "speed": 20}))
	failed, after := 0, int64(0)
	for deadline := time.Now().Add(time.Minute); failed < 8 && time.Now().Before(deadline); {
		p.say(id, "Blue", fmt.Sprintf("red, where are you from? %d", failed))
		for _, e := range p.events(id, after, "1s") {
			after = e.Seq
			if _, ok := e.Data.(*session.ThoughtFailed); ok {
				failed++
			}
		}
	}
	if failed < 8 {
		t.Errorf("only %d thoughts have failed", failed)
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics", "/v1/sessions", "/v1/sessions/" + id, "/v1/sessions/" + id + "/export", "/v1/sessions/" + id + "/mind",
		"/v1/sessions/" + id + "/events?types=all", "/v1/sessions/" + id + "/messages", "/v1/strategies", "/nowhere?key=" + key} {
		_, body := p.get(path)
		shown.WriteString(body + "\n")
	}
	p.end(syscall.SIGTERM)
	settings := map[string]string{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		settings[name] = value
	}
	out, errors, err := command(t, settings, "config")
	shown.WriteString(log.String() + out + errors + fmt.Sprint(err))
	for line := range strings.Lines(shown.String()) {
		if strings.Contains(line, mark) {
			t.Errorf("a secret is shown: %.400s", line[max(0, strings.Index(line, mark)-150):])
		}
	}
	sessiontest.Contains(t, shown.String(), "redirects to", "model call", "status code: 401", "set (auth)", "/v1?api-key=xxxxx", "(the key)")
}

// TestSecretsOfSettingsThatFail: each value is refused, or its server is not there. The error says
// so without the secret.
func TestSecretsOfSettingsThatFail(t *testing.T) {
	t.Parallel()
	for name, env := range map[string]map[string]string{
		"NoDatabase":       {"DATABASE_URL": "postgres://me:" + marked("db") + "@127.0.0.1:1/name?sslpassword=" + marked("db")},
		"PasswordInQuery":  {"DATABASE_URL": "postgres://127.0.0.1:1/name?user=me&password=" + marked("db")},
		"UnknownParameter": {"DATABASE_URL": "postgres://me:" + marked("db") + "@127.0.0.1:1/name?sslmode=" + "maybe"},
		"List":             {"DATABASE_URL": "host=127.0.0.1 password=" + marked("db")},
		"ListAsAFile":      {"RINGER_DB": "/nowhere/host=127.0.0.1 password='" + marked("db") + "' sslpassword=" + marked("db")},
		"NotAURL":          {"DATABASE_URL": "postgres://me:" + marked("d/%zz") + "@127.0.0.1/name"},
		"ExtraBody":        {"MODEL_EXTRA_BODY": `{"key":"` + marked("extra") + `"`},
		"ExtraBodyIsAList": {"MODEL_EXTRA_BODY": `["` + marked("extra") + `"]`},
		"BaseURL":          {"OPENAI_BASE_URL": "models.example/v1?key=" + marked("query")},
		"BaseURLOfCalls":   {"OPENAI_BASE_URL": "http://" + marked("user") + "@models.example/v1/chat/completions?key=" + marked("query")},
		"ShortKey":         {"RINGER_API_KEY": mark},
	} {
		for _, line := range []string{"serve", "config", "migrate"} {
			t.Run(name+"/"+line, func(t *testing.T) {
				t.Parallel()
				all := map[string]string{"RINGER_DB": filepath.Join(t.TempDir(), "ringer.db")}
				maps.Copy(all, env)
				out, errors, err := command(t, all, line)
				if got := out + errors + fmt.Sprint(err); strings.Contains(got, mark) {
					t.Errorf("a secret is shown:\n%s", got)
				}
				if err == nil && line == "serve" {
					t.Error("the server started")
				}
			})
		}
	}
}
