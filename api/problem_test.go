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
		for _, part := range []string{"level=INFO", "method=GET", "route=/v1/sessions/:id/events", "status=404", "code=not_found", "took="} {
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
