package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ringer/api"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("OnlyPlayersAndSeatAreNeeded", func(t *testing.T) {
		t.Parallel()
		a := s.send("POST", "/v1/sessions", `{"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`)
		var got struct {
			ID, Strategy, Status, Phase string
			Config                      struct {
				Timing string
				Seed   *int64
			}
		}
		a.decode(t, &got)
		if a.Status != http.StatusCreated || a.Header.Get("Location") != "/v1/sessions/"+got.ID || got.Strategy != "scheduler" ||
			got.Status != "open" || got.Phase != "chat" || got.Config.Timing != "human" || got.Config.Seed == nil {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	t.Run("TheBotMayBeNamedAtItsSeat", func(t *testing.T) {
		t.Parallel()
		s.send("POST", "/v1/sessions", `{"game":{"players":["p1",{"id":"p2","name":"Blue"}]},"bot":{"seat":"p1","name":"Robin"}}`).is(t, http.StatusCreated, `{"id":"p1","name":"Robin","presence":"active"}`)
	})
	t.Run("SameExternalIDSameBody", func(t *testing.T) {
		t.Parallel()
		first := s.send("POST", "/v1/sessions", body(`,"external_id":"game 7"`))
		again := s.send("POST", "/v1/sessions", body(`,"external_id":"game 7"`))
		var a, b struct {
			ID        string
			Duplicate bool
		}
		first.decode(t, &a)
		again.decode(t, &b)
		if first.Status != 201 || again.Status != 200 || a.ID != b.ID || a.Duplicate || !b.Duplicate {
			t.Errorf("%d %s, %d %s", first.Status, first.Body, again.Status, again.Body)
		}
		s.send("POST", "/v1/sessions", body(`,"external_id":"game 7","persona":"another"`)).refused(t, "422 id_reused")
	})
}

func TestEnd(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create("")
	a := s.send("POST", "/v1/sessions/"+id+"/end", `{"outcome":"people won","reveal":{"Red":"bot"}}`).is(t, 200, `"status":"ended"`)
	if !strings.Contains(string(a.Body), `"end":{"at":"`) || !strings.Contains(string(a.Body), `"reveal":{"Red":"bot"}`) {
		t.Errorf("it does not say how it ended: %s", a.Body)
	}
	log := s.log(id)
	last := log.Events[len(log.Events)-1]
	if last.Type != "session.ended" || !strings.Contains(string(last.Data), "people won") || !log.Ended {
		t.Errorf("the log ends with %s %s", last.Type, last.Data)
	}
	if again := s.send("POST", "/v1/sessions/"+id+"/end", `{"outcome":"people won","reveal":{"Red":"bot"}}`); again.Status != 200 || !bytes.Equal(again.Body, a.Body) {
		t.Errorf("the same ending again: %d %s", again.Status, again.Body)
	}
	if after := s.log(id); len(after.Events) != len(log.Events) {
		t.Errorf("%d events after the end", len(after.Events)-len(log.Events))
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var ids []string
	for i := range 5 {
		ids = append(ids, s.create(fmt.Sprintf(`,"external_id":"e%d"`, i)))
	}
	s.send("POST", "/v1/sessions/"+ids[1]+"/end", "{}")
	type list struct {
		Sessions []struct{ ID string }
		Next     string
	}
	var got []string
	cursor, pages := "", 0
	for {
		var l list
		s.send("GET", "/v1/sessions?limit=2&cursor="+cursor, "").decode(t, &l)
		for _, x := range l.Sessions {
			got = append([]string{x.ID}, got...)
		}
		if pages++; l.Next == "" || pages > 5 {
			break
		}
		cursor = l.Next
	}
	if fmt.Sprint(got) != fmt.Sprint(ids) || pages != 3 {
		t.Errorf("%d pages with %v, want %v", pages, got, ids)
	}
	var l list
	s.send("GET", "/v1/sessions?status=ended", "").decode(t, &l)
	if len(l.Sessions) != 1 || l.Sessions[0].ID != ids[1] {
		t.Errorf("ended: %+v", l)
	}
	s.send("GET", "/v1/sessions?external_id=e3", "").decode(t, &l)
	if len(l.Sessions) != 1 || l.Sessions[0].ID != ids[3] {
		t.Errorf("by external id: %+v", l)
	}
}

func TestCatalog(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for path, want := range map[string]string{
		"/v1/strategies": `"name":"scheduler"`, "/v1/rules": `"id":"reverse_turing"`, "/healthz": `"ok"`, "/readyz": `"ready"`,
	} {
		s.send("GET", path, "").is(t, 200, want)
	}
}

// TestHead sends HEAD to each address that answers GET. The status and the type are those of GET,
// and there is no body.
func TestHead(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		id := s.asked("human", "message.sent")
		message := s.find(id, "message.sent").MessageID
		s.ask(id, `{"id":"day-1","kind":"yes_no","question":"Is Blue a bot?"}`)
		g := s.quietGame()
		s.askGame(g.ID, `{"id":"day-1","kind":"yes_no","question":"Is Blue a bot?"}`)
		names := strings.NewReplacer("/v1/games/{id}", "/v1/games/"+g.ID, "{id}", id, "{mid}", message, "{vid}", "day-1", "/calls", "/calls?thought=tht_a_1_0_turn")
		paths := []string{"/docs/", "/docs/errors"}
		for _, o := range api.Operations() {
			if o.Method == http.MethodGet {
				paths = append(paths, names.Replace(o.Path))
			}
		}
		for _, path := range paths {
			a := s.send(http.MethodHead, path, "")
			if a.Status != http.StatusOK || len(a.Body) > 0 || a.Header.Get("Content-Type") == "" {
				t.Errorf("%s: %d %s, %d bytes", path, a.Status, a.Header.Get("Content-Type"), len(a.Body))
			}
		}
	})
}

// TestHeadNeedsNoKeyWhereGetNeedsNone sends HEAD, as load balancers do.
func TestHeadNeedsNoKeyWhereGetNeedsNone(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *api.Options) { o.Key = "a-key-of-16-chars" })
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/openapi.yaml": 200, "/docs/": 200, "/v1/sessions": 401} {
		if status := s.send(http.MethodHead, path, "").Status; status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// TestHome opens the server's address, as people do who want to see what runs there.
func TestHome(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.send(http.MethodGet, "/", "", "Accept", "text/html").is(t, 200, "Ringer playground")
}

func TestMindSaysWhatAnswers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.send("GET", "/v1/sessions/"+s.create("")+"/mind", "").is(t, 200, "not a language model")
}
