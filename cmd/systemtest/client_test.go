package systemtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ringer/client"
	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// listen follows the log at an address with the client of this repository.
func listen(t *testing.T, name, address, types string, options ...client.EventOption) *reader {
	t.Helper()
	at := sessiontest.Must(url.Parse(address))(t)
	kind, id := path.Base(path.Dir(at.Path)), path.Base(at.Path)
	c := client.New("http://" + at.Host)
	options = append(options, client.Types(types))
	log := c.Session(id).Events(t.Context(), options...)
	if kind == "games" {
		log = c.Game(id).Events(t.Context(), options...)
	}
	ended := make(chan []heard, 1)
	go func() { // ends with the log, or the test
		var events []heard
		for e, err := range log {
			if err != nil {
				t.Error(err)
				break
			}
			data, _ := json.Marshal(e.Data) // it was JSON
			events = append(events, heard{strconv.FormatInt(e.ID, 10), e.Type, string(data)})
		}
		ended <- events
	}()
	return &reader{name, func() []heard { return <-ended }}
}

// TestFirstAnswerInGo compiles the lines of docs/clients.md in an empty module elsewhere, and runs
// them. The client brings nothing of the server with it, nor any other module.
func TestFirstAnswerInGo(t *testing.T) {
	slow(t)
	dir, p := t.TempDir(), start(t, filepath.Join(t.TempDir(), "ringer.db"))
	lines := repotest.Find(t, "docs/clients.md", "(?s)```go\n(.*?)```")[0]
	if n := strings.Count(lines, "\n"); n > 12 {
		t.Errorf("the first answer takes %d lines", n)
	}
	lines = strings.Replace(lines, "http://127.0.0.1:8080", p.url, 1)
	module := repotest.Find(t, "client/go.mod", "module (.*)\n")[0]
	repotest.Find(t, "docs/clients.md", "(go get "+regexp.QuoteMeta(module)+")`")
	program := fmt.Sprintf("package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\n\t%q\n)\n\nfunc main() {\n%s}\n", module, lines)
	sessiontest.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600))
	output(t, tool(dir, "go", "mod", "init", "stranger"))
	output(t, tool(dir, "go", "mod", "edit", "-require="+module+"@v0.0.0", "-replace="+module+"="+filepath.Join(repotest.Root(t), "client")))
	output(t, tool(dir, "go", "build", "-o", "first", "."))
	needs := string(output(t, tool(dir, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")))
	if strings.TrimSpace(needs) != module+"\nstranger" {
		t.Errorf("a program with the client links %s", needs)
	}
	_, said := launch(t, exec.Command(filepath.Join(dir, "first")))
	if !said.Scan() || !strings.HasSuffix(said.Text(), " <nil>") {
		t.Errorf("the program said %q", said.Text())
	}
}

// TestPostsThroughRestarts: what the client posts while the server is killed and stopped is stored
// once, in order.
func TestPostsThroughRestarts(t *testing.T) {
	slow(t)
	server := restarting(t)
	s := sessiontest.Must(client.New(server.url).Open(t.Context(), client.NewSession{
		Game: client.NewGame{Players: client.Players("Red", "Blue")}, Bot: client.NewBot{Seat: "Red"}, Timing: client.TimingModeManual,
	}))(t)
	const lines = 300
	var posting sync.WaitGroup
	step := make(chan int)
	posting.Go(func() {
		defer close(step)
		for i := range lines {
			if i%100 == 50 {
				step <- i
			}
			if err := s.Post(t.Context(), client.NewMessage{Sender: "Blue", Text: fmt.Sprint(i)}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range step {
		server.restart(map[bool]syscall.Signal{true: syscall.SIGKILL, false: syscall.SIGTERM}[i != 150])
	}
	posting.Wait()
	sessiontest.NoError(t, s.End(t.Context(), client.Ending{Outcome: "over"}))
	next := 0
	for e, err := range s.Events(t.Context(), client.Types("message.received")) {
		if sessiontest.NoError(t, err); e.Text() == strconv.Itoa(next) {
			next++
		} else if e.Type == "message.received" {
			t.Errorf("line %d is %q", next, e.Text())
		}
	}
	if next != lines {
		t.Errorf("%d lines are stored, want %d", next, lines)
	}
}

// TestClientPlaysAGame: a person's view of a game is the same by stream and by polls. A vote waits
// for the bots, and the result says who was what.
func TestClientPlaysAGame(t *testing.T) {
	slow(t)
	ctx, c := t.Context(), client.New(start(t, filepath.Join(t.TempDir(), "ringer.db")).url)
	g := sessiontest.Must(c.OpenGame(ctx, client.NewTable{
		Game: client.NewGame{Players: client.Players("Ann", "Red", "Blue")}, Bots: []client.NewTableBot{{Seat: "Red", Timing: client.TimingModeInstant}, {Seat: "Blue", Timing: client.TimingModeInstant}}, Seed: new(int64(7)),
	}))(t)
	sessiontest.NoError(t, g.Post(ctx, client.NewMessage{Sender: "Ann", Text: "hi all"}, client.NewMessage{Sender: "Ann", Text: "Red, how are you?"}))
	vote := sessiontest.Must(g.Vote(ctx, client.NewTableVote{Kind: client.VoteKindChooseOne, Question: "Who is the machine?", Seats: []string{"Red", "Blue"}}))(t)
	if len(vote.Casts) != 2 || vote.Status != client.VoteStatusClosed && vote.Status != client.VoteStatusCast {
		t.Errorf("%+v", vote)
	}
	sessiontest.NoError(t, c.Game(g.ID).Cast(ctx, vote.ID, client.NewCast{Seat: "Ann", Answer: client.NewAnswer{Option: "Red"}}))
	sessiontest.NoError(t, g.End(ctx, client.Ending{Outcome: "Ann won", Reveal: map[string]string{"Red": "bot"}}))
	var views [2][]string
	for i, how := range [][]client.EventOption{{client.As("Ann")}, {client.As("Ann"), client.Poll()}} {
		for e, err := range g.Events(ctx, how...) {
			sessiontest.NoError(t, err)
			views[i] = append(views[i], e.Type+" "+e.Text())
		}
	}
	if !slices.Equal(views[0], views[1]) || !slices.Contains(views[0], "message.received Red, how are you?") {
		t.Errorf("the stream shows %q, the polls %q", views[0], views[1])
	}
	if result := sessiontest.Must(g.Result(ctx))(t); len(result.Players) != 3 {
		t.Errorf("%+v", result)
	}
}

// TestClientVerifiesWebhooks: a delivery is accepted with its secret, and refused with another one,
// another body or another time.
func TestClientVerifiesWebhooks(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "RINGER_WEBHOOK_PRIVATE=true")
	type delivery struct {
		header http.Header
		body   []byte
	}
	came := make(chan delivery, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		_, _ = r.Body.Read(body)
		came <- delivery{r.Header, body}
	}))
	t.Cleanup(receiver.Close)
	c := client.New(p.url)
	var made struct{ Secret string }
	sessiontest.NoError(t, c.Do(t.Context(), "POST", "/v1/webhooks", map[string]any{"url": receiver.URL, "types": []string{"session.created"}}, &made))
	s := sessiontest.Must(c.Open(t.Context(), client.NewSession{Game: client.NewGame{Players: client.Players("Red", "Blue")}, Bot: client.NewBot{Seat: "Red"}}))(t)
	d := <-came
	e, err := client.VerifyWebhook(made.Secret, d.header, d.body)
	if _, ok := e.Data.(*client.SessionCreated); err != nil || !ok || e.SessionID != s.ID {
		t.Errorf("%+v, %v", e, err)
	}
	old := d.header.Clone()
	old.Set("webhook-timestamp", "1600000000")
	for name, bad := range map[string]func() error{
		"secret": func() error { _, err := client.VerifyWebhook("whsec_AAAA", d.header, d.body); return err },
		"body":   func() error { _, err := client.VerifyWebhook(made.Secret, d.header, append(d.body, ' ')); return err },
		"time":   func() error { _, err := client.VerifyWebhook(made.Secret, old, d.body); return err },
	} {
		if bad() == nil {
			t.Errorf("a delivery with another %s is accepted", name)
		}
	}
}
