package api_test

import (
	"io"
	"strings"
	"testing"
)

func TestBodies(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	chunked := func(path, body string) answer {
		// The reader announces no length.
		request := s.request(t.Context(), "POST", path, body)
		request.Body, request.ContentLength, request.GetBody = io.NopCloser(strings.NewReader(body)), -1, nil
		return s.do(request)
	}
	t.Run("InChunksOK", func(t *testing.T) {
		chunked("/v1/sessions/"+id+"/messages", ` {"sender":"b","text":"x"} `+"\n").is(t, 202)
	})
	t.Run("InChunksTooLarge", func(t *testing.T) {
		a := chunked("/v1/sessions/"+id+"/messages", `{"sender":"b","text":"`+strings.Repeat("x", 2<<20)+`"}`)
		if p := a.problem(t); a.Status != 413 || p.Code != "body_too_large" {
			t.Errorf("%d %s", a.Status, p.Code)
		}
	})
	t.Run("OfTheGreatestSize", func(t *testing.T) {
		largest := `{"sender":"b","text":"x"}` + strings.Repeat(" ", 1<<20-len(`{"sender":"b","text":"x"}`))
		for _, body := range []string{largest, largest + " "} {
			want := 202
			if len(body) > 1<<20 {
				want = 413
			}
			if a, b := s.send("POST", "/v1/sessions/"+id+"/messages", body), chunked("/v1/sessions/"+id+"/messages", body); a.Status != want || b.Status != want {
				t.Errorf("%d bytes: %d, in chunks %d, want %d", len(body), a.Status, b.Status, want)
			}
		}
	})
	t.Run("Compressed", func(t *testing.T) {
		a := s.send("POST", "/v1/sessions/"+id+"/messages", "\x1f\x8b\x08", "Content-Encoding", "gzip")
		if p := a.problem(t); a.Status != 415 || p.Code != "unsupported_media_type" {
			t.Errorf("%d %s", a.Status, p.Code)
		}
	})
	t.Run("NoneInChunksWhereItMayBeLeftOut", func(t *testing.T) {
		chunked("/v1/sessions/"+id+"/end", "").is(t, 200)
	})
}

// TestEscapedTimes sends times with escapes that JSON allows. Some clients escape the plus sign.
func TestEscapedTimes(t *testing.T) {
	s := start(t)
	id := s.create("")
	for path, body := range map[string]string{
		"/observations": `{"kind":"phase","phase":"night","ends_at":"2030-01-31T18:30:00\u002B02:00"}`,
		"/messages":     `{"sender":"b","text":"hi","sent_at":"2026-01-31T18:30:00\u002B02:00"}`,
	} {
		s.send("POST", "/v1/sessions/"+id+path, body).is(t, 202)
	}
}
