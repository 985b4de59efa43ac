package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ringer/cmd/internal/bench/baseline"
	"ringer/engine/sessiontest"
)

type faulty struct {
	http.Handler
	// send is asked before an event is written to a stream. It returns what to write instead, and
	// whether to cut the stream then.
	send func(event []byte) (instead []byte, cut bool)
	// post is asked before each post, and returns a status other than 0 to answer it with.
	post func() int
}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/messages") && f.post != nil {
		if status := f.post(); status != 0 {
			w.WriteHeader(status)
			return
		}
	}
	if strings.HasSuffix(r.URL.Path, "/stream") && f.send != nil {
		w = &faultyWriter{w, f.send}
	}
	f.Handler.ServeHTTP(w, r)
}

type faultyWriter struct {
	http.ResponseWriter
	send func([]byte) ([]byte, bool)
}

// Write implements io.Writer. Each write of the server is one event.
func (w *faultyWriter) Write(event []byte) (int, error) {
	instead, cut := w.send(event)
	if _, err := w.ResponseWriter.Write(instead); err != nil {
		return 0, err
	}
	if cut {
		_ = http.NewResponseController(w.ResponseWriter).Flush()
		panic(http.ErrAbortHandler)
	}
	return len(event), nil
}

func (w *faultyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func benchServer(t *testing.T, kind string, f *faulty, s Settings) *Result {
	t.Helper()
	var err error
	if f.Handler, err = baseline.New(t.Context(), kind, ""); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	s.Servers, s.Seed = []string{server.URL}, 1
	r := sessiontest.Must(Run(t.Context(), s, io.Discard))(t)
	return r
}

func has(event []byte, session string, seq int) bool {
	return bytes.Contains(event, []byte(`"`+session+`"`)) && bytes.HasSuffix(event, fmt.Appendf(nil, "\nid: %d\n\n", seq))
}

// TestFaultsAreReported lets a server lose, double and swap events, and cut a stream, each in a
// session of its own. The run must report each, and nothing else. On a busy machine a session may
// have one post, so the faults are at its first one.
func TestFaultsAreReported(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var swapped []byte
	cut := false
	send := func(e []byte) ([]byte, bool) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case has(e, "ses_1", 2):
			return nil, false
		case has(e, "ses_2", 2):
			return bytes.Repeat(e, 2), false
		case has(e, "ses_3", 2):
			swapped = bytes.Clone(e)
			return nil, false
		case has(e, "ses_3", 3):
			return append(bytes.Clone(e), swapped...), false
		case has(e, "ses_4", 2) && !cut:
			cut = true
			return e, true
		}
		return e, false
	}
	r := benchServer(t, baseline.Fanout, &faulty{send: send}, Settings{Sessions: 5, Streams: 1, Rate: 100, Clients: 4, Duration: time.Second})
	if s := r.Streams; s.Lost != 1 || s.Doubled != 1 || s.Disordered != 1 || s.Broken != 1 || s.Unended != 0 || s.Sound() || r.Away.Count != 1 || r.Errors["stream: connection closed"] != 1 || r.Faults()-r.Posts.Unbegun != 1 { // a busy machine does not begin all posts
		t.Errorf("%+v, %d away, %v", s, r.Away.Count, r.Errors)
	}
	if r.Received.Count != r.Posts.All-1 {
		t.Errorf("%d times of %d posts", r.Received.Count, r.Posts.All)
	}
}

func TestRefusedPostsAreCounted(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	refuse := func() int {
		if n.Add(1)%2 == 0 {
			return http.StatusBadGateway
		}
		return 0
	}
	r := benchServer(t, baseline.Fanout, &faulty{post: refuse}, Settings{Sessions: 2, Streams: 2, Rate: 80, Clients: 4, Duration: 500 * time.Millisecond})
	p := r.Posts
	if p.All+p.Failed+p.Unbegun != 40 || p.Failed != n.Load()/2 || r.Errors["post: 502"] != int(p.Failed) || !r.Streams.Sound() || r.Answer.Count != p.All || r.Received.Count != 2*p.All {
		t.Errorf("%+v, %v, %+v", p, r.Errors, r.Streams)
	}
}

// TestStallIsCharged lets a server stall. The posts that could not begin meanwhile must count their
// waiting.
func TestStallIsCharged(t *testing.T) {
	t.Parallel()
	var once sync.Once
	stall := func() int {
		once.Do(func() { time.Sleep(500 * time.Millisecond) })
		return 0
	}
	r := benchServer(t, baseline.Echo, &faulty{post: stall}, Settings{Sessions: 1, Rate: 40, Clients: 1, Duration: time.Second})
	slow := r.Posts.Unbegun
	for i := range r.Answer.Bars {
		if i > 0 && bounds[i-1] >= 200 {
			slow += r.Answer.Bars[i]
		}
	}
	if slow < 12 { // those that were intended in the first 300 ms
		t.Errorf("only %d posts were slow: %+v", slow, r.Answer)
	}
}

// TestInterrupt ends a run early. The result holds what there is, and the sessions are deleted.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	handler := sessiontest.Must(baseline.New(t.Context(), baseline.Fanout, ""))(t)
	ctx, stop := context.WithCancel(t.Context())
	var mu sync.Mutex
	posts, deleted := 0, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if strings.HasSuffix(r.URL.Path, "/messages") {
			if posts++; posts == 10 {
				stop()
			}
		}
		if r.Method == http.MethodDelete {
			deleted++
		}
		mu.Unlock()
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	r, err := Run(ctx, Settings{Servers: []string{server.URL}, Sessions: 3, Streams: 2, Rate: 50, Clients: 4, Duration: time.Hour, Seed: 1}, io.Discard)
	if err != nil || !r.Interrupted || r.Posts.All < 10 || !r.Streams.Sound() || r.Streams.Unended != 0 || deleted != 3 {
		t.Errorf("%+v, %v; %d deleted", r, err, deleted)
	}
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	_, err := Run(t.Context(), Settings{Servers: []string{"http://127.0.0.1:1"}, Sessions: 2, Clients: 2, Duration: time.Second}, io.Discard)
	sessiontest.Fails(t, err, "a session cannot be opened")
}
