package api_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/contest"
	"ringer/engine/slowtest"
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
		chunked("/v1/sessions/"+id+"/messages", `{"sender":"b","text":"`+strings.Repeat("x", 2<<20)+`"}`).refusedFor(t, "413 body_too_large")
	})
	t.Run("OfTheGreatestSize", func(t *testing.T) {
		largest := `{"sender":"b","text":"x"}` + strings.Repeat(" ", 1<<20-len(`{"sender":"b","text":"x"}`))
		for _, body := range []string{largest, largest + " "} {
			want := 202
			if len(body) > 1<<20 {
				want = 413
			}
			s.send("POST", "/v1/sessions/"+id+"/messages", body).is(t, want)
			chunked("/v1/sessions/"+id+"/messages", body).is(t, want)
		}
	})
	t.Run("Compressed", func(t *testing.T) {
		s.send("POST", "/v1/sessions/"+id+"/messages", "\x1f\x8b\x08", "Content-Encoding", "gzip").refused(t, "415 unsupported_media_type")
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

// TestBodiesAreCountedFirst sends bodies of many small values. Their counts refuse them, before
// anything is made of them.
func TestBodiesAreCountedFirst(t *testing.T) {
	s := start(t, func(o *api.Options) { o.Arena = contest.NewStage(contest.Settings{}, nil) })
	names := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"a%d":1`, i)
		}
		return "{" + b.String()[1:] + "}"
	}
	for name, c := range map[string]struct{ path, body, pointer, detail string }{
		"Players":         {"/v1/sessions", `{"game":{"players":["a"` + strings.Repeat(`,{}`, 256) + `]},"bot":{"seat":"a"}}`, "/game/players", "has 257 entries; at most 256"},
		"Bots":            {"/v1/games", `{"game":{"players":["a","b"]},"bots":[{}` + strings.Repeat(`,{}`, 299) + `]}`, "/bots", "has 300 entries; at most 256"},
		"Options":         {"/v1/sessions", `{"game":{"players":["a"]},"bot":{"seat":"a"},"options":` + names(257) + `}`, "/options", "has 257 entries"},
		"OptionsOfASeat":  {"/playground/arena/plan", `{"rules":"mafia","games":1,"seats":[{"variant":"tom","options":` + names(300) + `}]}`, "/seats/0/options", "has 300 entries"},
		"InsideAnOption":  {"/v1/sessions", `{"game":{"players":["a"]},"bot":{"seat":"a"},"options":{"x":[0` + strings.Repeat(`,0`, 999) + `]}}`, "/options/x", "has 1000 entries"},
		"Transcript":      {"/v1/suspicion", `{"messages":[{}` + strings.Repeat(`,{}`, 10_000) + `]}`, "/messages", "has 10001 entries; at most 10000"},
		"UnknownEntries":  {"/v1/sessions", `{"x":[[]` + strings.Repeat(`,[]`, 300) + `]}`, "/x", "has 301 entries"},
		"AllValues":       {"/v1/sessions", `{"x":[0` + strings.Repeat(`,0`, 100_000) + `]}`, "", "the body has 100003 values; at most 100000"},
		"SpeakersUnknown": {"/v1/sessions", `{"game":{"players":["a"],"phases":[` + strings.Repeat(`{"id":"x","speakers":["b"`+strings.Repeat(`,"b"`, 199)+`]},`, 63) + `"y"]},"bot":{"seat":"a"}}`, "/game/phases/0/speakers/99", "; and 95 more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := s.send("POST", c.path, c.body)
			p := a.problem(t)
			found := c.pointer == ""
			for _, e := range p.Errors {
				found = found || e.Pointer == c.pointer
			}
			if a.Status != 422 || !found || !strings.Contains(string(a.Body), c.detail) {
				t.Errorf("%d %.600s", a.Status, a.Body)
			}
		})
	}
}

// TestThousandsOfMistakesGetAShortAnswer sends more mistakes than an answer can show.
func TestThousandsOfMistakesGetAShortAnswer(t *testing.T) {
	slowtest.Skip(t)
	s := start(t)
	for name, body := range map[string]string{
		"UnknownFields": `{"a":1` + strings.Repeat(`,"a":1`, 100_000) + `}`,
		"Players":       `{"bot":{"seat":"a"},"game":{"players":["a"` + strings.Repeat(`,"a"`, 200_000) + `]}}`,
		"Speakers":      `{"bot":{"seat":"a"},"game":{"players":["a"],"phases":[{"id":"x","speakers":["z"` + strings.Repeat(`,"z"`, 200_000) + `]}]}}`,
		"Secrets":       `{"bot":{"seat":"a","secrets":[""` + strings.Repeat(`,""`, 200_000) + `]},"game":{"players":["a"]}}`,
	} {
		if a := s.send("POST", "/v1/sessions", body); a.Status != 422 || len(a.Body) > 64<<10 {
			t.Errorf("%s: %d with %d bytes, want 422 with at most 64 KiB", name, a.Status, len(a.Body))
		}
	}
}
