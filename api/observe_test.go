package api_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"ringer/api"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
)

// observer stores what it is told.
type observer struct {
	mu       sync.Mutex // protects the rest
	answered []string
	doubted  []string
	open     int
	ended    []api.StreamEnd
}

// Answered implements api.Observer.
func (o *observer) Answered(method, route string, status int, _ time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.answered = append(o.answered, method+" "+route+" "+http.StatusText(status))
}

// Doubted implements api.Observer.
func (o *observer) Doubted(code session.Code, refused bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.doubted = append(o.doubted, fmt.Sprint(code, " ", refused))
}

// StreamOpened implements api.Observer.
func (o *observer) StreamOpened() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open++
}

// StreamEnded implements api.Observer.
func (o *observer) StreamEnded(why api.StreamEnd) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open--
	o.ended = append(o.ended, why)
}

func TestObserver(t *testing.T) {
	t.Parallel()
	s, o := setup(t), &observer{}
	watched := api.New(s.engine, api.Options{Model: offline.Name, Log: slog.New(slog.DiscardHandler), Observer: o})
	h := httptest.NewServer(watched)
	t.Cleanup(h.Close)
	s.url = h.URL
	id := s.create("")
	for _, path := range []string{"/v1/sessions/ses_nobody", "/metrics", "/nothing/" + id} {
		s.send("GET", path, "").is(t, http.StatusNotFound)
	}
	response := must(http.DefaultClient.Do(s.request(t.Context(), "GET", "/v1/sessions/"+id+"/events", "", "Accept", "text/event-stream")))(t)
	defer response.Body.Close()
	watched.Drain()
	if _, err := io.ReadAll(response.Body); err != io.ErrUnexpectedEOF {
		t.Errorf("the stream ended with %v, want a cut", err)
	}
	watched.Wait()

	want := []string{"POST /v1/sessions Created", "GET /v1/sessions/:id Not Found", "GET /metrics Not Found", "  Not Found"}
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, w := range want {
		if i >= len(o.answered) || o.answered[i] != w {
			t.Errorf("the observer was told %q, want %q", o.answered, want)
			break
		}
	}
	if o.open != 0 || len(o.ended) != 1 || o.ended[0] != api.StreamShutdown {
		t.Errorf("%d streams are open, ended are %q", o.open, o.ended)
	}
}
