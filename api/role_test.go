package api_test

import (
	"slices"
	"strings"
	"testing"

	"ringer/api"
)

// openings are the routes that game tokens open, with the roles. All others are closed to them.
var openings = map[string]string{
	"GET /v1/sessions/{id}": "owner", "GET /v1/sessions/{id}/messages": "owner", "GET /v1/sessions/{id}/messages/{mid}/trace": "owner",
	"GET /v1/sessions/{id}/votes": "owner", "GET /v1/sessions/{id}/votes/{vid}": "owner", "GET /v1/sessions/{id}/votes/{vid}/trace": "owner",
	"GET /v1/sessions/{id}/events": "owner", "GET /v1/sessions/{id}/stream": "owner", "GET /v1/sessions/{id}/plan": "owner",
	"GET /v1/sessions/{id}/mind": "owner", "GET /v1/sessions/{id}/calls": "owner", "GET /v1/sessions/{id}/export": "owner",
	"POST /v1/sessions/{id}/plan/send": "owner", "POST /v1/sessions/{id}/plan/cancel": "owner",
	"GET /v1/games/{id}": "owner", "PATCH /v1/games/{id}": "owner", "DELETE /v1/games/{id}": "owner", "POST /v1/games/{id}/end": "owner",
	"POST /v1/games/{id}/votes": "owner", "GET /v1/games/{id}/votes": "owner", "GET /v1/games/{id}/votes/{vid}": "owner", "POST /v1/games/{id}/votes/{vid}/cancel": "owner",
	"POST /v1/games/{id}/read-token": "owner", "POST /v1/games/{id}/tokens": "owner",
	"POST /v1/games/{id}/messages": "owner seat", "POST /v1/games/{id}/observations": "owner seat", "POST /v1/games/{id}/votes/{vid}/casts": "owner seat",
	"POST /v1/games/{id}/survey": "owner seat",
	"GET /v1/games/{id}/tokens":  "owner seat spectator",
	"GET /v1/games/{id}/events":  "owner seat spectator", "GET /v1/games/{id}/stream": "owner seat spectator", "GET /v1/games/{id}/result": "owner seat spectator",
}

// ofGreen are bodies that speak for Green.
var ofGreen = map[string]string{
	"/messages": `{"sender":"Green","text":"hi"}`, "/observations": `{"kind":"typing","player":"Green"}`, "/casts": `{"seat":"Green","answer":"b"}`,
	"/survey": `{"seat":"Green","suspects":[]}`,
}

// TestRolesOpenTheirRoutes sends every operation of the API with a token of each role. A new route
// is closed to tokens until this test says otherwise. In another game, and in a session without a
// game, no token opens anything.
func TestRolesOpenTheirRoutes(t *testing.T) {
	s := start(t, withKey).as(key)
	operations := slices.DeleteFunc(api.Operations(), func(o api.Operation) bool { return o.Open })
	slices.SortStableFunc(operations, func(a, b api.Operation) int { // what ends the game comes last
		ends := func(o api.Operation) int {
			return slices.Index([]string{"POST/v1/games/{id}/end", "DELETE/v1/games/{id}"}, o.Method+o.Path)
		}
		return ends(a) - ends(b)
	})
	for _, role := range []string{"owner", "seat", "spectator"} {
		t.Run(role, func(t *testing.T) {
			a := newAdmission(t, s)
			a.t = t
			a.send("POST", a.path+"/votes", `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green"],"within_ms":60000}`)
			token := a.role(role)
			other, opened := newAdmission(t, s), 0
			lone := as[struct{ ID string }](t, s.send("POST", "/v1/sessions", body("")))
			for _, o := range operations {
				id := a.id
				if strings.HasPrefix(o.Path, "/v1/sessions") {
					id = a.session
				}
				body := ofGreen[o.Path[strings.LastIndexByte(o.Path, '/'):]]
				if o.Method == "POST" && body == "" {
					body = "{}"
				}
				send := func(id string) string {
					return a.outcome(o.Method, strings.NewReplacer("{id}", id, "{mid}", "msg_none", "{vid}", "v").Replace(o.Path), token, body)
				}
				for _, foreign := range []string{other.id, other.session, lone.ID} {
					if got := send(foreign); strings.Contains(o.Path, "{id}") && got != "403 token_scope" && got != "404 not_found" {
						t.Errorf("%s %s of %s: %s", o.Method, o.Path, foreign, got)
					}
				}
				got := send(id)
				opens := slices.Contains(strings.Fields(openings[o.Method+" "+o.Path]), role)
				if opens {
					opened++
				}
				if refused := got == "403 token_scope"; refused == opens || strings.HasPrefix(got, "401") {
					t.Errorf("%s %s: %s", o.Method, o.Path, got)
				}
			}
			if want := map[string]int{"owner": 32, "seat": 8, "spectator": 4}[role]; opened != want {
				t.Errorf("%d routes are open, want %d", opened, want)
			}
		})
	}
}
