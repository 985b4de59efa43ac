package systemtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ringer/client"
	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// readTypes are the types of events that the readers ask for.
const readTypes = "message.received,message.sent"

// heard is an event as a reader passed it on.
type heard struct{ ID, Type, Data string }

// TestReaders follows a game with our clients, and with those that other people wrote. Meanwhile
// streams rotate every second, the server is stopped and started again, and is killed and started
// again. Each client gets each event once, and nothing else.
func TestReaders(t *testing.T) {
	slow(t)
	server := restarting(t, "RINGER_STREAM_LIFE=1s", "RINGER_HEARTBEAT=100ms")
	var session struct{ ID string }
	server.call("POST", "/v1/sessions", turing(nil), &session)
	path := "/v1/sessions/" + session.ID
	readers := startReaders(t, server.url+path, "session.ended")

	// The readers' ids are those of the session's log, so it does not matter when they begin.
	for i := range 120 {
		switch i {
		case 40:
			server.restart(syscall.SIGTERM)
		case 80:
			server.restart(syscall.SIGKILL)
		}
		server.call("POST", path+"/messages", map[string]any{"id": fmt.Sprint("m-", i), "sender": "Blue", "text": fmt.Sprint("line ", i)}, nil)
		time.Sleep(100 * time.Millisecond) // about twelve seconds in all
	}
	server.call("POST", path+"/end", map[string]any{}, nil)
	judgeReaders(t, readers, server.seqs(path, "session.ended"))
}

// TestReadersOfAGame: the stream of a game ends with game.ended, and so do its readers.
func TestReadersOfAGame(t *testing.T) {
	slow(t)
	server := restarting(t)
	var game struct{ ID string }
	server.call("POST", "/v1/games", map[string]any{"game": map[string]any{"players": []string{"Red", "Blue"}}, "bots": []map[string]any{{"seat": "Red", "timing": "manual"}}}, &game)
	path := "/v1/games/" + game.ID
	readers := startReaders(t, server.url+path, "game.ended")
	server.call("POST", path+"/messages", map[string]any{"sender": "Blue", "text": "hello"}, nil)
	server.call("POST", path+"/end", map[string]any{}, nil)
	judgeReaders(t, readers, server.seqs(path, "game.ended"))
}

// seqs returns the seqs of the events that a reader is given.
func (s *restartable) seqs(path, last string) (all []string) {
	var page struct{ Events []struct{ Seq int64 } }
	s.call("GET", path+"/events?limit=1000&types="+readTypes+","+last, nil, &page)
	for _, e := range page.Events {
		all = append(all, strconv.FormatInt(e.Seq, 10))
	}
	return all
}

// judgeReaders waits for the readers' ends, and compares what they were given with what was sent.
func judgeReaders(t *testing.T, readers []*reader, sent []string) {
	t.Helper()
	var cells [][]any
	for _, r := range readers {
		events := r.wait()
		times, empty := map[string]int{}, 0
		for _, e := range events {
			if times[e.ID]++; e.Data == "" {
				empty++
			}
		}
		lost, doubled := 0, 0
		for _, id := range sent {
			switch times[id] {
			case 0:
				lost++
			case 1:
			default:
				doubled++
			}
		}
		cells = append(cells, []any{r.name, len(sent), len(events), lost, doubled, empty})
		ids := make([]string, len(events))
		for i, e := range events {
			ids[i] = e.ID
		}
		if !slices.Equal(ids, sent) || empty > 0 {
			t.Errorf("%s was given %v, want %v", r.name, ids, sent)
		}
	}
	t.Logf("\n%s", table("client\tsent\treceived\tlost\tdoubled\tempty\t", cells))
}

// reader is a client that follows a stream until its last event.
type reader struct {
	name string
	// wait returns all events, once the reader has ended.
	wait func() []heard
}

