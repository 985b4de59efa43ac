package systemtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// listenTo opens a stream of all events of a session.
func (p *process) listenTo(id string) io.ReadCloser {
	p.t.Helper()
	response, err := p.stream(context.Background(), id, "types=*")
	if err != nil {
		p.t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("stream: status %d", response.StatusCode)
	}
	p.t.Cleanup(func() { response.Body.Close() })
	return response.Body
}

// checkCut reads a stream to its end. The stream must be cut, so that its reader comes back, but
// not within an event.
func checkCut(t *testing.T, stream io.Reader) {
	body, err := io.ReadAll(stream)
	if err != io.ErrUnexpectedEOF {
		t.Errorf("the stream ended with %v, want a cut", err)
	}
	if len(body) > 0 && !bytes.HasSuffix(body, []byte("\n\n")) {
		t.Errorf("the stream was cut after %q", body[max(0, len(body)-100):])
	}
}

// TestShutdownCutsStreams stops a server that has a stream open.
func TestShutdownCutsStreams(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	stream := p.listenTo(p.create(`{}`))
	p.end(syscall.SIGTERM)
	if !p.cmd.ProcessState.Success() {
		t.Errorf("the server ended with %s", p.cmd.ProcessState)
	}
	checkCut(t, stream)
}

// TestDrainTime stops a server that drains first. It says that it is not ready, and takes posts,
// until the time is over.
func TestDrainTime(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "RINGER_DRAIN=3s")
	id := p.create(`{}`)
	stream := p.listenTo(id)
	sessiontest.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	var problem struct{ Code string }
	for p.call("GET", "/readyz", nil, &problem) == http.StatusOK { // ends with the drain
	}
	if problem.Code != "shutting_down" {
		t.Errorf("/readyz answers %q", problem.Code)
	}
	p.say(id, "Blue", "still here?")
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	checkCut(t, stream)
}

// TestShutdownUnderLoad stops a server during posts, streams and a long poll. The server ends by
// itself with 0, and the streams are cut. The next server has everything that the first one
// accepted.
func TestShutdownUnderLoad(t *testing.T) {
	t.Parallel()
	onBoth(t, shutdownUnderLoad)
}

func shutdownUnderLoad(t *testing.T, env string) {
	const sessions, enough = 4, 400
	db := filepath.Join(t.TempDir(), "ringer.db")
	p := start(t, db, env)
	var ids []string
	var readers sync.WaitGroup
	for range sessions {
		id := p.create(`{"wpm":60}`)
		ids = append(ids, id)
		for range 3 {
			stream := p.listenTo(id)
			readers.Go(func() { checkCut(t, stream) })
		}
	}
	readers.Go(p.poll(p.create(`{}`)))

	posted := &ledger{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	client := newPlatform(t, p.url)
	half := make(chan struct{})
	var posters sync.WaitGroup
	for i, id := range ids {
		for k := range 3 {
			posters.Go(func() {
				for n := 0; ctx.Err() == nil; n++ {
					name := fmt.Sprintf("m-%d-%d-%d", i, k, n)
					_, a := client.post(ctx, "/v1/sessions/"+id+"/messages", map[string]any{"id": name, "sender": "Blue", "text": name})
					if a != accepted {
						return
					}
					if posted.add(id, name) == enough {
						close(half)
					}
				}
			})
		}
	}
	<-half
	p.end(syscall.SIGTERM)
	stop()
	posters.Wait()
	readers.Wait()
	if !p.cmd.ProcessState.Success() {
		t.Errorf("the server ended with %s", p.cmd.ProcessState)
	}

	p = start(t, db, env)
	for _, id := range ids {
		posted.check(t, id, p.log(id))
	}
}

// poll begins a long poll for an event that never comes. The function that it returns waits for the
// answer.
func (p *process) poll(id string) func() {
	p.t.Helper()
	asked := make(chan struct{})
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(asked) }}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(p.t.Context(), trace), "GET",
		p.url+"/v1/sessions/"+id+"/events?after=1&types=message.sent&wait=55s", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() { // ends with the answer
		response, err := p.client.Do(request)
		if err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusOK {
				err = errors.New(response.Status)
			}
		}
		answered <- err
	}()
	<-asked
	return func() {
		if err := <-answered; err != nil {
			p.t.Errorf("the long poll was not answered well: %v", err)
		}
	}
}

// ledger records the messages that a server has accepted.
type ledger struct {
	mu    sync.Mutex // protects the rest
	names map[string][]string
	n     int
}

// add adds a message of a session, and returns how many messages there are.
func (l *ledger) add(session, name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.names == nil {
		l.names = map[string][]string{}
	}
	l.names[session] = append(l.names[session], name)
	l.n++
	return l.n
}

// check checks that each message of a session is in its log once.
func (l *ledger) check(t *testing.T, sessionID string, events []session.Event) {
	t.Helper()
	found := map[string]int{}
	for _, e := range events {
		if m, ok := e.Data.(*session.MessageReceived); ok {
			found[m.ID]++
		}
	}
	for _, name := range l.names[sessionID] {
		if found[name] != 1 {
			t.Errorf("%s was accepted, and is in the log %d times", name, found[name])
		}
	}
}

// log returns the whole log of a session.
func (p *process) log(id string) (all []session.Event) {
	p.t.Helper()
	for {
		after := int64(0)
		if len(all) > 0 {
			after = all[len(all)-1].Seq
		}
		page := p.events(id, after, "0s")
		if len(page) == 0 {
			return all
		}
		all = append(all, page...)
	}
}
