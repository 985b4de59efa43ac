package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// kind is a session or a game, for tests of what the API does alike with both.
type kind struct {
	path, sender, ended string
	create              func(more string) (id string)
}

func (s *server) kinds() map[string]kind {
	return map[string]kind{
		"Session": {"/v1/sessions/", "b", "session.ended", s.create},
		"Game":    {"/v1/games/", "Green", "game.ended", func(more string) string { return s.quietGame(more).ID }},
	}
}

// vote is a vote that stays open: a bot of a session thinks about it, or a person has to answer.
func (k kind) vote(id string) string {
	seats := map[string]string{"Green": `,"seats":["Green"]`}[k.sender]
	return `{"id":"` + id + `","kind":"yes_no","question":"Is it day?","within_ms":3600000` + seats + `}`
}

// eachKind runs a test with a server for sessions, and with one for games.
func eachKind(t *testing.T, test func(t *testing.T, s *server, k kind)) {
	t.Parallel()
	for _, name := range []string{"Session", "Game"} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			test(t, s, s.kinds()[name])
		})
	}
}

// TestSameExternalID creates twice with an external id. The first body counts, whatever a PATCH
// changed.
func TestSameExternalID(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		more := `,"external_id":"round 7","metadata":{"round":"1"}`
		id := k.create(more)
		s.send("PATCH", k.path+id, `{"metadata":{"round":"2"}}`).is(t, 200).shows(t, `{"config":{"metadata":{"round":"2"}},"last_seq":"…"}`)
		equal(t, "created again", k.create(more), id)
		bodies := map[string]string{"/v1/sessions/": sessionBody, "/v1/games/": quietBody}
		path, body := strings.TrimSuffix(k.path, "/"), strings.Replace(bodies[k.path], "%s", more, 1)
		s.send("POST", path, body).is(t, 200).shows(t, `{"id":"`+id+`","external_id":"round 7","duplicate":true,"config":{"metadata":{"round":"2"}}}`)
		for _, other := range []string{
			strings.Replace(body, `"seed":1`, `"seed":2`, 1), strings.Replace(body, `,{"timing":"manual","seat":"Pink"}`, "", 1), strings.Replace(body, `"seat":"Red"`, `"seat":"Red","role":"x"`, 1),
		} {
			if other != body {
				s.send("POST", path, other).refused(t, "422 id_reused /external_id")
			}
		}
		for name, other := range s.kinds() { // a session and a game may have the same external id
			if other.path != k.path && other.create(more) == id {
				t.Errorf("the external id of a %s is taken", name)
			}
		}
	})
}

func TestList(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		var ids []string
		for i := range 5 {
			ids = append(ids, k.create(fmt.Sprintf(`,"external_id":"e%d"`, i)))
		}
		s.send("POST", k.path+ids[1]+"/end", "{}")
		slices.Reverse(ids) // the newest comes first
		list := func(query string) (found []string, next string) {
			page := as[struct {
				Sessions, Games []struct {
					ID     string
					Config json.RawMessage
				}
				Next string
			}](t, s.send("GET", strings.TrimSuffix(k.path, "/")+query, ""))
			for _, x := range append(page.Sessions, page.Games...) {
				if found = append(found, x.ID); x.Config != nil {
					t.Errorf("a list holds a configuration: %s", x.Config)
				}
			}
			return found, page.Next
		}
		for query, want := range map[string][]string{
			"": ids, "?status=ended": ids[3:4], "?external_id=e4": ids[:1], "?external_id=none": nil, "?status=open&limit=2": ids[:2],
		} {
			if got, _ := list(query); !slices.Equal(got, want) {
				t.Errorf("%s lists %s, want %s", query, got, want)
			}
		}
		var paged []string
		for query := "?limit=2"; query != ""; {
			page, next := list(query)
			paged = append(paged, page...)
			if query = "?limit=2&cursor=" + next; next == "" {
				query = ""
			}
		}
		if !slices.Equal(paged, ids) {
			t.Errorf("pages hold %s, want %s", paged, ids)
		}
		s.newGame("")
		s.send("GET", "/v1/sessions?limit=100", "").is(t, 200, `"game_id":"gam_`).lacks(t, `"id":"gam_`)
	})
}

