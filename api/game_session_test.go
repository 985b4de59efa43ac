package api_test

import (
	"strings"
	"testing"
)

// TestSessionOfAGame sends each route of a session to one that belongs to a game. What concerns the
// whole game is refused and stores nothing. What concerns the bot alone works.
func TestSessionOfAGame(t *testing.T) {
	s := start(t)
	g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"manual"}`, `,{"seat":"b"},{"seat":"Pink"}`, "", "%s", "").Replace(gameBody))
	red := g.session("Red")
	path := "/v1/sessions/" + red
	s.post(g.ID, "/messages", `{"sender":"Green","text":"red, where are you from?"}`)
	s.await(red, "plan.created")
	s.send("POST", path+"/plan/send", "").is(t, 202)
	said := s.await(red, "message.sent")
	s.askGame(g.ID, `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Red"]}`)
	s.await(red, "vote.cast")
	s.askGame(g.ID, `{"id":"open","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	before, beforeGame := s.facts(red), s.gameFacts(g.ID)
	for _, c := range [][4]string{
		{"POST", "/messages", `{"sender":"Green","text":"hi"}`, "belongs_to_game"},
		{"POST", "/observations", `{"kind":"typing","player":"Green"}`, "belongs_to_game"},
		{"POST", "/observations", `{"kind":"muted"}`, "belongs_to_game"},
		{"POST", "/votes", who, "belongs_to_game"},
		{"PATCH", "/votes/v", `{"options":["yes","maybe"]}`, "vote_over"}, // the bot has answered
		{"POST", "/votes/v/cancel", ``, "vote_over"},
		{"POST", "/votes/v/receipt", `{"used":"answer"}`, "belongs_to_game"},
		{"POST", "/messages/" + said + "/receipt", `{"status":"rejected"}`, "belongs_to_game"},
		{"POST", "/end", `{}`, "belongs_to_game"},
		{"DELETE", "", ``, "belongs_to_game"},
	} {
		a := s.send(c[0], path+c[1], c[2])
		if a.refusedFor(t, "409 "+c[3]); c[3] == "belongs_to_game" {
			a.is(t, 409, "/v1/games/"+g.ID)
		}
	}
	equal(t, "facts of the session and the game", [2]int{s.facts(red), s.gameFacts(g.ID)}, [2]int{before, beforeGame})
	for _, c := range []string{
		"", "/messages", "/messages/" + said + "/trace", "/events?types=*", "/export", "/plan", "/mind", "/votes", "/votes/v", "/votes/v/trace",
	} {
		s.send("GET", path+c, "").is(t, 200)
	}
	s.send("PATCH", path, `{"persona":"tired","metadata":{"a":"b"}}`).is(t, 200)
	s.send("POST", path+"/messages/"+said+"/receipt", `{"status":"posted"}`).is(t, 202)
	s.send("POST", path+"/read-token", "").is(t, 201)
	s.post(g.ID, "/end", "{}")
	for method, end := range map[string]string{"POST": "/end", "DELETE": ""} {
		s.send(method, path+end, `{"outcome":"x"}`).refused(t, "409 belongs_to_game")
	}
}

// TestIDsOfTheOtherKind sends the id of a game to a session's route, and the reverse.
func TestIDsOfTheOtherKind(t *testing.T) {
	s := start(t)
	g := s.newGame("")
	for path, says := range map[string]string{
		"/v1/sessions/" + g.ID:                     "/v1/games/",
		"/v1/sessions/" + g.ID + "/events":         "/v1/games/",
		"/v1/games/" + g.session("Red"):            "gam_",
		"/v1/games/" + g.session("Red") + "/votes": "gam_",
	} {
		s.send("GET", path, "").is(t, 404, says).refusedFor(t, "404 not_found")
	}
}

// TestSessionsHideOtherSides: nothing in the log of a bystander's session says who the mafiosi are.
func TestSessionsHideOtherSides(t *testing.T) {
	s := start(t)
	g := s.createGame(`{"host":"ringer","game":{"rules":"mafia","players":["Ann","Bob","Cleo","Dan","Eve","Finn","Gray"]},` +
		`"roles":{"Ann":"mafia","Bob":"mafia","Cleo":"bystander","Dan":"bystander","Eve":"bystander","Finn":"bystander","Gray":"bystander"},"bots":[{"seat":"Bob"},{"seat":"Cleo"}]}`)
	for _, b := range g.Bots {
		first := string(s.log(b.Session).Events[0].Data)
		for _, secret := range []string{`"members":["Ann","Bob"]`, `"speakers":["Ann","Bob"]`} {
			equal(t, b.Seat+" sees "+secret, strings.Contains(first, secret), b.Seat == "Bob")
		}
	}
}
