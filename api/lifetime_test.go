package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestPatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(`,"persona":"a baker","metadata":{"round":"1"}`)
	path := "/v1/sessions/" + id
	t.Run("OK", func(t *testing.T) {
		a := s.send("PATCH", path, `{"persona":"a sailor","objective":"","accuse":"never","disclosure":"bot","limits":{"max_chars":90},"metadata":{}}`).is(t, http.StatusOK)
		for _, b := range []string{string(a.Body), string(s.send("GET", path, "").Body)} {
			if !strings.Contains(b, `"persona":"a sailor"`) || !strings.Contains(b, `"max_chars":90`) || !strings.Contains(b, `"accuse":"never"`) || !strings.Contains(b, `"disclosure":"bot"`) || strings.Contains(b, "round") {
				t.Errorf("%s", b)
			}
		}
		s.await(id, "session.updated")
	})
	t.Run("CreateAgainMeansTheFirstBody", func(t *testing.T) {
		var created struct{ ID string }
		s.send("POST", "/v1/sessions", body(`,"external_id":"p1"`)).decode(t, &created)
		s.send("PATCH", "/v1/sessions/"+created.ID, `{"persona":"changed"}`)
		s.send("POST", "/v1/sessions", body(`,"external_id":"p1"`)).is(t, 200, "changed")
	})
	t.Run("LimitsFallBackToTheRules", func(t *testing.T) {
		a := s.send("PATCH", path, `{"limits":{}}`)
		if !strings.Contains(string(a.Body), `"max_chars":`) || strings.Contains(string(a.Body), `"max_chars":90`) {
			t.Errorf("%s", a.Body)
		}
	})
}

// TestPatchChangesALiveBot checks that a bot in the middle of a game follows its new options.
func TestPatchChangesALiveBot(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		id := s.asked("instant", "message.sent")
		s.send("PATCH", "/v1/sessions/"+id, `{"limits":{"max_chars":20}}`).is(t, 200)
		after := s.log(id).NextAfter
		s.say(id, "red why did you come here")
		var p page
		for range 60 {
			s.send("GET", fmt.Sprintf("/v1/sessions/%s/events?wait=5s&types=message.sent&after=%d", id, after), "").decode(t, &p)
			if len(p.Events) > 0 {
				break
			}
		}
		all := s.transcript(id, "").Messages
		if last := all[len(all)-1]; !last.Own || len(last.Text) > 20 {
			t.Errorf("%+v", last)
		}
	})
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var created struct{ ID string }
	s.send("POST", "/v1/sessions", body(`,"external_id":"d1"`)).decode(t, &created)
	path := "/v1/sessions/" + created.ID
	s.say(created.ID, "something to forget")
	live, _ := s.stream(t.Context(), path+"/events")
	if a := s.send("DELETE", path, ""); a.Status != http.StatusNoContent || len(a.Body) > 0 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	var last block
	for b := range live {
		last = b
	}
	if last.event != "session.ended" || !strings.Contains(last.data, `"deleted"`) {
		t.Errorf("the stream ended with %+v", last)
	}
	for _, c := range [][3]string{
		{"GET", "", ""}, {"GET", "/events", ""}, {"GET", "/messages", ""}, {"GET", "/plan", ""}, {"GET", "/mind", ""}, {"GET", "/export", ""},
		{"POST", "/messages", `{"sender":"b","text":"hi"}`}, {"POST", "/observations", `{"kind":"muted"}`}, {"POST", "/end", "{}"},
		{"PATCH", "", `{"persona":"x"}`}, {"POST", "/plan/send", "{}"}, {"DELETE", "", ""},
	} {
		s.send(c[0], path+c[1], c[2]).refused(t, "404 not_found")
	}
	s.send("POST", "/v1/sessions", body(`,"external_id":"d1"`)).is(t, http.StatusCreated)
}
