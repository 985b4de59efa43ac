package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

func TestAccept(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	const stream, json, none = "text/event-stream", "application/json", "application/problem+json"
	const problems = none // a client that names it takes any answer
	for accept, want := range map[string]string{
		"":                                     json,
		"*/*":                                  json,
		"application/*":                        json,
		"application/json; charset=utf-8":      json,
		"text/event-stream":                    stream,
		"TEXT/Event-Stream":                    stream,
		"text/*":                               stream,
		"text/event-stream, */*":               stream,
		"*/*, text/event-stream":               stream,
		"text/event-stream, application/json":  stream,
		"application/json, text/event-stream":  json,
		"text/event-stream;q=0.5, */*":         json,
		"text/event-stream;q=0.5, */*;q=0.1":   stream,
		"application/json;q=0, */*":            stream,
		"application/json;q=0":                 none,
		"text/html":                            none,
		problems:                               json,
		problems + ", text/event-stream":       stream,
		"text/html, " + problems:               json,
		"json":                                 none,
		"text/event-stream;q=2":                none,
		"text/html, application/json;q=0.001":  json,
		strings.Repeat("text/html,", 50) + "a": none,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		response := must(http.DefaultClient.Do(s.request(ctx, "GET", "/v1/sessions/"+id+"/events", "", "Accept", accept)))(t)
		response.Body.Close()
		if got := response.Header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Errorf("%q is answered with %s, want %s", accept, got, want)
		}
		cancel()
	}
	s.send("DELETE", "/v1/sessions/"+id, "", "Accept", "text/html").is(t, 204)
	s.send("GET", "/healthz", "", "Accept", "text/html").is(t, 406).shows(t, `{"code":"not_acceptable","errors":[{"in":"header"}]}`)
}
