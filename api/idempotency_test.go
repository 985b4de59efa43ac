package api_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/api"
)

// stateless are the POSTs that store nothing, or the same however often they are sent.
var stateless = map[string]bool{
	"/v1/sessions/{id}/read-token": true, "/v1/games/{id}/read-token": true, "/v1/games/{id}/tokens": true, "/v1/suspicion": true,
	"/v1/sessions/{id}/pause": true, "/v1/sessions/{id}/resume": true, "/v1/games/{id}/pause": true, "/v1/games/{id}/resume": true,
	"/v1/sessions/{id}/end": true, "/v1/games/{id}/end": true, "/v1/sessions/{id}/votes/{vid}/cancel": true, "/v1/games/{id}/votes/{vid}/cancel": true,
	"/v1/sessions/{id}/messages/{mid}/receipt": true, "/v1/sessions/{id}/votes/{vid}/receipt": true, "/v1/games/{id}/votes/{vid}/casts": true, "/v1/games/{id}/survey": true, "/v1/games/{id}/rematch": true,
	"/v1/webhooks/{wid}/test": true, "/v1/webhooks/{wid}/replay": true, // they send again what has the same webhook-id, or a test
}

// once are a body and another one for each POST that stores something new.
var once = map[string][2]string{
	"/v1/sessions":                   {body(""), body(`,"speed":2`)},
	"/v1/games":                      {mixedGame, strings.Replace(mixedGame, "Gray", "Grey", 3)},
	"/v1/sessions/{id}/messages":     {`{"sender":"b","text":"hi"}`, `{"sender":"b","text":"ho"}`},
	"/v1/games/{id}/messages":        {`{"messages":[{"sender":"Green","text":"hi"},{"sender":"Gray","text":"hi"}]}`, `{"messages":[{"sender":"Green","text":"hi"},{"sender":"Gray","text":"ho"}]}`},
	"/v1/sessions/{id}/observations": {`{"kind":"phase","phase":"night"}`, `{"kind":"phase","phase":"day"}`},
	"/v1/games/{id}/observations":    {`{"kind":"phase","phase":"night"}`, `{"kind":"phase","phase":"day"}`},
	"/v1/sessions/{id}/votes":        {`{"kind":"yes_no","question":"Is it?","within_ms":60000}`, `{"kind":"yes_no","question":"Is it so?","within_ms":60000}`},
	"/v1/games/{id}/votes":           {`{"kind":"yes_no","question":"Is it?","within_ms":60000}`, `{"kind":"yes_no","question":"Is it so?","within_ms":60000}`},
	"/v1/sessions/{id}/plan/send":    {`{}`, ``},
	"/v1/sessions/{id}/plan/cancel":  {`{}`, ``},
	"/v1/keys":                       {`{"name":"a"}`, `{"name":"b"}`},
	"/v1/keys/{kid}/rotate":          {``, ``},
	"/v1/webhooks":                   {`{"url":"https://a.example/"}`, `{"url":"https://b.example/"}`},
	"/v1/webhooks/{wid}/rotate":      {``, ``},
}

// TestIdempotencyKey sends every POST of the table of routes twice with one key, and then another
// body. The second time stores nothing, and another body is refused.
func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := setup(t, withKey).as(key)
	for _, o := range api.Operations() {
		if o.Method != "POST" || stateless[o.Path] {
			continue
		}
		bodies, known := once[o.Path]
		if !known {
			t.Errorf("POST %s: say in this test what a second request does", o.Path)
			continue
		}
		t.Run(strings.Trim(strings.NewReplacer("/v1/", "", "/", "_").Replace(o.Path), "/"), func(t *testing.T) {
			t.Parallel()
			s := *s
			s.t = t
			id := ""
			switch {
			case strings.Contains(o.Path, "/plan/"):
				id = s.asked("manual", "plan.created")
			case strings.HasPrefix(o.Path, "/v1/games/{id}"):
				id = s.createGame(mixedGame).ID
			case strings.HasPrefix(o.Path, "/v1/sessions/{id}"):
				id = s.create(`,"timing":"manual"`)
			case strings.Contains(o.Path, "{wid}"):
				id = s.makeWebhook(`{"url":"https://platform.example/ringer"}`).ID
			case strings.Contains(o.Path, "{kid}"):
				id = s.makeKey(`{"name":"old"}`).ID
			}
			path := strings.NewReplacer("{id}", id, "{kid}", id, "{wid}", id).Replace(o.Path)
			send := func(body, key string) answer { return s.send("POST", path, body, "Idempotency-Key", key) }
			k := "k-1"
			if strings.HasSuffix(o.Path, "/rotate") {
				k = "k-2" // keys have their requests in common
			}
			first := send(bodies[0], k).taken(t)
			before := s.everything(o.Path, id)
			again := send(bodies[0], `"`+k+`"`).taken(t)
			equal(t, "what is stored", s.everything(o.Path, id), before)
			equal(t, "the id", idIn(t, again), idIn(t, first))
			if bodies[1] != "" {
				send(bodies[1], k).refused(t, "422 id_reused")
				equal(t, "what is stored after another body", s.everything(o.Path, id), before)
			}
		})
	}
}

// idIn returns what an answer names.
func idIn(t *testing.T, a answer) string {
	t.Helper()
	v := as[struct {
		ID       string
		Seq      int64
		Messages []struct{ Seq int64 }
	}](t, a)
	return fmt.Sprint(v.ID, v.Seq, v.Messages)
}

// everything returns what a POST may have added to: facts of a log, or a list.
func (s *server) everything(path, id string) string {
	s.t.Helper()
	switch {
	case strings.HasPrefix(path, "/v1/keys"):
		name := map[bool]string{true: `"old"`, false: `"a"`}[strings.HasSuffix(path, "/rotate")]
		return fmt.Sprint(strings.Count(string(s.send("GET", "/v1/keys", "").Body), name))
	case strings.HasPrefix(path, "/v1/webhooks/"):
		return string(s.send("GET", "/v1/webhooks/"+id, "").Body)
	case strings.HasPrefix(path, "/v1/webhooks"):
		return fmt.Sprint(strings.Count(string(s.send("GET", "/v1/webhooks", "").Body), "https://a.example/"))
	case strings.HasPrefix(path, "/v1/games/"):
		return fmt.Sprint(s.gameFacts(id))
	case strings.HasPrefix(path, "/v1/sessions/"):
		return fmt.Sprint(s.facts(id))
	}
	return fmt.Sprint(strings.Count(string(s.send("GET", path+"?external_id=k-1", "").Body), `"external_id"`))
}

func TestIdempotencyKeyIsChecked(t *testing.T) {
	s := start(t)
	id := s.create("")
	for name, key := range map[string]string{"TooLong": strings.Repeat("k", 77), "Invisible": "a\u200bb", "Quotes": `""`} {
		t.Run(name, func(t *testing.T) {
			s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`, "Idempotency-Key", key).refused(t, "422 invalid_id Idempotency-Key")
		})
	}
	t.Run("TheIDOfTheBodyCounts", func(t *testing.T) {
		for _, key := range []string{"one", "two"} {
			s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m","sender":"b","text":"hi"}`, "Idempotency-Key", key).is(t, 202)
		}
		equal(t, "facts", s.facts(id), 2)
	})
}
