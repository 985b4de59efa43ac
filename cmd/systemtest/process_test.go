package systemtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ringer/cmd/internal/clitest"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/store/storetest"
)

// command runs a command line within this process.
func command(t *testing.T, env map[string]string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	return clitest.Run(t, env, args...)
}

// process is a running server.
type process struct {
	*child
	url    string
	client *http.Client
	// key is sent with each call, unless it is empty.
	key string
	// printed are the lines that the server has printed at its start.
	printed []string
	// collections receives the number of goroutines after each collection that was asked for. It is
	// closed when the process ends.
	collections chan int
}

// start starts a server on a database file. Its environment is empty except for env.
func start(t testing.TB, db string, env ...string) *process {
	t.Helper()
	return startLogged(t, testWriter{t}, append([]string{"PORT=0", "RINGER_DB=" + db}, env...))
}

// startLogged starts a server whose settings are only in env. It writes its log to log.
func startLogged(t testing.TB, log io.Writer, env []string) *process {
	t.Helper()
	return startProgram(t, program(t, log, env, "serve"))
}

// tryProgram is startProgram for a server that may end at once. Then it returns nil.
func tryProgram(t testing.TB, serve *exec.Cmd) *process {
	t.Helper()
	c, lines := launch(t, serve)
	p := at(t, "", "")
	p.child, p.collections = c, make(chan int, 1)
	for lines.Scan() {
		p.printed = append(p.printed, lines.Text())
		if url, ok := strings.CutPrefix(lines.Text(), "ringer serves on "); ok {
			p.url = url
		}
		if strings.Contains(lines.Text(), "/votes?wait=") || strings.Contains(lines.Text(), "only reads") { // the last line
			go p.listen(lines) // ends with the process
			return p
		}
	}
	c.end(syscall.SIGKILL)
	return nil
}

// listen reads what the server prints later.
func (p *process) listen(lines *bufio.Scanner) {
	defer close(p.collections)
	for lines.Scan() {
		if n, ok := strings.CutPrefix(lines.Text(), collected); ok {
			goroutines, _ := strconv.Atoi(n)
			p.collections <- goroutines
		}
	}
}

// collect makes the server give back all memory that it can, and returns how many goroutines it
// has.
func (p *process) collect() (goroutines int) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGUSR2); err != nil {
		p.t.Fatal(err)
	}
	goroutines, ok := <-p.collections
	if !ok {
		p.t.Fatal("the server has ended")
	}
	return goroutines
}

type testWriter struct{ t testing.TB }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Logf("server: %s", bytes.TrimSpace(b))
	return len(b), nil
}

