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
	for _, c := range []struct{ name, method, path, body string }{
		{"Messages", "POST", "/messages", `{"sender":"Green","text":"hi"}`},
		{"Observations", "POST", "/observations", `{"kind":"typing","player":"Green"}`},
		{"Barriers", "POST", "/observations", `{"kind":"muted"}`},
		{"Votes", "POST", "/votes", who},
		{"OptionsOfVotes", "PATCH", "/votes/v", `{"options":["yes","maybe"]}`},
		{"CancelVotes", "POST", "/votes/v/cancel", ``},
		{"VoteReceipts", "POST", "/votes/v/receipt", `{"used":"answer"}`},
		{"Rejections", "POST", "/messages/" + said + "/receipt", `{"status":"rejected"}`},
		{"End", "POST", "/end", `{}`},
		{"Delete", "DELETE", "", ``},
	} {
		t.Run("Err"+c.name, func(t *testing.T) {
			p := s.send(c.method, path+c.path, c.body).problem(t)
			over := c.name == "OptionsOfVotes" || c.name == "CancelVotes" // the bot has answered
			if p.Status != 409 || p.Code != "belongs_to_game" && !(over && p.Code == "vote_over") || !over && !strings.Contains(p.Detail, "/v1/games/"+g.ID) {
				t.Errorf("%+v", p)
			}
		})
	}
	if after, afterGame := s.facts(red), s.gameFacts(g.ID); after != before || afterGame != beforeGame {
		t.Errorf("%d facts of the session and %d of the game were stored", after-before, afterGame-beforeGame)
	}
	for _, c := range []struct{ name, method, path, body string }{
		{"Session", "GET", "", ""},
		{"Settings", "PATCH", "", `{"persona":"tired","metadata":{"a":"b"}}`},
		{"Transcript", "GET", "/messages", ""},
		{"Receipts", "POST", "/messages/" + said + "/receipt", `{"status":"posted"}`},
		{"Trace", "GET", "/messages/" + said + "/trace", ""},
		{"Events", "GET", "/events?types=*", ""},
		{"Export", "GET", "/export", ""},
		{"Token", "POST", "/read-token", ""},
		{"Plan", "GET", "/plan", ""},
		{"Mind", "GET", "/mind", ""},
		{"VotesOfTheGame", "GET", "/votes", ""},
		{"Vote", "GET", "/votes/v", ""},
		{"TraceOfAVote", "GET", "/votes/v/trace", ""},
	} {
		t.Run("OK"+c.name, func(t *testing.T) {
			if a := s.send(c.method, path+c.path, c.body); a.Status/100 != 2 {
				t.Errorf("%d %s", a.Status, a.Body)
			}
		})
	}
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
		if p := s.send("GET", path, "").problem(t); p.Status != 404 || p.Code != "not_found" || !strings.Contains(p.Detail, says) {
			t.Errorf("%s: %+v", path, p)
		}
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
			if isMafioso := b.Seat == "Bob"; strings.Contains(first, secret) != isMafioso {
				t.Errorf("%s: %s", b.Seat, first)
			}
		}
	}
}
