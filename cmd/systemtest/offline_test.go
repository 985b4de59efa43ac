package systemtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/logtest"
	"ringer/engine/session"
)

// modelServer is a running process of ringer offline.
type modelServer struct {
	*child
	url string
	log logtest.Buffer
}

// startModel starts the offline model as a process of its own.
func startModel(t testing.TB, args ...string) *modelServer {
	t.Helper()
	m := &modelServer{}
	var printed *bufio.Scanner
	m.child, printed = launch(t, program(t, &m.log, nil, append([]string{"offline", "--addr", "127.0.0.1:0", "--log-format", "json"}, args...)...))
	for printed.Scan() {
		if url, ok := strings.CutPrefix(printed.Text(), "ringer offline serves on "); ok {
			m.url = url
			return m
		}
	}
	t.Fatal("the model did not say where it listens")
	return nil
}

// modelTotals are what a model server logs at its end.
type modelTotals struct {
	Msg          string
	Requests     int
	OK           int     `json:"status_200"`
	Refused      int     `json:"status_429"`
	GivenUp      int     `json:"given_up"`
	PromptTokens int     `json:"prompt_tokens"`
	CachedTokens int     `json:"cached_tokens"`
	Most         int     `json:"most_in_flight"`
	Mean         float64 `json:"mean_in_flight"`
}

// totals ends the server and returns what it has logged.
func (m *modelServer) totals() (last modelTotals) {
	m.t.Helper()
	m.end(syscall.SIGINT)
	if code := m.cmd.ProcessState.ExitCode(); code != 0 {
		m.t.Errorf("the model ended with %d", code)
	}
	for line := range strings.Lines(m.log.String()) {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			m.t.Errorf("the model logs %q", line)
		}
	}
	if last.Msg != "totals" {
		m.t.Fatalf("the model did not say what it has done: %s", m.log.String())
	}
	return last
}

// TestGameOverTheWire plays the game of the README with the model in a process of its own.
func TestGameOverTheWire(t *testing.T) {
	t.Parallel()
	model := startModel(t, "--latency", "10ms-20ms")
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL="+model.url)
	id := p.create(`{}`)
	p.say(id, "Blue", "hi all, how is everybody?")
	seq := p.say(id, "Green", "red where are you from")
	thought := await(p, id, func(c *session.ThoughtCompleted) bool { return c.BasedOn >= seq })
	if len(thought.Calls) == 0 || thought.Calls[0].Outcome != "ok" || thought.Calls[0].PromptTokens == 0 {
		t.Errorf("the thought asked %+v", thought.Calls)
	}
	await(p, id, func(*session.MessageSent) bool { return true })
	if status := p.call("POST", "/v1/sessions/"+id+"/end", map[string]any{"outcome": "people won", "reveal": map[string]string{"Red": "bot"}}, nil); status != http.StatusOK {
		t.Errorf("end: status %d", status)
	}
	p.end(syscall.SIGTERM)
	if got := model.totals(); got.Requests < 2 || got.OK+got.GivenUp != got.Requests || got.PromptTokens == 0 {
		t.Errorf("%+v", got)
	}
}

// TestGamesWithEveryFault plays games with a model that fails every second time, in every way it
// knows. The bots recover, and the platform never notices.
func TestGamesWithEveryFault(t *testing.T) {
	slow(t)
	var args []string
	for _, known := range offline.KnownFaults() {
		args = append(args, "--fault", fmt.Sprintf("%s=%g", known.Kind, 0.5/float64(len(offline.KnownFaults()))))
	}
	model := startModel(t, args...)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL="+model.url, "MODEL_TIMEOUT=1s")
	fast := trio("scheduler")
	fast["speed"] = 20 // so that retries come soon
	ids := p.createMany(8, fast)
	for _, id := range ids {
		p.say(id, "Blue", "hi all, how is everybody?")
	}
	for _, id := range ids {
		seq, asked := p.say(id, "Green", "red where are you from"), false
		await(p, id, func(e session.Payload) bool {
			switch e := e.(type) {
			case *session.MessageReceived:
				asked = asked || e.Sender == "Green"
			case *session.MessageSent:
				return asked // it was under way already, and the bot need not add to it
			case *session.ThoughtCompleted:
				return e.BasedOn >= seq
			}
			return false
		})
	}
	p.end(syscall.SIGTERM)
	if got := model.totals(); got.OK == got.Requests {
		t.Errorf("the model did not fail: %+v", got)
	}
}
