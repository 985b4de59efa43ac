package systemtest

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestLogOfAModel plays with a model that refuses a parameter, until the session has spent its
// calls. The log says what the server refused, though the game went on. It also says that the bot
// has become silent, and why.
func TestLogOfAModel(t *testing.T) {
	t.Parallel()
	const refusal = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(string(body), `"max_tokens"`) {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": refusal, "param": "max_tokens"}})
			return
		}
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{\"text\":\"from leeds\"}"}}]}`)
	}))
	t.Cleanup(model.Close)
	var log logtest.Buffer
	p := startLogged(t, &log, []string{
		"PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL=" + model.URL + "/v1", "SESSION_MAX_CALLS=2", "LOG_LEVEL=debug",
	})
	id := p.open(turing(map[string]any{"seed": 1, "biography": sessiontest.Biography()})) // so that the first call is the strategy's
	p.say(id, "Blue", "red, where are you from?")
	await(p, id, func(s *session.StrategyDegraded) bool { return s.To == session.PathSilence })
	p.end(syscall.SIGTERM)
	for _, want := range [][]string{
		{"level=INFO", "model call", "reason=first", "outcome=model_error", refusal},
		{"level=DEBUG", "model call", "reason=rung", "outcome=ok", "estimated=true"},
		{"level=WARN", "a bot takes a cheaper path", "session=" + id, "to=" + session.PathSilence, "reason=calls_spent", "calls=2"},
	} {
		found := false
		for line := range strings.Lines(log.String()) {
			all := true
			for _, part := range want {
				all = all && strings.Contains(line, part)
			}
			found = found || all
		}
		if !found {
			t.Errorf("no line holds %q:\n%s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "where are you from") {
		t.Errorf("the log contains what was said:\n%s", log.String())
	}
}

// logged waits until the log holds a line with a text, and returns it.
func logged(t *testing.T, log *logtest.Buffer, text string) map[string]any {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if found := log.Containing(text); len(found) > 0 {
			var line map[string]any
			sessiontest.NoError(t, json.Unmarshal([]byte(found[0]), &line))
			return line
		}
	}
	t.Fatalf("no line holds %s:\n%s", text, log)
	return nil
}

// TestLogInJSON runs a server from its start to its end. Each line that it writes is JSON, and says
// which replica wrote it. The level changes while it runs, and SIGHUP stops it in good order.
func TestLogInJSON(t *testing.T) {
	t.Parallel()
	var log, out logtest.Buffer
	cmd := program(t, &log, []string{"PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "LOG_FORMAT=json", "RINGER_REPLICA=ringer-0"}, "serve")
	cmd.Stdout = &out
	// A test run started with nohup ignores SIGHUP, and so would the server. A signal that is
	// caught here is not passed on as ignored.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
	sessiontest.NoError(t, cmd.Start())
	c := &child{t, cmd}
	t.Cleanup(func() { c.end(syscall.SIGKILL) })
	started := logged(t, &log, "the server has started")
	if started["version"] == "" || started["tables"].(float64) < 10 || started["settings"].(map[string]any)["replica-name"] != "ringer-0" {
		t.Errorf("it started with %v", started)
	}
	if migrated := logged(t, &log, "the tables were migrated"); migrated["from"] != 0.0 || migrated["to"] != started["tables"] {
		t.Errorf("it migrated %v", migrated)
	}
	p := at(t, started["url"].(string), "")
	p.child = c
	id := p.create(`{}`)
	p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": "Nobody", "text": "hi"}, nil)
	p.get("/v1/sessions/zq_is_the_bot")
	refused := logged(t, &log, "unknown_player")
	if refused["session"] != id || refused["client"] != "127.0.0.1" || refused["took_ms"].(float64) <= 0 {
		t.Errorf("it refused %v", refused)
	}
	for _, change := range []string{`"to":"DEBUG"`, `"to":"INFO"`} {
		sessiontest.NoError(t, cmd.Process.Signal(syscall.SIGUSR1))
		logged(t, &log, change)
		p.get("/healthz")
	}
	if answered := log.Containing("/healthz"); len(answered) != 1 {
		t.Errorf("at debug, and then at info, it logged %q", answered)
	}
	c.end(syscall.SIGHUP)
	if !cmd.ProcessState.Success() || !strings.Contains(logged(t, &log, "stopping: streams")["why"].(string), "hangup") {
		t.Errorf("it ended with %s", cmd.ProcessState)
	}
	logged(t, &log, "the server has stopped")
	if out.String() != "" || strings.Contains(log.String(), "zq_is") {
		t.Errorf("it printed %q, and logged\n%s", out.String(), log.String())
	}
	checkJSONLog(t, &log)
}

func checkJSONLog(t *testing.T, log *logtest.Buffer) {
	t.Helper()
	for text := range strings.Lines(log.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil || line["replica"] != "ringer-0" {
			t.Errorf("%v: %s", err, text)
		}
	}
}

// TestMistakesInJSON: a program that fails before it has a log says so in the form of the log.
func TestMistakesInJSON(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"serve", "--log-format=json", "--colour", "red"}, {"serve", "--log-format", "json", "--port", "70000"}, {"dance"}} {
		env := []string{"LOG_FORMAT=json"}
		if len(args) > 1 {
			env = nil
		}
		var log logtest.Buffer
		if err := program(t, &log, env, args...).Run(); err == nil {
			t.Errorf("%q succeeded", args)
		}
		if failed := logged(t, &log, "the program has failed"); failed["error"] == "" || strings.Count(log.String(), "\n") != 1 {
			t.Errorf("%q: %s", args, log.String())
		}
	}
}

// TestLogThatNobodyReads closes the pipe that a server logs to. The server goes on, and counts the
// lines that it could not write.
func TestLogThatNobodyReads(t *testing.T) {
	t.Parallel()
	cmd := program(t, nil, []string{"PORT=0", "RINGER_DB=" + filepath.Join(t.TempDir(), "ringer.db"), "LOG_FORMAT=json"}, "serve")
	pipe := sessiontest.Must(cmd.StderrPipe())(t)
	sessiontest.NoError(t, cmd.Start())
	c := &child{t, cmd}
	t.Cleanup(func() { c.end(syscall.SIGKILL) })
	lines := bufio.NewScanner(pipe)
	url := ""
	for url == "" && lines.Scan() {
		var line struct{ URL string }
		sessiontest.NoError(t, json.Unmarshal(lines.Bytes(), &line))
		url = line.URL
	}
	sessiontest.NoError(t, pipe.Close())
	p := at(t, url, "")
	p.child = c
	for range 3 {
		p.call("GET", "/v1/sessions/ses_nobody", nil, nil)
	}
	if lost := scrape(t, p).value("log_lines_lost_total"); lost < 3 {
		t.Errorf("%v lines are lost, want 3", lost)
	}
	c.end(syscall.SIGTERM)
	if !cmd.ProcessState.Success() {
		t.Errorf("the server ended with %s", cmd.ProcessState)
	}
}
