package api_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/logtest"
	"ringer/engine/session"
)

// TestErrorExamples makes the server answer with the example of each code. The codes in the last
// list need a fault or another server.
func TestErrorExamples(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.muted()
	strict := s.create(`,"timing":"manual","strict":true`)
	ended := s.create("")
	s.send("POST", "/v1/sessions/"+ended+"/end", "")
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"x"}`)
	busy, day := s.create(`,"speed":0.1`), `{"kind":"yes_no","question":"Is it day?","within_ms":3600000}`
	// In slow motion the bot answers none of them before the last one is refused.
	for range session.MaxOpenVotes {
		s.ask(busy, day)
	}
	s.ask(id, `{"id":"over","kind":"yes_no","question":"Is it day?"}`)
	s.send("POST", "/v1/sessions/"+id+"/votes/over/cancel", "")
	g := s.quietGame()
	s.post(g.ID, "/votes", `{"id":"done","kind":"choose_one","question":"Who?","within_ms":3600000}`)
	s.post(g.ID, "/votes/done/casts", `{"seat":"Green","answer":"Red"}`)
	hosted := s.createGame(`{"host":"ringer","game":{"rules":"mafia","players":["Ann","Bob","Cleo","Dan","Eve","Finn","Gray"]},"bots":[{"seat":"Bob"}]}`)
	// The examples name a game of their own.
	arrival := regexp.MustCompile(`counts as 20\S+Z`)
	exampleID := strings.NewReplacer(g.ID, "gam_4vkg7w2m5x3q6t7r")
	create := func(more string) [3]string { return [3]string{"POST", "/v1/sessions", body("," + more)} }
	post := func(body string) [3]string { return [3]string{"POST", "/v1/sessions/" + id + "/messages", body} }
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	asked := map[session.Code][3]string{
		"required":               {"POST", "/v1/sessions", `{"game":{"players":["Red"]}}`},
		"too_long":               post(`{"sender":"b","text":"` + strings.Repeat("x", 4001) + `"}`),
		"too_many":               post(`{"messages":[{}` + strings.Repeat(",{}", 100) + `]}`),
		"out_of_range":           create(`"speed":5000`),
		"invalid_name":           {"POST", "/v1/sessions", `{"game":{"players":["Red",{"id":"b","name":"\u0007"}]},"bot":{"seat":"Red"}}`},
		"invalid_id":             post(`{"id":"\u0007","sender":"b","text":"x"}`),
		"invalid_value":          post(`{"sender":"b","text":"x","kind":"robot"}`),
		"empty_text":             post(`{"sender":"b","text":""}`),
		"duplicate_player":       {"POST", "/v1/sessions", `{"game":{"players":["Red","Red"]},"bot":{"seat":"Red"}}`},
		"unknown_player":         post(`{"sender":"Bleu","text":"x"}`),
		"unknown_phase":          {"POST", "/v1/sessions/" + id + "/observations", `{"kind":"phase","phase":"dusk"}`},
		"unknown_channel":        post(`{"sender":"b","text":"x","channel":"attic"}`),
		"unknown_rules":          {"POST", "/v1/sessions", `{"game":{"rules":"chess","players":["Red"]},"bot":{"seat":"Red"}}`},
		"unknown_strategy":       create(`"strategy":"telepathy"`),
		"unknown_option":         create(`"options":{"speeed":1}`),
		"language_not_allowed":   create(`"language":"fi"`),
		"model_not_allowed":      create(`"model":{"reply":{"model":"gpt-9"}}`),
		"invalid_option":         create(`"options":{"wpm":"fast"}`),
		"id_reused":              post(`{"id":"m-1","sender":"b","text":"y"}`),
		"vote_final":             {"POST", "/v1/games/" + g.ID + "/votes/done/casts", `{"seat":"Green","answer":"b"}`},
		"session_ended":          {"POST", "/v1/sessions/" + ended + "/messages", `{"sender":"b","text":"x"}`},
		"not_found":              {"GET", "/v1/sessions/ses_none", ""},
		"message_not_found":      {"POST", "/v1/sessions/" + id + "/messages/msg_none/receipt", `{"status":"posted"}`},
		"no_plan":                {"POST", "/v1/sessions/" + id + "/plan/cancel", ""},
		"vote_not_found":         {"GET", "/v1/sessions/" + id + "/votes/none", ""},
		"vote_over":              {"PATCH", "/v1/sessions/" + id + "/votes/over", `{"options":[{"id":"yes","label":"aye"},"no"]}`},
		"too_many_votes":         {"POST", "/v1/sessions/" + busy + "/votes", day},
		"malformed_json":         post(`{"sender":"b","text":`),
		"unknown_field":          post(`{"Sender":"b","text":"x"}`),
		"wrong_type":             post(`{"messages":[{"sender":"b","text":"x","sent_at":"noon"}]}`),
		"duplicate_field":        post(`{"sender":"b","text":"x","text":"y"}`),
		"too_deep":               {"POST", "/v1/sessions", `{"options":` + deep + `}`},
		"not_utf8":               post(`{"messages":[{"sender":"b","text":"x"},{"sender":"b","text":"lol \ud83d"}]}`),
		"body_too_large":         post(strings.Repeat(" ", 1<<20+1)),
		"unsupported_media_type": {"POST", "/v1/sessions", ""},
		"not_acceptable":         {"GET", "/v1/rules", ""},
		"method_not_allowed":     {"DELETE", "/v1/rules", ""},
		"route_not_found":        {"GET", "/v2", ""},
		"header_not_supported":   {"POST", "/v1/sessions", "{}"},
		"belongs_to_game":        {"POST", "/v1/sessions/" + g.session("Red") + "/end", ""},
		"game_not_ended":         {"POST", "/v1/games/" + g.ID + "/survey", `{"seat":"Green","suspects":[]}`},
		"wrong_host":             {"POST", "/v1/games/" + hosted.ID + "/observations", `{"kind":"phase","phase":"night"}`},
		"invalid_cursor":         {"GET", "/v1/sessions/" + id + "/events?after=99", ""},
		"invalid_parameter":      {"GET", "/v1/sessions/" + id + "/events?limit=0", ""},
		"unlikely_time":          {"POST", "/v1/sessions/" + strict + "/messages", `{"sender":"b","text":"x","sent_at":"2999-01-01T00:00:00Z"}`},
		"unknown_echo":           {"POST", "/v1/sessions/" + strict + "/messages", `{"sender":"Red","text":"x"}`},
		"unknown_reply":          {"POST", "/v1/sessions/" + strict + "/messages", `{"sender":"b","text":"x","reply_to":"no"}`},
		"misleading_name":        {"POST", "/v1/sessions", `{"game":{"players":["Red","GameMaster"]},"bot":{"seat":"Red"},"strict":true}`},
		"name_kept":              {"POST", "/v1/sessions/" + strict + "/observations", `{"kind":"joined","player":{"id":"b","name":"Zed"}}`},
		"option_not_player":      {"POST", "/v1/sessions/" + strict + "/votes", `{"kind":"choose_one","question":"Who?","options":["b","Xerxes"]}`},
		"options_alike":          {"POST", "/v1/sessions/" + strict + "/votes", `{"kind":"choose_one","question":"Where?","options":["attic","cellar","Attic"]}`},
	}
	headers := map[session.Code][]string{
		"unsupported_media_type": {"Content-Type", "text/plain"}, "not_acceptable": {"Accept", "image/png"},
		"header_not_supported": {"Idempotency-Key", "k-1"},
	}
	elsewhere := []session.Code{
		// These need faults of the database or of the server.
		"conflict", "unavailable", "outcome_unknown", "internal", "not_storable",
		"database_full", "database_read_only", "database_locked", "database_replaced",
		// TestServerOnlyReads covers these.
		"inspect_only", "database_copied",
		// TestOutage covers this.
		"shutting_down",
		// The bot has to plan and to speak first.
		"plan_changed", "rejected_before",
		// TestFullLogOfAGame covers this.
		"log_full",
		// The night has to come first.
		"may_not_speak",
		// TestContest covers these.
		"contest_running", "contest_not_found",
		// TestKey and similar tests cover these.
		"unauthorized", "token_invalid", "token_expired", "token_scope", "cross_origin", "host_not_allowed", "rate_limited",
	}
	examples := api.Samples()
	for code, r := range asked {
		t.Run(string(code), func(t *testing.T) {
			p := s.send(r[0], r[1], r[2], headers[code]...).problem(t)
			pointer, detail := "", p.Detail
			if len(p.Errors) > 0 {
				pointer, detail = p.Errors[0].Pointer, p.Errors[0].Detail
			}
			if got := [2]string{pointer, arrival.ReplaceAllString(exampleID.Replace(detail), "counts as 2026-01-31T18:30:00Z")}; p.Code != string(code) || got != examples[code] {
				t.Errorf("%s %q, want %q", p.Code, got, examples[code])
			}
		})
		delete(examples, code)
	}
	for _, code := range elsewhere {
		delete(examples, code)
	}
	for code := range examples {
		t.Errorf("nothing asks for %s", code)
	}
}

func TestErrorsPage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.send("GET", "/docs/errors", "", "Accept", "text/html")
	if a.Status != 200 || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		t.Fatalf("%d %v", a.Status, a.Header)
	}
	for code := range api.Samples() {
		if !bytes.Contains(a.Body, fmt.Appendf(nil, `<section id="%s">`, code)) {
			t.Errorf("the page says nothing of %s", code)
		}
	}
}

// TestEveryAnswerFromTheRouterIsAProblem requests addresses and methods that have no handler.
func TestEveryAnswerFromTheRouterIsAProblem(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "//", 404}, {"GET", "/v1//sessions", 404}, {"GET", "/v1/sessions/", 404}, {"GET", "/v1/sessions/%2e%2e/", 404},
		{"GET", "/v1/sessions/%2Fetc%2Fpasswd", 404}, {"GET", "/v1/sessions/%00", 404}, {"GET", "/v1/sessions/ses_x%0d%0aX-Y:%20z/events", 404},
		{"GET", "/v1/sessions/" + strings.Repeat("x", 100_000), 404}, {"GET", "/" + strings.Repeat("y/", 50_000), 404},
		{"GET", "/v1/sessions?limit=" + strings.Repeat("9", 100_000), 422}, {"GET", "/V1/Sessions", 404},
		{"PUT", "/v1/sessions", 405}, {"TRACE", "/v1/sessions", 405}, {"BREW", "/v1/rules", 405}, {"OPTIONS", "/v2", 404},
	} {
		a := s.send(c.method, c.path, "")
		a.refused(t, fmt.Sprint(c.status))
		if c.status == 405 && !strings.Contains(a.Header.Get("Allow"), "GET") {
			t.Errorf("%s %.40s: Allow %q", c.method, c.path, a.Header.Get("Allow"))
		}
	}
	if a := s.send("OPTIONS", "/v1/rules", ""); a.Status != 204 || !strings.Contains(a.Header.Get("Allow"), "GET") {
		t.Errorf("OPTIONS: %d, Allow %q", a.Status, a.Header.Get("Allow"))
	}
	if a := s.send("HEAD", "/v1/sessions/ses_x", ""); a.Status != 404 || a.Header.Get("Content-Type") != "application/problem+json" || len(a.Body) > 0 {
		t.Errorf("HEAD: %d %s", a.Status, a.Body)
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
	if p := a.problem(t); p.Status != 500 || p.Code != "internal" || bytes.Contains(a.Body, []byte("inner")) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
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
	t.Parallel()
	s := setup(t)
	for _, request := range []string{"GET /v1/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, request); err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(conn)
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 400 ")) {
			t.Errorf("%q: %v %q", request, err, answer)
		}
	}
	s.send(http.MethodGet, "/healthz", "").is(t, 200)
}
