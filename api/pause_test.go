package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestPauses pauses sessions and games, and lets them go on.
func TestPauses(t *testing.T) {
	t.Run("Both", func(t *testing.T) {
		eachKind(t, func(t *testing.T, s *server, k kind) {
			path := k.path + k.create("")
			s.send("POST", path+"/resume", "").is(t, 200).shows(t, `{"paused":null}`) // it goes on already
			for range 2 {
				s.send("POST", path+"/pause", `{"reason":"fire alarm"}`).is(t, 200).shows(t, `{"paused":true}`)
			}
			s.send("POST", path+"/pause", `{"reason":"`+strings.Repeat("x", 501)+`"}`).refused(t, "422 too_long /reason")
			s.send("POST", path+"/messages", `{"id":"m-1","sender":"Green","text":"hi"}`).is(t, 202)
			for range 2 {
				s.send("POST", path+"/resume", "").is(t, 200).shows(t, `{"paused":null}`)
			}
			s.send("GET", path+"/events?types=play.paused,play.resumed", "").shows(t, `{"events":[{"type":"play.paused","data":{"reason":"fire alarm"}},{"type":"play.resumed"}]}`)
			s.send("POST", path+"/end", "{}").is(t, 200)
			s.send("POST", path+"/pause", "").refused(t, "409 session_ended")
		})
	})
	t.Run("NobodyAnswersInAPause", func(t *testing.T) {
		bubble(t, func(t *testing.T, s *server) {
			id := s.create("")
			s.say(id, "red where are you from")
			s.await(id, "plan.created")
			s.send("POST", "/v1/sessions/"+id+"/pause", "").is(t, 200)
			s.say(id, "red what do you eat")
			time.Sleep(time.Hour)
			s.send("GET", "/v1/sessions/"+id+"/events?types=message.sent", "").shows(t, `{"events":[]}`)
			s.send("POST", "/v1/sessions/"+id+"/resume", "").is(t, 200)
			s.await(id, "message.sent")
		})
	})
	t.Run("TheRulesWait", func(t *testing.T) {
		bubble(t, func(t *testing.T, s *server) {
			g := s.createGame(`{"host":"ringer","seed":3,"rules_options":{"day_ms":60000},"game":{"rules":"mafia","players":["Ann","Bob","Cleo","Dan","Eve","Finn","Gus"]},"bots":[{"seat":"Bob","timing":"manual"}]}`)
			path := "/v1/games/" + g.ID
			time.Sleep(50 * time.Second)
			s.post(g.ID, "/pause", "")
			time.Sleep(time.Hour)
			s.send("GET", path+"/events?types=vote.requested", "").shows(t, `{"events":[]}`)
			s.post(g.ID, "/resume", "")
			time.Sleep(9 * time.Second)
			s.send("GET", path+"/events?types=vote.requested", "").shows(t, `{"events":[]}`)
			time.Sleep(2 * time.Second)
			s.send("GET", path+"/events?types=vote.requested", "").shows(t, `{"events":[{}]}`)
			s.post(g.ID, "/pause", "")
			time.Sleep(time.Hour)
			vote := as[struct{ ID, Status string }](t, answer{Body: as[struct{ Votes []json.RawMessage }](t, s.send("GET", path+"/votes", "")).Votes[0]})
			equal(t, "the vote in the pause", vote.Status, "open")
			s.post(g.ID, "/votes/"+vote.ID+"/casts", `{"seat":"Ann","answer":"Bob"}`)
			s.post(g.ID, "/resume", "")
			time.Sleep(time.Hour)
			s.send("GET", path+"/votes/"+vote.ID, "").shows(t, `{"casts":[{},{}]}`)
		})
	})
	t.Run("OfAGame", func(t *testing.T) {
		s := start(t)
		g := s.quietGame()
		s.send("POST", "/v1/sessions/"+g.session("Red")+"/pause", "").refused(t, "409 belongs_to_game")
		s.post(g.ID, "/pause", "")
		s.send("GET", "/v1/sessions/"+g.session("Red"), "").shows(t, `{"paused":true}`)
	})
}