// at returns a client of the server at an address. The key may be empty.
func at(t testing.TB, url, key string) *process {
	return &process{child: &child{t: t}, url: url, key: key, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
}

// send sends a request. The caller closes the body of the answer.
func (p *process) send(method, path string, body []byte) *http.Response {
	p.t.Helper()
	request, err := http.NewRequest(method, p.url+path, bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if p.key != "" {
		request.Header.Set("Authorization", "Bearer "+p.key)
	}
	response, err := p.client.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	return response
}

func (p *process) call(method, path string, body, result any) int {
	p.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	response := p.send(method, path, b)
	defer discard(response)
	if result != nil {
		if err := json.NewDecoder(response.Body).Decode(result); err != nil {
			p.t.Fatal(err)
		}
	}
	return response.StatusCode
}

// get returns the answer to a GET, and its body.
func (p *process) get(path string) (*http.Response, string) {
	p.t.Helper()
	response := p.send("GET", path, nil)
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return response, string(b)
}

// turing returns the configuration of a game of three with the bot in the seat of Red, and more.
func turing(more map[string]any) map[string]any {
	config := map[string]any{
		"game": map[string]any{"rules": "turing", "players": []string{"Red", "Blue", "Green"}}, "bot": map[string]any{"seat": "Red"},
	}
	maps.Copy(config, more)
	return config
}

// open opens a session.
func (p *process) open(config map[string]any) (id string) {
	p.t.Helper()
	var s struct{ ID string }
	if status := p.call("POST", "/v1/sessions", config, &s); status != http.StatusCreated {
		p.t.Fatalf("create: status %d", status)
	}
	return s.ID
}

// create opens a session of turing with options of the strategy.
func (p *process) create(options string) (id string) {
	p.t.Helper()
	return p.open(turing(map[string]any{"seed": 1, "options": json.RawMessage(options)}))
}

func (p *process) say(id, sender, text string) (seq int64) {
	p.t.Helper()
	var posted struct{ Messages []struct{ Seq int64 } }
	status := p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": sender, "text": text}, &posted)
	if status != http.StatusAccepted {
		p.t.Fatalf("post: status %d", status)
	}
	return posted.Messages[0].Seq
}

// stream opens a stream of a session's events.
func (p *process) stream(ctx context.Context, id, query string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, "GET", p.url+"/v1/sessions/"+id+"/events?"+query, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream")
	return p.client.Do(request)
}

// events returns the log after a seq, as the API shows it. It waits, at most for wait, for an event
// that players see: others do not end a wait.
func (p *process) events(id string, after int64, wait string) []session.Event {
	p.t.Helper()
	var page struct{ Events []json.RawMessage }
	if status := p.call("GET", fmt.Sprintf("/v1/sessions/%s/events?types=*&limit=1000&after=%d&wait=%s", id, after, wait), nil, &page); status != http.StatusOK {
		p.t.Fatalf("events: status %d", status)
	}
	events, err := parseEvents(page.Events)
	if err != nil {
		p.t.Fatal(err)
	}
	return events
}

// parseEvents parses events as the API shows them.
func parseEvents(list []json.RawMessage) ([]session.Event, error) {
	events := make([]session.Event, len(list))
	for i, raw := range list {
		h, err := recording.ParseEvent(raw)
		if err != nil {
			return nil, err
		}
		events[i] = h.Event
	}
	return events, nil
}

// await waits until the log holds an event that matches.
func await[T session.Payload](p *process, id string, match func(T) bool) T {
	p.t.Helper()
	after := int64(0)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		for _, e := range p.events(id, after, "200ms") {
			if data, ok := e.Data.(T); ok && match(data) {
				return data
			}
			after = e.Seq
		}
	}
	for _, e := range p.events(id, 0, "0s") {
		p.t.Logf("%d %s %+v", e.Seq, e.Data.Type(), e.Data)
	}
	var none T
	p.t.Fatalf("no %T came within a minute", none)
	return none
}

// TestKillWhilePlanIsPending kills the process after the plan and before the sending. The next
// process sends the plan, once, and not before its time.
func TestKillWhilePlanIsPending(t *testing.T) {
	t.Parallel()
	onBoth(t, killWhilePlanIsPending)
}

// onBoth runs a test on SQLite and on Postgres. env is a variable for the environment of the
// process.
func onBoth(t *testing.T, test func(t *testing.T, env string)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, "")
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		test(t, "DATABASE_URL="+storetest.Postgres(t))
	})
}

func killWhilePlanIsPending(t *testing.T, env string) {
	db := filepath.Join(t.TempDir(), "ringer.db")
	p := start(t, db, env)
	id := p.create(`{"wpm":30}`)
	p.say(id, "Blue", "red, where are you from?")
	plan := await(p, id, func(*session.PlanCreated) bool { return true })
	p.end(syscall.SIGKILL)

	p = start(t, db, env)
	await(p, id, func(s *session.MessageSent) bool { return s.PlanID == plan.ID })
	p.end(syscall.SIGTERM)

	p = start(t, db, env) // a third process must have nothing left to send
	sent := 0
	for _, e := range p.events(id, 0, "0s") {
		s, ok := e.Data.(*session.MessageSent)
		if !ok || s.PlanID != plan.ID {
			continue
		}
		sent++
		if e.At.Before(plan.DueAt) || s.Text != plan.Text {
			t.Errorf("sent %q at %s, planned %q for %s", s.Text, e.At, plan.Text, plan.DueAt)
		}
	}
	if sent != 1 {
		t.Errorf("the plan was sent %d times", sent)
	}
}

// TestKillBeforeThought kills the process after the 202, before its model has answered. The next
// process considers the message.
func TestKillBeforeThought(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 10)
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	db := filepath.Join(t.TempDir(), "ringer.db")
	p := start(t, db, "OPENAI_BASE_URL="+silent.URL+"/v1")
	id := p.create(`{}`)
	seq := p.say(id, "Blue", "red, where are you from?")
	<-asked
	p.end(syscall.SIGKILL)

	p = start(t, db)
	await(p, id, func(c *session.ThoughtCompleted) bool { return c.BasedOn >= seq })
}
