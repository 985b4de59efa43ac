package api_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/logtest"
)

type problem struct {
	Type, Title, Code, Detail string
	Status                    int
	RequestID                 string `json:"request_id"`
	Errors                    []struct{ In, Pointer, Code, Detail string }
}

func (a answer) problem(t *testing.T) (p problem) {
	t.Helper()
	if a.Header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("%d with content type %q: %s", a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	a.decode(t, &p)
	if len(a.Body) > 64<<10 {
		t.Errorf("%s: a problem of %d bytes, want at most 64 KiB", a.Request, len(a.Body))
	}
	if p.Status != a.Status || p.RequestID == "" || p.RequestID != a.Header.Get("X-Request-Id") || p.Detail == "" || p.Title == "" ||
		p.Type != "/docs/errors#"+p.Code {
		t.Errorf("incomplete problem %s", a.Body)
	}
	return p
}

// refusal returns the status of a problem with its code, and the code and pointer of each error.
func (a answer) refusal(t *testing.T) string {
	t.Helper()
	p := a.problem(t)
	var errs []string
	for _, e := range p.Errors {
		errs = append(errs, e.Code+" "+e.Pointer)
	}
	if len(errs) == 0 {
		errs = []string{p.Code}
	}
	return fmt.Sprint(p.Status, " ", strings.Join(errs, "; "))
}

// refusedFor checks all errors of a refusal.
func (a answer) refusedFor(t *testing.T, want string) {
	t.Helper()
	equal(t, a.Request, a.refusal(t), want)
}

// refused checks how the refusal of an answer begins.
func (a answer) refused(t *testing.T, want string) {
	t.Helper()
	if got := a.refusal(t); got != want && !strings.HasPrefix(got, want+" ") && !strings.HasPrefix(got, want+";") {
		t.Errorf("%s: %s, want %s", a.Request, got, want)
	}
}

func TestRequestIDIsTakenOver(t *testing.T) {
	s := start(t)
	s.send("GET", "/healthz", "", "X-Request-Id", "mine-1").has(t, 200, "X-Request-Id", "mine-1")
	if a := s.send("GET", "/healthz", "", "X-Request-Id", strings.Repeat("x", 200)); len(a.Header.Get("X-Request-Id")) > 128 {
		t.Error("a request id of any length is sent back")
	}
}

func TestErrorsPage(t *testing.T) {
	s := start(t)
	a := s.send("GET", "/docs/errors", "", "Accept", "text/html").has(t, 200, "Content-Type", "text/html")
	for code := range api.Samples() {
		a.is(t, 200, fmt.Sprintf(`<section id="%s">`, code))
	}
}

// TestOtherMethods sends methods that have no handler.
func TestOtherMethods(t *testing.T) {
	s := start(t)
	for _, method := range []string{"PUT", "TRACE", "BREW"} {
		s.send(method, "/v1/rules", "").has(t, 405, "Allow", "GET")
	}
	s.send("OPTIONS", "/v1/rules", "").has(t, 204, "Allow", "GET")
	if a := s.send("HEAD", "/v1/sessions/ses_x", "").has(t, 404, "Content-Type", "application/problem+json"); len(a.Body) > 0 {
		t.Errorf("HEAD has the body %s", a.Body)
	}
}

func logTo(w io.Writer, level slog.Level) func(*api.Options) {
	return func(o *api.Options) { o.Log = slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level})) }
}

func TestPanicIsAProblemWithoutItsText(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	s := setup(t, logTo(&log, slog.LevelInfo))
	api.AddPanickingRoute(s.api, "/test/panic", "the inner text")
	a := s.send("GET", "/test/panic", "", "X-Request-Id", "panic-1")
	a.refusedFor(t, "500 internal")
	a.lacks(t, "inner")
	if found := log.Containing("panic-1"); len(found) != 1 || !strings.Contains(found[0], "the inner text") || !strings.Contains(found[0], "level=ERROR") {
		t.Errorf("logged %q", found)
	}
}

func TestRequestsInTheLog(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	s := setup(t, logTo(&log, slog.LevelInfo))
	t.Run("RefusedAtInfoWithCodeAndRoute", func(t *testing.T) {
		s.send("GET", "/v1/sessions/ses_none/events?after=7", "", "X-Request-Id", "refused-1")
		found := log.Containing("refused-1")
		if len(found) != 1 {
			t.Fatalf("logged %q", found)
		}
		for _, part := range []string{"level=INFO", "method=GET", "route=/v1/sessions/:id/events", "status=404", "code=not_found", "took=", "client=127.0.0.1"} {
			if !strings.Contains(found[0], part) {
				t.Errorf("%s is not in %s", part, found[0])
			}
		}
	})
	t.Run("WhatWentWellIsForDebugging", func(t *testing.T) {
		s.send("GET", "/v1/rules", "", "X-Request-Id", "well-1")
		if found := log.Containing("well-1"); found != nil {
			t.Errorf("logged %q", found)
		}
		var all logtest.Buffer
		s := setup(t, logTo(&all, slog.LevelDebug))
		s.send("GET", "/v1/rules", "", "X-Request-Id", "well-2")
		if found := all.Containing("well-2"); len(found) != 1 || !strings.Contains(found[0], "level=DEBUG") {
			t.Errorf("logged %q", found)
		}
	})
	t.Run("NeitherQueriesNorBodies", func(t *testing.T) {
		s.send("POST", "/v1/sessions?read_token=secret", `{"secret":1}`)
		s.send("GET", "/v1/sessions/ses_none/events?after=secret", "")
		s.send("GET", "/v1/sessions?external_id=secret", "")
		if found := log.Containing("secret"); found != nil {
			t.Errorf("logged %q", found)
		}
	})
}

// TestRequestsThatAreNotHTTP sends requests that net/http answers itself. It answers with an error,
// which is not a problem document.
func TestRequestsThatAreNotHTTP(t *testing.T) {
	s := start(t)
	for _, request := range []string{"GET /v1/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"} {
		conn := must(net.Dial("tcp", strings.TrimPrefix(s.url, "http://")))(t)
		defer conn.Close()
		must(io.WriteString(conn, request))(t)
		answer, err := io.ReadAll(conn)
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 400 ")) {
			t.Errorf("%q: %v %q", request, err, answer)
		}
	}
	s.send(http.MethodGet, "/healthz", "").is(t, 200)
}
