package api_test

import (
	"io"
	"strings"
	"testing"

	"ringer/engine/slowtest"
)

// TestShapes sends bodies of a wrong shape. The answer names every wrong value, in the order of the
// body.
func TestShapes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.muted()
	before := len(s.log(id).Events)
	at := func(path string) string { return "/v1/sessions/" + id + path }
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	for _, c := range []struct {
		name, path, body string
		want             []string
	}{
		{"NestedInABatch", at("/messages"), `{"messages":[{"sender":"b","text":"x"},{"sender":7,"text":"x","sent_at":"noon"},{"sender":"b","text":"x","colour":1}]}`,
			[]string{"wrong_type /messages/1/sender", "wrong_type /messages/1/sent_at", "unknown_field /messages/2/colour"}},
		{"NestedInAConfig", "/v1/sessions", `{"game":{"players":["a",{"id":"b","colour":"red"},7,null]},"bot":{"seat":{}},"limits":[]}`,
			[]string{"unknown_field /game/players/1/colour", "wrong_type /game/players/2", "wrong_type /game/players/3", "wrong_type /bot/seat", "wrong_type /limits"}},
		{"NullEverywhere", "/v1/sessions", `{"options":null,"game":null,"seed":null,"metadata":{"a":null},"bot":{"secrets":[null]}}`,
			[]string{"wrong_type /options", "wrong_type /game", "wrong_type /seed", "wrong_type /metadata/a", "wrong_type /bot/secrets/0", "required /bot/seat"}},
		{"OtherCase", at("/messages"), `{"Sender":"b","TEXT":"x"}`, []string{"unknown_field /Sender", "unknown_field /TEXT", "required /sender", "empty_text /text"}},
		{"TwiceTheSame", at("/messages"), `{"text":"x","sender":"b","te\u0078t":"y"}`, []string{"duplicate_field /text"}},
		{"TwiceInAMap", "/v1/sessions", `{"metadata":{"a":"1","a":"2"},"options":{"b":[{"c":1,"c":1}]}}`,
			[]string{"duplicate_field /metadata/a", "duplicate_field /options/b/0/c", "required /game/players", "required /bot/seat", "unknown_option /options/b"}},
		{"EscapedPointer", "/v1/sessions", `{"metadata":{"a/b~c":1}}`, []string{"wrong_type /metadata/a~1b~0c", "required /game/players", "required /bot/seat"}},
		{"NumbersBeyondRange", "/v1/sessions", `{"seed":99999999999999999999,"speed":1e400,"ttl_seconds":1.0,"limits":{"max_chars":"20"}}`,
			[]string{"out_of_range /seed", "out_of_range /speed", "wrong_type /ttl_seconds", "wrong_type /limits/max_chars", "required /game/players", "required /bot/seat"}},
		{"NumberOfAMillionDigits", "/v1/sessions", `{"seed":1` + strings.Repeat("0", 900_000) + `,"options":{"wpm":1` + strings.Repeat("0", 70) + `}}`,
			[]string{"out_of_range /seed", "out_of_range /options/wpm", "required /game/players", "required /bot/seat"}},
		{"TimeBeyondItsBoundsInUTC", at("/messages"), `{"messages":[{"sender":"b","text":"x","sent_at":"9999-12-31T23:59:59-23:59"},{"sender":"b","text":"x","sent_at":"1970-01-01T00:00:00+01:00"}]}`,
			[]string{"out_of_range /messages/0/sent_at", "out_of_range /messages/1/sent_at"}},
		{"ZerosThatAreNoDefaults", "/v1/sessions", `{"game":{"players":["a"]},"bot":{"seat":"a"},"speed":0,"ttl_seconds":-0,"limits":{"max_chars":0},"seed":0}`,
			[]string{"out_of_range /speed", "out_of_range /ttl_seconds", "out_of_range /limits/max_chars"}},
		{"DeepOptions", "/v1/sessions", `{"options":` + deep(40) + `}`, []string{"too_deep /options" + strings.Repeat("/a", 15), "required /game/players", "required /bot/seat", "unknown_option /options/a"}},
		{"DeepWhereNothingIsNested", at("/messages"), `{"text":` + deep(9000) + `}`, []string{"wrong_type /text", "too_deep /text" + strings.Repeat("/a", 15), "required /sender"}},
		{"LongUnknownName", at("/messages"), `{"` + strings.Repeat("ä", 5000) + `":1}`, []string{"unknown_field /" + strings.Repeat("ä", 80) + "…", "required /sender", "empty_text /text"}},
		// The rest of a body is checked, too, except values that depend on values that could not be
		// read.
		{"ShapeAndContent", at("/messages"), `{"sender":"nobody","text":" ","sent_at":"noon","colour":1}`,
			[]string{"wrong_type /sent_at", "unknown_field /colour", "unknown_player /sender", "empty_text /text"}},
		{"SenderOfAnUnreadableKind", at("/messages"), `{"sender":"Host","text":" ","kind":1}`, []string{"wrong_type /kind", "empty_text /text"}},
		{"SeatAmongUnreadablePlayers", "/v1/sessions", `{"game":{"players":[1]},"bot":{"seat":"a","role":"\u0007"},"strategy":"x"}`,
			[]string{"wrong_type /game/players/0", "invalid_name /bot/role", "unknown_strategy /strategy"}},
		{"ObservationOfTwoFaults", at("/observations"), `{"kind":"left","player":"nobody","text":7}`, []string{"wrong_type /text", "unknown_player /player"}},
		{"EndOfTwoFaults", at("/end"), `{"outcome":1,"reveal":{"nobody":"bot"}}`, []string{"wrong_type /outcome", "unknown_player /reveal/nobody"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.send("POST", c.path, c.body).refusedFor(t, "422 "+strings.Join(c.want, "; "))
		})
	}
	if after := len(s.log(id).Events); after != before {
		t.Errorf("%d events were stored", after-before)
	}
}

func TestThousandsOfMistakesGetAShortAnswer(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	s := setup(t)
	for name, body := range map[string]string{
		"UnknownFields": `{"a":1` + strings.Repeat(`,"a":1`, 100_000) + `}`,
		"Players":       `{"bot":{"seat":"a"},"game":{"players":["a"` + strings.Repeat(`,"a"`, 200_000) + `]}}`,
		"Speakers":      `{"bot":{"seat":"a"},"game":{"players":["a"],"phases":[{"id":"x","speakers":["z"` + strings.Repeat(`,"z"`, 200_000) + `]}]}}`,
		"Secrets":       `{"bot":{"seat":"a","secrets":[""` + strings.Repeat(`,""`, 200_000) + `]},"game":{"players":["a"]}}`,
	} {
		if a := s.send("POST", "/v1/sessions", body); a.Status != 422 || len(a.Body) > 64<<10 {
			t.Errorf("%s: %d with %d bytes", name, a.Status, len(a.Body))
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	s := setup(t)
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
	t.Parallel()
	s := setup(t)
	id := s.create("")
	for path, body := range map[string]string{
		"/observations": `{"kind":"phase","phase":"night","ends_at":"2030-01-31T18:30:00\u002B02:00"}`,
		"/messages":     `{"sender":"b","text":"hi","sent_at":"2026-01-31T18:30:00\u002B02:00"}`,
	} {
		s.send("POST", "/v1/sessions/"+id+path, body).is(t, 202)
	}
}
