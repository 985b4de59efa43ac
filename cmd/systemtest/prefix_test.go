package systemtest

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/slowtest"
)

// TestNginxPrefix serves Ringer below a path with nginx. A client follows each address in an
// answer, and a person uses the pages.
func TestNginxPrefix(t *testing.T) {
	t.Parallel()
	server := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	url := startNginxWith(t, strings.NewReplacer(
		"location / {\n      proxy_pass http://ringer;", "location /ringer/ {\n      proxy_pass http://ringer/;", `X-Forwarded-Prefix ""`, "X-Forwarded-Prefix /ringer",
	), []string{strings.TrimPrefix(server.url, "http://")})
	get := func(address string) (status int, body string) {
		response, err := http.Get(url + address)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		b, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(b)
	}
	response, err := http.Post(url+"/ringer/v1/sessions", "application/json", strings.NewReader(`{"game":{"rules":"turing","players":["Red","Blue","Green"]},"bot":{"seat":"Red"}}`))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	session := response.Header.Get("Location")
	if status, body := get(session); status != http.StatusOK {
		t.Errorf("the Location %s leads to %d %s", session, status, body)
	}
	_, problem := get("/ringer/v1/sessions/ses_none")
	var p struct{ Type string }
	if err := json.Unmarshal([]byte(problem), &p); err != nil {
		t.Fatalf("%v in %s", err, problem)
	}
	for address, want := range map[string]string{p.Type: "<h1>Errors</h1>", "/ringer/": "Ringer", "/ringer/docs": "Ringer API", "/ringer/playground": "<script"} {
		if status, body := get(address); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s leads to %d %.200s", address, status, body)
		}
	}
	usePages(t, url+"/ringer")
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
