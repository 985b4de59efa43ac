package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/tenant"
	"ringer/store"
)

// server is a real server on a SQLite file of its own, with the offline model.
type server struct {
	t      *testing.T
	url    string
	client *http.Client
	api    *api.Server
	engine *engine.Engine
	db     *store.Store
	meter  *tenant.Meter
	token  string // what requests without an Authorization of their own send
}

// as returns the server for a client with a token or the key.
func (s server) as(token string) *server {
	s.token = token
	return &s
}

func setup(t *testing.T, change ...func(*api.Options)) *server {
	t.Helper()
	socket := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	return serveOn(t, socket, http.DefaultTransport, change...)
}

// start marks a test as parallel, and starts a server for it.
func start(t *testing.T, change ...func(*api.Options)) *server {
	t.Helper()
	t.Parallel()
	return setup(t, change...)
}

// must returns a value in a test that its error ends.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		succeed(t, err)
		return v
	}
}

// succeed ends a test that has an error.
func succeed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// equal checks that something is as wanted.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// bubble runs a test of a server in a synctest bubble, so that waiting takes no time.
func bubble(t *testing.T, test func(t *testing.T, s *server), change ...func(*api.Options)) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		test(t, serveOn(t, p, &http.Transport{DialContext: p.dial}, change...))
	})
}

// serveOn starts a server on a listener, which transport reaches.
func serveOn(t *testing.T, listener net.Listener, transport http.RoundTripper, change ...func(*api.Options)) *server {
	t.Helper()
	db := must(store.Open(t.Context(), filepath.Join(t.TempDir(), "ringer.db")))(t)
	strategies := enginetest.Strategies(t)
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	models, err := llm.New(llm.Config{
		Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: offline.Transport{Model: offline.New(strategies.Skills())},
	})
	if err != nil {
		t.Fatal(err)
	}
	// Tenants may bring model servers. The offline model answers for all of them.
	servers := tenant.Servers{Open: func(journal.ModelServer) (tenant.Models, error) { return models, nil }}
	meter := tenant.NewMeter(db, db.Session, servers, time.Now, log)
	e := enginetest.Start(t, engine.Parts{Name: "ringer-0", Store: db, Strategies: strategies, Models: meter.Models(models)})
	keys := tenant.NewKeyring(tenant.Parts{Store: db, Now: e.Now, Replicas: func() int { return 1 }, Log: log})
	options := api.Options{Keys: keys, Webhooks: db, Meter: meter, Tenants: db, Model: offline.Name, ModelNote: offline.Note, Log: log, Metrics: http.HandlerFunc(metrics)}
	for _, f := range change {
		f(&options)
	}
	s := &server{t: t, api: api.New(e, options), engine: e, db: db, meter: meter}
	h := &httptest.Server{Listener: s.api.Listener(listener), Config: &http.Server{Handler: s.api}}
	h.Start()
	s.url, s.client = h.URL, checkedClient(t, transport)
	t.Cleanup(func() {
		s.api.Drain()
		h.Close()
		e.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// restarted returns another server on the same database.
func (s server) restarted() *api.Server {
	log := slog.New(slog.DiscardHandler)
	return api.New(s.engine, api.Options{Log: log, Keys: tenant.NewKeyring(tenant.Parts{Store: s.db, Now: s.engine.Now, Log: log})})
}

func metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	_, _ = io.WriteString(w, "up 1\n") // the client may have gone
}

// send sends a body unchanged, with the content type JSON unless the headers name another.
func (s *server) send(method, path, body string, headers ...string) answer {
	s.t.Helper()
	return s.do(s.request(context.WithoutCancel(s.t.Context()), method, path, body, headers...))
}

// request is what send sends.
func (s *server) request(ctx context.Context, method, path, body string, headers ...string) *http.Request {
	s.t.Helper()
	request := must(http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body)))(s.t)
	request.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return request
}

func (s *server) do(request *http.Request) answer {
	s.t.Helper()
	response := must(s.client.Do(request))(s.t)
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if isCut := errors.Is(err, io.ErrUnexpectedEOF) && response.Header.Get("Content-Type") == "text/event-stream"; err != nil && !isCut {
		s.t.Fatal(err)
	}
	if response.Header.Get("Content-Type") == "text/event-stream" {
		events, _ := parse(b)
		for _, e := range events {
			s.checkEvent(e.data)
		}
	}
	return answer{response.StatusCode, response.Header, b, fmt.Sprintf("%s %.300s", request.Method, request.URL.RequestURI())}
}

const sessionBody = `{"game":{"rules":"turing","players":["Red",{"id":"b","name":"Blue"},"Green"],"phases":["day","night"],"channels":["den"]},"bot":{"seat":"Red"},"seed":1%s}`

// create opens a session. It adds more to the body.
func (s *server) create(more string) (id string) {
	s.t.Helper()
	return as[named](s.t, s.send("POST", "/v1/sessions", body(more)).taken(s.t)).ID
}

// named is the id of what an answer shows.
type named struct{ ID string }

func body(more string) string {
	return strings.Replace(sessionBody, "%s", more, 1)
}

// page is a page of the events of a session or a game.
type page struct {
	Events    []event
	NextAfter int64 `json:"next_after"`
	Ended     bool
}

type event struct {
	Seq       int64
	Type      string
	MessageID string `json:"message_id"`
	Data      json.RawMessage
}

// log returns every event of a session.
func (s *server) log(id string) page {
	s.t.Helper()
	return as[page](s.t, s.send("GET", "/v1/sessions/"+id+"/events?types=*&limit=1000", ""))
}
