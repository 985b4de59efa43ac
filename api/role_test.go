package api_test

import (
	"fmt"
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
	"POST /v1/games/{id}/votes": "owner", "GET /v1/games/{id}/votes": "owner", "GET /v1/games/{id}/votes/{vid}": "owner", "PATCH /v1/games/{id}/votes/{vid}": "owner", "POST /v1/games/{id}/votes/{vid}/cancel": "owner",
	"POST /v1/games/{id}/read-token": "owner", "POST /v1/games/{id}/tokens": "owner",
	"POST /v1/games/{id}/pause": "owner", "POST /v1/games/{id}/resume": "owner", "PATCH /v1/games/{id}/messages/{mid}": "owner", "DELETE /v1/games/{id}/messages/{mid}": "owner", "POST /v1/games/{id}/messages": "owner seat", "POST /v1/games/{id}/observations": "owner seat spectator", "POST /v1/games/{id}/votes/{vid}/casts": "owner seat",
	"POST /v1/games/{id}/survey": "owner seat",
	"GET /v1/games/{id}/tokens":  "owner seat spectator",
	"GET /v1/games/{id}/events":  "owner seat spectator", "GET /v1/games/{id}/stream": "owner seat spectator", "GET /v1/games/{id}/result": "owner seat spectator",
	"POST /v1/games/{id}/rematch": "owner", "GET /v1/games/{id}/rematch": "owner seat spectator",
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
				if role == "spectator" && strings.HasSuffix(o.Path, "/observations") {
					body = `{"kind":"joined","player":"Zoe"}`
				}
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
			if want := map[string]int{"owner": 39, "seat": 9, "spectator": 6}[role]; opened != want {
				t.Errorf("%d routes are open, want %d", opened, want)
			}
		})
	}
}

