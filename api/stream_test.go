package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// deadlines is a recorder that stores the last write deadline.
type deadlines struct {
	*httptest.ResponseRecorder
	last time.Time
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	d.last = t
	return nil
}

// bubbleServer returns a server on a store, with the offline model. It can run in a synctest
// bubble.
func bubbleServer(t *testing.T, db journal.Store) (*api.Server, *engine.Engine) {
	e := enginetest.Start(t, engine.Parts{Store: db})
	t.Cleanup(e.Close)
	return api.New(e, api.Options{Log: slog.New(slog.DiscardHandler)}), e
}

// direct is the answer of a server without a network between.
func direct(s *api.Server, method, path, body string) answer {
	request := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	serve(s, response, request)
	return answer{response.Code, response.Header(), response.Body.Bytes(), method + " " + path}
}

// listen opens a stream, which ends with Drain.
func listen(ctx context.Context, s *api.Server, path string) *deadlines {
	request := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+path, nil)
	request.Header.Set("Accept", "text/event-stream")
	response := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	go serve(s, response, request) // ends with the stream
	return response
}

// open creates a session with two players, and with phases if there are any.
func open(t *testing.T, e *engine.Engine, phases ...session.Phase) (id string) {
	players := []session.Player{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}
	seed := int64(1) // with most seeds the bot answers a question, with this one always; at this pace it thinks at once
	row, _, err := e.Desk.Create(t.Context(), "", session.Config{Bot: session.Bot{Seat: "a"}, Game: session.Setting{Players: players, Phases: phases}, Seed: &seed, Pace: session.PacePaper})
	succeed(t, err)
	return row.ID
}

// TestIdleStream keeps a stream open without events. It gets a comment every 15 s. When it ends
// long after its last write, the deadline still leaves time to write the end.
func TestIdleStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, e := bubbleServer(t, store.NewMemory())
		response := listen(t.Context(), s, "/v1/sessions/"+open(t, e)+"/events")
		time.Sleep(44 * time.Second)
		synctest.Wait()
		equal(t, "comments in 44 s", strings.Count(response.Body.String(), ": still here\n"), 2)
		s.Drain()
		synctest.Wait()
		if !response.last.After(time.Now()) {
			t.Errorf("at the end the write deadline lies %s back", time.Since(response.last))
		}
	})
}

// marked is the key of a context whose reads are counted.
type marked struct{}

// countingStore is a store that counts the reads of a log for a marked request, which take a while.
type countingStore struct {
	journal.Store
	reads atomic.Int64
	takes time.Duration
}

func (c *countingStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	if ctx.Value(marked{}) != nil {
		time.Sleep(c.takes)
		c.reads.Add(1)
	}
	return c.Store.Events(ctx, session, after, limit)
}

// TestLiveEventsComeFromMemory follows a session in which people and the bot talk. After its first
// read of the log the stream reads nothing from the store. The stream equals the log, byte for
// byte.
func TestLiveEventsComeFromMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &countingStore{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
		id := open(t, e)
		response := listen(context.WithValue(t.Context(), marked{}, true), s, "/v1/sessions/"+id+"/events?types=*")
		synctest.Wait()
		for i := range 100 {
			post := session.Post{Sender: "b", Text: fmt.Sprint("what do you say to <that>, a? ", i)}
			must(e.Desk.Post(t.Context(), id, []session.Post{post}, func(int) string { return "" }))(t)
			time.Sleep(700 * time.Millisecond)
			synctest.Wait()
		}
		s.Drain()
		synctest.Wait()
		equal(t, "reads of the log for one stream", db.reads.Load(), 1)
		log := as[struct{ Events []json.RawMessage }](t, direct(s, "GET", "/v1/sessions/"+id+"/events?types=*&limit=1000", ""))
		var sent []string
		for line := range strings.Lines(response.Body.String()) {
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				sent = append(sent, strings.TrimSpace(data))
			}
		}
		if len(sent) != len(log.Events) || len(sent) < 150 {
			t.Fatalf("%d events streamed, %d in the log", len(sent), len(log.Events))
		}
		for i, data := range sent {
			equal(t, "streamed", data, string(log.Events[i]))
		}
	})
}

// subscribeAll opens n streams of all events of a session after a seq, and reads from each until it
// is idle.
func subscribeAll(t *testing.T, s http.Handler, path string, n int) []net.Conn {
	t.Helper()
	readers := make([]net.Conn, n)
	for i := range readers {
		conn, reader := net.Pipe()
		asked := httptest.NewRequest("GET", "http://localhost"+path, nil)
		asked.Header.Set("Accept", "text/event-stream")
		go s.ServeHTTP(hijackable{httptest.NewRecorder(), conn}, asked) // ends when the stream begins
		readers[i] = reader
		awaitText(t, reader, "\r\n\r\n")
	}
	synctest.Wait()
	return readers
}

// awaitText reads until a text has come.
func awaitText(t *testing.T, reader io.Reader, text string) {
	t.Helper()
	got, b := "", make([]byte, 4096)
	for !strings.Contains(got, text) {
		n, err := reader.Read(b)
		if err != nil {
			t.Fatalf("%v after %q", err, got)
		}
		got += string(b[:n])
	}
}

// bubbled counts the goroutines in synctest's bubbles, once those that are about to end have ended.
func bubbled() int {
	synctest.Wait()
	stacks := make([]byte, 1<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), ", synctest bubble ")
}

// TestIdleStreamHasNoGoroutine opens many streams. It is not parallel, so there is no other bubble.
func TestIdleStreamHasNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, e := bubbleServer(t, store.NewMemory())
		id := open(t, e)
		before := bubbled()
		const streams = 100
		readers := subscribeAll(t, s, "/v1/sessions/"+id+"/events", streams)
		more := bubbled() - before
		t.Logf("%d goroutines, and %d more for %d streams", before, more, streams)
		if more > 2*runtime.GOMAXPROCS(0) {
			t.Errorf("%d idle streams have %d goroutines", streams, more)
		}
		for _, r := range readers {
			r.Close()
		}
		s.Drain()
		s.Wait()
	})
}

// TestManySlowReaders lets more readers stop reading than there are workers. Another reader gets
// its events at once.
func TestManySlowReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, e := bubbleServer(t, store.NewMemory())
		id := open(t, e)
		path := "/v1/sessions/" + id + "/events?types=message.received"
		slow := subscribeAll(t, s, path, 10*runtime.GOMAXPROCS(0))
		fast := subscribeAll(t, s, path, 1)[0]
		for i := range 3 {
			text, posted := fmt.Sprint("hello ", i), time.Now()
			must(e.Desk.Post(t.Context(), id, []session.Post{{Sender: "b", Text: text}}, func(int) string { return "" }))(t)
			awaitText(t, fast, text)
			if waited := time.Since(posted); waited > 0 {
				t.Errorf("the other reader waited for %s", waited)
			}
		}
		for _, r := range append(slow, fast) {
			r.Close()
		}
		s.Drain()
		s.Wait()
	})
}
