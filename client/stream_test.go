package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestFrames reads a stream with a comment, a block without data and an event that was cut.
func TestFrames(t *testing.T) {
	t.Parallel()
	body := "retry: 1000\n: hello\n\nevent: a\ndata: {}\nid: 1\n\n: still here\nevent: b\ndata: {\"x\": 1}\nid: 2\n\nevent: c\ndata: cut\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Last-Event-ID") != "7" {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	c := New(server.URL, HTTP(server.Client()))
	got, opened := "", 0
	hear := func(f Frame) (bool, error) {
		got += fmt.Sprintf("%d %s %s;", f.ID, f.Type, f.Data)
		return f.Type == "z", nil
	}
	ended, err := c.Frames(t.Context(), "/", 7, func() { opened++ }, hear)
	if want := `1 a {};2 b {"x": 1};`; got != want || opened != 1 || ended || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, opened %d, %v, %v; want %q", got, opened, ended, err, want)
	}
	ended, err = c.Frames(t.Context(), "/", 0, func() { opened++ }, hear)
	var u *Unexpected
	if !errors.As(err, &u) || u.Status != http.StatusTeapot || opened != 1 || ended {
		t.Errorf("opened %d, %v, %v", opened, ended, err)
	}
}