// TestASeatSpeaksForItselfOnly sends bodies with the token of Green.
func TestASeatSpeaksForItselfOnly(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	token := a.role("seat")
	for _, v := range []string{`"id":"hers","seats":["Green","Red"]`, `"id":"others","seats":["Gray","Red"]`} {
		a.send("POST", a.path+"/votes", `{"kind":"choose_one","question":"Who?","within_ms":60000,`+v+`}`)
	}
	for _, c := range [][3]string{
		{"/messages", `{"sender":"Green","text":"hi","kind":"player"}`, "202"},
		{"/messages", `{"messages":[{"sender":"Green","text":"a"},{"sender":"Green","text":"b"}]}`, "202"},
		{"/messages", `{"sender":"Gray","text":"hi"}`, "403 token_scope"},
		{"/messages", `{"text":"hi"}`, "403 token_scope"},
		{"/messages", `{"sender":"Green","text":"hi","kind":"gamemaster"}`, "403 token_scope"},
		{"/messages", `{"sender":"Green","text":"hi","kind":"host"}`, "403 token_scope"},
		{"/messages", `{"sender":"Green","text":"hi","sent_at":"2020-01-01T00:00:00Z"}`, "403 token_scope"},
		{"/messages", `{"messages":[{"sender":"Green","text":"a"},{"sender":"Gray","text":"b"}]}`, "403 token_scope"},
		{"/messages", `{"messages":[]}`, "422 required"},
		{"/messages", `{"sender":"Green","text":"hi","channel":"den"}`, "422 unknown_channel"},
		{"/messages", `{"sender":"Green","text":"hi","channel":"none"}`, "422 unknown_channel"},
		{"/observations", `{"kind":"typing","player":"Green"}`, "202"},
		{"/observations", `{"kind":"typing","player":"Gray"}`, "403 token_scope"},
		{"/observations", `{"kind":"typing"}`, "403 token_scope"},
		{"/observations", `{"kind":"typing","player":"Green","seat":"Red"}`, "403 token_scope"},
		{"/observations", `{"kind":"left","player":"Gray"}`, "403 token_scope"},
		{"/observations", `{"kind":"typing","player":"Green","text":"Red is it"}`, "403 token_scope"},
		{"/observations", `{"kind":"left","player":"Green","text":"Red is it"}`, "403 token_scope"},
		{"/observations", `{"kind":"joined","player":"Green"}`, "403 token_scope"},
		{"/observations", `{"kind":"phase","phase":"night"}`, "403 token_scope"},
		{"/observations", `{"kind":"private_info","seat":"Red","text":"x"}`, "403 token_scope"},
		{"/observations", `{"kind":"muted"}`, "403 token_scope"},
		{"/votes/hers/casts", `{"seat":"Green","answer":"Gray"}`, "202"},
		{"/votes/hers/casts", `{"seat":"Gray","answer":"Red"}`, "403 token_scope"},
		{"/votes/others/casts", `{"seat":"Green","answer":"Red"}`, "404 vote_not_found"},
		{"/votes/none/casts", `{"seat":"Green","answer":"Red"}`, "404 vote_not_found"},
		{"/survey", `{"seat":"Green","suspects":[]}`, "409 game_not_ended"},
	} {
		a.expect(c[2], "POST", a.path+c[0], token, c[1])
	}
	t.Run("ItSpeaksWhereThePhaseIsPlayed", func(t *testing.T) {
		gray := a.admit(`{"role":"seat","seat":"Gray"}`).Token
		say := func(of, body string) string { return a.outcome("POST", a.path+"/messages", of, body) }
		a.send("POST", a.path+"/observations", `{"kind":"phase","phase":"night"}`)
		night := `{"id":"night","sender":"Gray","text":"in the den"}`
		for body, want := range map[string]string{night: "202", `{"sender":"Gray","text":"x","channel":"den"}`: "202"} {
			equal(t, "Gray: "+body, say(gray, body), want)
		}
		equal(t, "Green at night", say(token, `{"sender":"Green","text":"x"}`), "409 may_not_speak")
		for of, want := range map[string]string{"Gray": "202", "Green": "409 may_not_speak"} {
			a.expect(want, "POST", a.path+"/observations", map[string]string{"Gray": gray, "Green": token}[of], `{"kind":"typing","player":"`+of+`"}`)
		}
		a.send("POST", a.path+"/observations", `{"kind":"phase","phase":"day"}`)
		equal(t, "a retry after the night", say(gray, night), "202")
		if log := string(a.send("GET", a.path+"/events?view=public", "").Body); strings.Contains(log, "in the den") {
			t.Errorf("the public reads %s", log)
		}
	})
	t.Run("TheKeyStillDecidesByItself", func(t *testing.T) {
		a.send("POST", a.path+"/messages", `{"sender":"Green","text":"hi","channel":"den"}`).is(t, 202)
	})
	t.Run("ItLeaves", func(t *testing.T) {
		for _, c := range [][3]string{{"/observations", `{"kind":"left","player":"Green"}`, "202"}, {"/messages", `{"sender":"Green","text":"bye"}`, "409 may_not_speak"}} {
			a.expect(c[2], "POST", a.path+c[0], token, c[1])
		}
	})
	t.Run("AfterTheEnd", func(t *testing.T) {
		a.send("POST", a.path+"/end", "{}")
		for body, want := range map[string]string{`{"seat":"Gray","suspects":[]}`: "403 token_scope", `{"seat":"Green","suspects":["Red"]}`: "201"} {
			a.expect(want, "POST", a.path+"/survey", token, body)
		}
		for _, role := range []string{"seat", "spectator"} {
			a.expect("200", "GET", a.path+"/result", a.role(role), "")
		}
	})
}

