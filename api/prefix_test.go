package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/contest"
)

// arenaOfOne begins every contest.
type arenaOfOne struct{ api.Arena }

func (arenaOfOne) Begin(contest.Request) (contest.View, error) {
	return contest.View{ID: "con_a"}, nil
}

// TestPrefix asks a server behind a proxy that serves it below a path. Each address in an answer
// begins with the path.
func TestPrefix(t *testing.T) {
	s := start(t, func(o *api.Options) { o.Arena = arenaOfOne{} })
	session, game := s.create(""), s.newGame("").ID
	for _, c := range []struct{ name, method, path, body, want string }{
		{"Location of a session", "POST", "/v1/sessions", body(""), "Location: /ringer/v1/sessions/ses_"},
		{"Location of a game", "POST", "/v1/games", fmt.Sprintf(gameBody, ""), "Location: /ringer/v1/games/gam_"},
		{"Location of a contest", "POST", "/playground/arena", `{"rules":"turing"}`, "Location: /ringer/playground/arena/con_a"},
		{"events_url of a session", "POST", "/v1/sessions/" + session + "/read-token", "", `"events_url":"/ringer/v1/sessions/ses_`},
		{"events_url of a game", "POST", "/v1/games/" + game + "/read-token", "", `"events_url":"/ringer/v1/games/gam_`},
		{"type of a problem", "GET", "/v1/sessions/ses_none", "", `"type":"/ringer/docs/errors#not_found"`},
		{"an address with a slash", "GET", "/v1/sessions/", "", "has no slash at its end: /ringer/v1/sessions\""},
		{"an address that is near", "GET", "/v1/sesions", "", "did you mean /ringer/v1/sessions?"},
		{"an address that is near none", "GET", "/nowhere", "", "begins at /ringer/v1/sessions and /ringer/v1/games; /ringer/openapi.yaml lists"},
		{"an id of a game", "GET", "/v1/sessions/" + game, "", "its routes begin with /ringer/v1/games/"},
		{"an id of nothing", "GET", "/v1/games/nothing", "", "GET /ringer/v1/games lists them"},
		{"openapi.yaml", "GET", "/openapi.yaml", "", "\nservers: [{url: /ringer}]\n"},
		{"openapi.json", "GET", "/openapi.json", "", `"servers":[{"url":"/ringer"}]`},
		{"home", "GET", "/", "", "Location: playground/\r\n"},
		{"docs", "GET", "/docs", "", "Location: docs/\r\n"},
	} {
		plain := askDirectly(s, c.method, c.path, c.body, "127.0.0.1:1")
		behind := askDirectly(s, c.method, c.path, c.body, "127.0.0.1:1", "/ringer")
		if !strings.Contains(behind, c.want) {
			t.Errorf("%s: %q is not in %.700s", c.name, c.want, behind)
		}
		answer{Request: c.name + " without a proxy", Body: []byte(plain)}.lacks(t, "ringer/", `"/ringer`)
	}
}

// TestPrefixIsAPath: a prefix counts only if it is a plain path, and a proxy nearby has sent it.
func TestPrefixIsAPath(t *testing.T) {
	s := start(t)
	typeOf := func(from string, prefixes ...string) string {
		var p struct{ Type string }
		_, body, _ := strings.Cut(askDirectly(s, "GET", "/nowhere", "", from, prefixes...), "\r\n\r\n")
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		return strings.TrimSuffix(p.Type, "/docs/errors#route_not_found")
	}
	for prefix, want := range map[string]string{
		"/ringer": "/ringer", "/ringer/": "/ringer", "/a/b-c_d.e~f": "/a/b-c_d.e~f", "/a, /b": "/a/b", "/a/,/b/": "/a/b", "/": "", "": "", " /ringer ": "/ringer",
		"//evil.example": "", "///evil": "", "//": "", "//, /evil.example": "/evil.example", "/a//": "/a", "/a//b": "", "https://evil.example": "", "evil.example": "", `/\evil.example`: "", "/a\\b": "", "/a b": "", "/a?b": "", "/a#b": "",
		`/a"><script>alert(1)</script>`: "", "/a'": "", "/a&b": "", "/%2f%2fevil": "", "/..": "", "/a/../..": "", "/./a": "", "/a, //b": "", "/ä": "", "javascript:alert(1)": "",
		"/" + strings.Repeat("a", 200): "",
	} {
		equal(t, prefix, typeOf("127.0.0.1:1", prefix), want)
	}
	equal(t, "two headers", typeOf("127.0.0.1:1", "/a", "/b"), "/a/b")
	for from, want := range map[string]string{
		"[::1]:1": "/ringer", "10.1.2.3:1": "/ringer", "192.168.1.1:1": "/ringer", "[::ffff:172.17.0.1]:1": "/ringer", "[fd00::1]:1": "/ringer",
		"203.0.113.1:1": "", "[2001:db8::1]:1": "", "8.8.8.8:1": "", "@": "", "": "",
	} {
		equal(t, "from "+from, typeOf(from, "/ringer"), want)
	}
	for _, path := range []string{"/openapi.yaml", "/openapi.json"} {
		far := answer{Request: path + " for somebody far away", Body: []byte(askDirectly(s, "GET", path, "", "203.0.113.1:1", "/ringer"))}
		far.is(t, 0, "Vary: X-Forwarded-Prefix\r\n").lacks(t, "url: /ringer")
	}
}

// askDirectly sends a request that comes from an address, with prefixes that proxies have added. It
// returns the head and the body of the answer.
func askDirectly(s *server, method, path, body, from string, prefixes ...string) string {
	request := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	request.RemoteAddr = from
	request.Header["X-Forwarded-Prefix"] = prefixes
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response := httptest.NewRecorder()
	s.api.ServeHTTP(response, request)
	var head strings.Builder
	_ = response.Header().Write(&head) // a builder refuses nothing
	return http.StatusText(response.Code) + "\r\n" + head.String() + "\r\n" + response.Body.String()
}
