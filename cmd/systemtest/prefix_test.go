package systemtest

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// TestNginxPrefix serves Ringer below a path with nginx. A client follows each address in an
// answer, and a person uses the pages.
func TestNginxPrefix(t *testing.T) {
	t.Parallel()
	server := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	const rewrite = "rewrite ^/ringer(/.*)$ $1 break;\n"
	url := startNginxWith(t, strings.NewReplacer(`X-Forwarded-Prefix ""`, "X-Forwarded-Prefix /ringer",
		"location / {", "location /ringer/ {"+rewrite, "location /playground/", "location /ringer/playground/", "proxy_pass http://arena;", rewrite+"proxy_pass http://arena;",
		"location ~ ^/v1/", "location ~ ^/ringer/v1/", "error_page", rewrite+"error_page",
	), []string{strings.TrimPrefix(server.url, "http://")})
	platform := at(t, url, "")
	response := sessiontest.Must(http.Post(url+"/ringer/v1/sessions", "application/json", strings.NewReader(`{"game":{"rules":"turing","players":["Red","Blue","Green"]},"bot":{"seat":"Red"}}`)))(t)
	response.Body.Close()
	session := response.Header.Get("Location")
	if answer, body := platform.get(session); answer.StatusCode != http.StatusOK {
		t.Errorf("the Location %s leads to %s %s", session, answer.Status, body)
	}
	var token struct {
		Address string `json:"events_url"`
	}
	if status := platform.call("POST", session+"/read-token", struct{}{}, &token); status != http.StatusCreated {
		t.Fatalf("a read token: %d", status)
	}
	checkStream(t, url+token.Address)
	if status := platform.call("GET", "/ringer/playground/arena", nil, nil); status != http.StatusOK {
		t.Errorf("the arena: %d", status)
	}
	_, problem := platform.get("/ringer/v1/sessions/ses_none")
	var p struct{ Type string }
	if err := json.Unmarshal([]byte(problem), &p); err != nil {
		t.Fatalf("%v in %s", err, problem)
	}
	for address, want := range map[string]string{p.Type: "<h1>Errors</h1>", "/ringer/": "Ringer", "/ringer/docs": "Ringer API", "/ringer/playground": "<script"} {
		if answer, body := platform.get(address); answer.StatusCode != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s leads to %s %.200s", address, answer.Status, body)
		}
	}
	usePages(t, url+"/ringer")
}

// checkStream opens a stream.
func checkStream(t *testing.T, address string) {
	request := sessiontest.Must(http.NewRequest("GET", address, nil))(t)
	request.Header.Set("Accept", "text/event-stream")
	stream := sessiontest.Must(http.DefaultClient.Do(request))(t)
	stream.Body.Close()
	if stream.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%s leads to %s", address, stream.Status)
	}
}

// usePages executes an operation in Swagger UI, and opens the playground, of a server below a path.
func usePages(t *testing.T, server string) {
	slowtest.Skip(t)
	d := openDocs(t, server)
	if status, body := d.execute("listStrategies"); status != "200" || !strings.Contains(body, "scheduler") {
		t.Errorf("listStrategies shows %s and %.300s", status, body)
	}
	if shown := d.text(".request-url pre"); shown != server+"/v1/strategies" {
		t.Errorf("the page asks %s", shown)
	}
	d.checkTraffic(strings.TrimSuffix(server, "/ringer"))
	p := newPage(t)
	p.open(server + "/")
	p.see("Turing Game") // the page has asked for the rules
	if here := p.eval("location.href"); !strings.HasPrefix(here, server+"/playground/") {
		t.Errorf("the server's address leads to %s", here)
	}
}
