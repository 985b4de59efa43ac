package api_test

import (
	"net/http"
	"strings"
	"testing"

	"ringer/api"
)

func TestCreate(t *testing.T) {
	s := start(t)
	a := s.send("POST", "/v1/sessions", `{"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`).is(t, http.StatusCreated)
	a.shows(t, `{"strategy":"scheduler","status":"open","phase":"chat","config":{"timing":"human","seed":"…"}}`)
	a.has(t, 201, "Location", "/v1/sessions/"+as[named](t, a).ID)
	s.send("POST", "/v1/sessions", `{"game":{"players":["p1",{"id":"p2","name":"Blue"}]},"bot":{"seat":"p1","name":"Robin"}}`).is(t, http.StatusCreated, `{"id":"p1","name":"Robin","presence":"active"}`)
}

func TestCatalog(t *testing.T) {
	s := start(t)
	for path, want := range map[string]string{
		"/v1/strategies": `"name":"scheduler"`, "/v1/rules": `"id":"reverse_turing"`, "/healthz": `"ok"`, "/readyz": `"ready"`,
		// People who want to see what runs on a server open its address.
		"/": "Ringer playground", "/v1/sessions/" + s.create("") + "/mind": "not a language model",
	} {
		s.send("GET", path, "", "Accept", "*/*").is(t, 200, want)
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
		names := strings.NewReplacer("/v1/games/{id}", "/v1/games/"+g.ID, "{id}", id, "{wid}", s.makeWebhook(`{"url":"https://platform.example/"}`).ID, "{mid}", message, "{vid}", "day-1", "/calls", "/calls?thought=tht_a_1_0_turn")
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
	s := start(t, withKey)
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/openapi.yaml": 200, "/docs/": 200, "/v1/sessions": 401} {
		s.send(http.MethodHead, path, "").is(t, want)
	}
}
