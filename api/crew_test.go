package api_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/session"
	"ringer/store"
)

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
		defer e.Close()
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
		defer e.Close()
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
