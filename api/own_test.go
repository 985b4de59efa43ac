package api_test

import (
	"fmt"
	"strings"
	"testing"
)

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
			if got := say(gray, body); got != want {
				t.Errorf("Gray: %s: %s", body, got)
			}
		}
		if got := say(token, `{"sender":"Green","text":"x"}`); got != "409 may_not_speak" {
			t.Errorf("Green speaks at night: %s", got)
		}
		for of, want := range map[string]string{"Gray": "202", "Green": "409 may_not_speak"} {
			a.expect(want, "POST", a.path+"/observations", map[string]string{"Gray": gray, "Green": token}[of], `{"kind":"typing","player":"`+of+`"}`)
		}
		a.send("POST", a.path+"/observations", `{"kind":"phase","phase":"day"}`)
		if got := say(gray, night); got != "202" {
			t.Errorf("a retry after the night: %s", got)
		}
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
