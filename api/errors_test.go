package api_test

import (
	"fmt"
	"strings"
	"testing"
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
	if got := a.refusal(t); got != want {
		t.Errorf("%s: %s, want %s", a.Request, got, want)
	}
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