// startReaders starts all readers of a stream. last is the type of its last event.
func startReaders(t *testing.T, of, last string) (all []*reader) {
	types := readTypes + "," + last
	url := of + "/stream?types=" + types
	node, libraries := foreignNode(t), foreignGo(t, "reader")
	shell := sessiontest.Must(filepath.Abs(filepath.Join(foreign, "follow.sh")))(t)
	for _, name := range []string{"eventsource", "eventsource-client", "fetch-event-source"} {
		all = append(all, run(t, name, tool(node, "node", "readers.mjs", name, url)))
	}
	server, path := of[:strings.Index(of, "/v1/")], of[strings.Index(of, "/v1/"):]
	for name, act := range map[string]string{"ringer-client": "follow", "ringer-client, long polls": "poll"} {
		all = append(all, run(t, name, drive(t, server, act, path, types)))
	}
	for _, name := range []string{"r3labs/sse", "tmaxmax/go-sse"} {
		all = append(all, run(t, name, exec.Command(libraries, name, url)))
	}
	for _, way := range []string{"sync", "async", "poll", "feed"} {
		all = append(all, run(t, "Python, "+way, python(t, pythonProgram(t, "read.py"), way, of, types)))
	}
	all = append(all, run(t, "curl", exec.Command("bash", shell, url)), run(t, "curl, HTTP/2", exec.Command("bash", shell, url, "--http2-prior-knowledge")))
	return append(all, browse(t, url, types), listen(t, "Go client", of, types), listen(t, "Go client, long polls", of, types, client.Poll()))
}

// readLimit is how long a reader may take after the end of the game. The libraries come back after
// some seconds at most.
const readLimit = time.Minute

// run starts a program that prints a line of JSON for each event.
func run(t *testing.T, name string, cmd *exec.Cmd) *reader {
	t.Helper()
	_, lines := launch(t, cmd)
	ended := make(chan []heard, 1)
	go func() { // ends with the program
		var events []heard
		for lines.Scan() {
			var e heard
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				t.Errorf("%s printed %s", name, lines.Bytes())
			}
			events = append(events, e)
		}
		ended <- events
	}()
	return &reader{name, func() []heard {
		limit := time.AfterFunc(readLimit, func() { _ = cmd.Process.Kill() }) // it may have ended
		defer limit.Stop()
		return <-ended
	}}
}

// browse follows a stream with the EventSource of a browser.
func browse(t *testing.T, url, types string) *reader {
	t.Helper()
	tab := newPage(t).tab
	origin, _, _ := strings.Cut(url, "/v1/")
	recipe := repotest.Find(t, "docs/clients.md", "(?s)# Libraries of others.*?```js\n(.*?)```")[0]
	script := fmt.Sprintf(`const url = %q, types = %q.split(",").concat("message")
		window.all = []; window.ended = false
		const heard = (ID, Type, Data) => { window.all.push({ID, Type, Data}); if (Type.endsWith(".ended")) window.ended = true }
		%s`, url, types, recipe)
	sessiontest.NoError(t, chromedp.Do(tab, chromedp.Navigate(origin+"/docs/"), chromedp.Evaluate[chromedp.Void](script)))
	return &reader{"Chromium", func() (events []heard) {
		var err error
		for deadline, ended := time.Now().Add(readLimit), false; err == nil && !ended && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
			ended, err = chromedp.Run(tab, chromedp.Evaluate[bool]("window.ended"))
		}
		if err == nil {
			events, err = chromedp.Run(tab, chromedp.Evaluate[[]heard]("window.all"))
		}
		if err != nil {
			t.Error(err)
		}
		return events
	}}
}

// restartable is a server that a test stops and starts again at the same address.
type restartable struct {
	*process
	again func() *process
}

// restarting starts a server that can be started again.
func restarting(t *testing.T, env ...string) *restartable {
	t.Helper()
	db := filepath.Join(t.TempDir(), "ringer.db")
	env = append(env, fmt.Sprint("PORT=", quietPort(t)))
	again := func() *process { return start(t, db, env...) }
	return &restartable{again(), again}
}

// restart ends the server with a signal and starts it again.
func (p *restartable) restart(s syscall.Signal) {
	p.end(s)
	p.process = p.again()
	p.client.Transport.(*http.Transport).CloseIdleConnections()
}