func TestEnd(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		id := k.create("")
		end := `{"outcome":"people won","reveal":{"Red":"bot","Green":"human"}}`
		first := s.send("POST", k.path+id+"/end", end).is(t, 200).shows(t, `{"status":"ended","end":{"at":"…","reason":"platform",`+end[1:]+`}`)
		log := as[page](t, s.send("GET", k.path+id+"/events?limit=1000", ""))
		if last := log.Events[len(log.Events)-1]; last.Type != k.ended || !strings.Contains(string(last.Data), "people won") || !log.Ended {
			t.Errorf("the log ends with %s %s", last.Type, last.Data)
		}
		equal(t, "the same ending again", string(s.send("POST", k.path+id+"/end", end).is(t, 200).Body), string(first.Body))
		equal(t, "events after the end", len(as[page](t, s.send("GET", k.path+id+"/events?limit=1000", "")).Events), len(log.Events))
		for _, b := range as[gameAnswer](t, first).Bots {
			if last := s.log(b.Session); !last.Ended || !strings.Contains(string(last.Events[len(last.Events)-1].Data), "people won") {
				t.Errorf("the session of %s has not ended with its game: %+v", b.Seat, last)
			}
		}
	})
}

func TestDelete(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		id := k.create(`,"external_id":"d1"`)
		path := k.path + id
		paths := map[string][]string{"GET": {path, path + "/events", path + "/votes"}, "POST": {path + "/messages", path + "/observations", path + "/end"}, "PATCH": {path}, "DELETE": {path}}
		for _, b := range as[gameAnswer](t, s.send("GET", path, "")).Bots {
			paths["GET"] = append(paths["GET"], "/v1/sessions/"+b.Session)
		}
		if k.sender == "b" {
			paths["GET"] = append(paths["GET"], path+"/messages", path+"/plan", path+"/mind", path+"/export")
			paths["POST"] = append(paths["POST"], path+"/plan/send")
		}
		live, _ := s.stream(t.Context(), path+"/stream")
		s.send("POST", path+"/messages", `{"sender":"`+k.sender+`","text":"something to forget"}`).is(t, 202)
		if a := s.send("DELETE", path, "").is(t, http.StatusNoContent); len(a.Body) > 0 {
			t.Errorf("the answer is %s", a.Body)
		}
		var last block
		for b := range live {
			last = b
		}
		if last.event != k.ended || !strings.Contains(last.data, `"deleted"`) {
			t.Errorf("the stream ended with %+v", last)
		}
		for method, all := range paths {
			for _, gone := range all {
				body := map[string]string{"/messages": `{"sender":"b","text":"hi"}`, "/observations": `{"kind":"muted"}`}[gone[len(path):]]
				if method == "PATCH" {
					body = `{"metadata":{}}`
				}
				s.send(method, gone, body).refused(t, "404 not_found")
			}
		}
		if again := k.create(`,"external_id":"d1"`); again == id {
			t.Error("the external id still leads to what was deleted")
		}
	})
}

func TestPatch(t *testing.T) {
	s := start(t)
	id := s.create(`,"persona":"a baker","metadata":{"round":"1"}`)
	path := "/v1/sessions/" + id
	changed := `{"persona":"a sailor","accuse":"never","disclosure":"bot","limits":{"max_chars":90}`
	s.send("PATCH", path, changed+`,"objective":"","metadata":{}}`).is(t, 200).shows(t, `{"config":`+changed+`}}`).lacks(t, "round")
	s.send("GET", path, "").shows(t, `{"config":`+changed+`}}`).lacks(t, "round")
	s.await(id, "session.updated")
	s.send("PATCH", path, `{"limits":{}}`).is(t, 200, `"max_chars":`).lacks(t, `"max_chars":90`) // the limits of the rules
}