// TestNoAnswerToASeatTellsWhoIsABot sends Green's token with bodies about Red, who is a bot, and
// about Gray, who is not. The answers differ in the name alone.
func TestNoAnswerToASeatTellsWhoIsABot(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	token := a.role("seat")
	a.send("POST", a.path+"/votes", `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green"],"within_ms":60000}`)
	about := func(path, body, name string) string {
		t.Helper()
		p := a.send("POST", a.path+path, strings.ReplaceAll(body, "WHO", name), bearer(token)...).problem(t)
		return strings.ReplaceAll(fmt.Sprint(p.Status, p.Code, p.Detail, p.Errors), name, "WHO")
	}
	for _, c := range [][2]string{
		{"/messages", `{"sender":"WHO","text":"hi"}`},
		{"/messages", `{"sender":"WHO","text":"hi","message_id":"m"}`},
		{"/messages", `{"sender":"WHO","text":""}`},
		{"/messages", `{"sender":"WHO","text":"hi","surprise":1}`},
		{"/messages", `{"messages":[{"sender":"Green","text":"a"},{"sender":"WHO","text":"b","surprise":1}]}`},
		{"/observations", `{"kind":"muted","seat":"WHO"}`},
		{"/observations", `{"kind":"private_info","seat":"WHO","text":"x"}`},
		{"/observations", `{"kind":"private_info","seat":"WHO","text":"x","surprise":1}`},
		{"/observations", `{"kind":"left","player":"WHO","surprise":1}`},
		{"/votes/v/casts", `{"seat":"WHO","answer":"b"}`},
		{"/votes/v/casts", `{"seat":"WHO","answer":"b","surprise":1}`},
		{"/survey", `{"seat":"WHO","suspects":[]}`},
		{"/survey", `{"seat":"Green","suspects":[],"ratings":[{"seat":"WHO","timing":1}]}`},
		{"/survey", `{"seat":"Green","suspects":[],"ratings":[{"seat":"WHO","timing":1}],"surprise":1}`},
	} {
		if bot, person := about(c[0], c[1], "Red"), about(c[0], c[1], "Gray"); bot != person {
			t.Errorf("%s %s\nabout a bot:    %s\nabout a person: %s", c[0], c[1], bot, person)
		}
	}
}

// TestASeatGivesNoOrders: the rules know their own lines by the ids. In this game one of them opens
// the vote, and whoever takes the id of the last one would keep the game from ending.
func TestASeatGivesNoOrders(t *testing.T) {
	t.Parallel()
	a := admission{server: setup(t, withKey).as(key)}
	g := as[gameAnswer](t, a.send("POST", "/v1/games", `{"host":"ringer","game":{"rules":"turing","players":["Red","Green","Gray"]},"bots":[{"seat":"Red","timing":"manual"}],"seed":1}`))
	a.id, a.path = g.ID, "/v1/games/"+g.ID
	token := a.role("seat")
	for _, id := range []string{"referee:accusation", "referee:end"} {
		for path, body := range map[string]string{"/messages": `{"id":"` + id + `","sender":"Green","text":"hi"}`, "/observations": `{"id":"` + id + `","kind":"typing","player":"Green"}`} {
			a.expect("422 invalid_id", "POST", a.path+path, token, body)
		}
	}
}

// TestAResultIsForTheRole reads a result with each role. Only an owner sees the costs, and what
// people have answered to the survey.
func TestAResultIsForTheRole(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	tokens := map[string]string{"owner": a.role("owner"), "seat": a.role("seat"), "spectator": a.role("spectator")}
	a.send("POST", a.path+"/votes?wait=50s", `{"kind":"choose_one","question":"Who?","seats":["Red"],"within_ms":3000}`)
	a.send("POST", a.path+"/end", "")
	a.expect("201", "POST", a.path+"/survey", tokens["seat"], `{"seat":"Green","suspects":[],"comment":"a secret of Green"}`)
	for role, token := range tokens {
		body := string(a.send("GET", a.path+"/result", "", bearer(token)...).Body)
		free, answers := strings.Contains(body, `"spent":{"calls":0,"prompt_tokens":0,"answer_tokens":0,"cost_micros":0},"table_spent"`), strings.Contains(body, "a secret of Green")
		if owner := role == "owner"; answers != owner || free == owner || strings.Count(body, `"spent"`) > 1 != owner {
			t.Errorf("%s sees %s", role, body)
		}
	}
}
