package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const goneText = "Quokka Zebrafish 5550199"

// message returns what a transcript shows of a message.
func (s *server) message(id, message string) transcribed {
	s.t.Helper()
	for _, l := range s.transcript(id, "").Messages {
		if l.ID == message {
			return l
		}
	}
	s.t.Fatalf("the transcript of %s lacks %s", id, message)
	return transcribed{}
}

// nowhere checks that no route of sessions shows a text.
func (s *server) nowhere(text string, sessions ...string) {
	s.t.Helper()
	for _, id := range sessions {
		for _, path := range []string{"/messages", "/events?types=*&limit=1000", "/export", "/mind", "/plan"} {
			s.send("GET", "/v1/sessions/"+id+path, "").lacks(s.t, text)
		}
	}
}

// TestMessagesAreEdited edits messages of a session as a platform does.
func TestMessagesAreEdited(t *testing.T) {
	s := start(t)
	t.Run("OfAPlayer", func(t *testing.T) {
		t.Parallel()
		id := s.asked("manual", "plan.created")
		first := as[answered](t, s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"red what do you eat"}`).is(t, 202)).Messages[0].Seq
		path := "/v1/sessions/" + id + "/messages/m-1"
		s.send("PATCH", path, `{"text":"red what do you eat"}`).is(t, 200).shows(t, fmt.Sprintf(`{"id":"m-1","seq":%d,"duplicate":true}`, first))
		seq := as[answered](t, s.send("PATCH", path, `{"text":"red what do you drink"}`).is(t, 200).shows(t, `{"duplicate":null}`)).Seq
		s.send("PATCH", path, `{"text":"red what do you drink"}`).is(t, 200).shows(t, fmt.Sprintf(`{"seq":%d,"duplicate":true}`, seq))
		if l := s.message(id, "m-1"); l.Text != "red what do you drink" || !l.Edited {
			t.Errorf("the transcript shows %+v", l)
		}
		s.send("GET", "/v1/sessions/"+id+"/events?types=message.received,message.edited", "").is(t, 200, "red what do you eat", "red what do you drink")
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"red what do you eat"}`).is(t, 202).shows(t, `{"messages":[{"duplicate":true}]}`)
	})
	t.Run("OfTheBot", func(t *testing.T) {
		t.Parallel()
		id := s.asked("instant", "message.sent")
		own := s.find(id, "message.sent").MessageID
		s.send("PATCH", "/v1/sessions/"+id+"/messages/"+own, `{"text":"[moderated]"}`).is(t, 200)
		if l := s.message(id, own); l.Text != "[moderated]" || !l.Own {
			t.Errorf("the transcript shows %+v", l)
		}
	})
	t.Run("Refused", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		path := "/v1/sessions/" + id + "/messages/m-1"
		s.send("PATCH", path, `{"text":"x"}`).refused(t, "404 message_not_found")
		s.send("DELETE", path, "").refused(t, "404 message_not_found")
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"x"}`)
		s.send("PATCH", path, `{"text":" "}`).refused(t, "422 empty_text /text")
		s.send("PATCH", path, `{"text":"`+strings.Repeat("x", 5000)+`"}`).refused(t, "422 too_long /text")
		s.send("DELETE", path, "").is(t, http.StatusNoContent)
		s.send("PATCH", path, `{"text":"y"}`).refused(t, "409 message_deleted")
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-2","sender":"b","text":"x"}`)
		s.send("POST", "/v1/sessions/"+id+"/end", "{}")
		s.send("PATCH", "/v1/sessions/"+id+"/messages/m-2", `{"text":"y"}`).refused(t, "409 session_ended")
		s.send("DELETE", path, "").is(t, http.StatusNoContent) // the first result
	})
}

// TestMessagesAreDeleted deletes messages of a recorded session, and looks for their texts.
func TestMessagesAreDeleted(t *testing.T) {
	s := start(t)
	t.Run("OfAPlayer", func(t *testing.T) {
		t.Parallel()
		id := s.create(`,"timing":"instant","record":true,"strategy":"fourmind"`)
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"red, my number is `+goneText+`"}`)
		s.send("PATCH", "/v1/sessions/"+id+"/messages/m-1", `{"text":"red, my number is `+goneText+`, call me"}`)
		s.say(id, "red where are you from")
		s.await(id, "message.sent")
		for range 2 {
			s.send("DELETE", "/v1/sessions/"+id+"/messages/m-1", "").is(t, http.StatusNoContent)
		}
		s.nowhere(goneText, id)
		if l := s.message(id, "m-1"); l.Text != "" || !l.Deleted {
			t.Errorf("the transcript shows %+v", l)
		}
		s.say(id, "red what do you eat")
		s.nowhere(goneText, id)
		equal(t, "deletions", len(as[page](t, s.send("GET", "/v1/sessions/"+id+"/events?types=message.deleted", "")).Events), 1)
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"red, my number is `+goneText+`"}`).is(t, 202).shows(t, `{"messages":[{"duplicate":true}]}`)
		s.nowhere(goneText, id)
	})
	t.Run("OfTheBot", func(t *testing.T) {
		t.Parallel()
		id := s.create(`,"timing":"instant","record":true`)
		s.say(id, "red where are you from")
		s.await(id, "message.sent")
		sent := s.find(id, "message.sent")
		s.send("DELETE", "/v1/sessions/"+id+"/messages/"+sent.MessageID, "").is(t, http.StatusNoContent)
		s.send("GET", "/v1/sessions/"+id+"/events?types=message.sent,plan.created,thought.completed&limit=1000", "").lacks(t, `"`+sent.Text+`"`)
		s.send("GET", "/v1/sessions/"+id+"/messages/"+sent.MessageID+"/trace", "").is(t, 200).lacks(t, `"`+sent.Text+`"`)
	})
	t.Run("OfAGame", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame(`,"metadata":{}`)
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"my number is `+goneText+`"}`)
		s.post(g.ID, "/messages", `{"sender":"Red","kind":"gamemaster","text":"hi"}`)
		seen := as[page](t, s.send("GET", "/v1/games/"+g.ID+"/events?as=Green&types=message.received", ""))
		view := as[struct{ ID string }](t, answer{Body: seen.Events[0].Data}).ID
		s.send("PATCH", "/v1/games/"+g.ID+"/messages/"+view, `{"text":"my number is `+goneText+` ok"}`).is(t, 200).shows(t, `{"id":"m-1"}`)
		s.send("GET", "/v1/games/"+g.ID+"/events?as=Green&types=message.edited", "").shows(t, `{"events":[{"data":{"message_id":"`+view+`","message_seq":null}}]}`)
		for _, b := range g.Bots {
			if l := s.message(b.Session, "m-1"); !l.Edited || !strings.HasSuffix(l.Text, " ok") {
				t.Errorf("%s sees %+v", b.Seat, l)
			}
			s.send("DELETE", "/v1/sessions/"+b.Session+"/messages/m-1", "").refused(t, "409 belongs_to_game")
		}
		s.send("DELETE", "/v1/games/"+g.ID+"/messages/m-1", "").is(t, http.StatusNoContent)
		for _, b := range g.Bots {
			s.nowhere(goneText, b.Session)
		}
		for _, query := range []string{"", "&as=Green", "&view=public"} {
			s.send("GET", "/v1/games/"+g.ID+"/events?types=*&limit=1000"+query, "").is(t, 200, "message.deleted").lacks(t, goneText)
		}
	})
	t.Run("AfterTheEnd", func(t *testing.T) {
		eachKind(t, func(t *testing.T, s *server, k kind) {
			id := k.create("")
			path := k.path + id
			for _, message := range []string{"m-1", "m-2"} {
				s.send("POST", path+"/messages", `{"id":"`+message+`","sender":"`+k.sender+`","text":"my number is `+goneText+` `+message+`"}`).is(t, 202)
			}
			s.send("PATCH", path+"/messages/m-2", `{"text":"my number is `+goneText+` ok"}`).is(t, 200)
			s.send("POST", path+"/end", "{}").is(t, 200)
			last := as[page](t, s.send("GET", path+"/events?types=*&limit=1000", "")).NextAfter
			for _, message := range []string{"m-1", "m-2", "m-2"} {
				s.send("DELETE", path+"/messages/"+message, "").is(t, http.StatusNoContent)
			}
			s.send("GET", path+"/events?types=*&limit=1000", "").is(t, 200, `"ended":true`).lacks(t, goneText)
			for _, after := range []int64{last, last + 1, last + 2} { // nobody waits for more
				p := as[page](t, s.send("GET", fmt.Sprint(path, "/events?types=*&wait=55s&after=", after), "").is(t, 200))
				equal(t, "deletions", int64(len(p.Events)), last+2-after)
				equal(t, "ended", p.Ended, true)
				s.send("GET", fmt.Sprint(path, "/stream?types=*&after=", after), "")
			}
			s.send("POST", path+"/messages", `{"sender":"`+k.sender+`","text":"hi"}`).refused(t, "409 session_ended")
			s.send("GET", path, "").is(t, 200).shows(t, `{"status":"ended"}`)
			s.send("DELETE", path, "").is(t, 204)
		})
	})
	t.Run("OfABotInAGame", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(strings.Replace(fmt.Sprintf(gameBody, ""), `{"seat":"Red"}`, `{"seat":"Red","timing":"instant"}`, 1))
		s.post(g.ID, "/messages", `{"sender":"Green","text":"red where are you from"}`)
		s.awaitAt("/v1/games/"+g.ID, "message.sent")
		sent := as[sent](t, answer{Body: as[page](t, s.send("GET", "/v1/games/"+g.ID+"/events?types=message.sent", "")).Events[0].Data})
		s.send("DELETE", "/v1/games/"+g.ID+"/messages/"+sent.MessageID, "").is(t, http.StatusNoContent)
		logs := []string{"/v1/games/" + g.ID}
		for _, b := range g.Bots {
			logs = append(logs, "/v1/sessions/"+b.Session)
		}
		for _, path := range logs {
			s.send("GET", path+"/events?types=message.sent,message.received&limit=1000", "").is(t, 200, `"message_id":"`).lacks(t, `"text":"`+sent.Text+`"`)
		}
	})
}

// TestHistoryIsReadAndNeverAnswered posts what was said before, to sessions of each strategy and to
// games, and compares them with chats without it.
func TestHistoryIsReadAndNeverAnswered(t *testing.T) {
	const lines = `[{"sender":"b","text":"red where are you from"},{"sender":"Red","text":"from the old town"},{"sender":"Green","text":"and what do you eat, red?"}]`
	for _, strategy := range []string{"scheduler", "fourmind", "tom", "recon"} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, s *server) {
				id := s.create(`,"strategy":"` + strategy + `"`)
				s.send("POST", "/v1/sessions/"+id+"/messages", `{"messages":`+strings.ReplaceAll(lines, `"}`, `","history":true}`)+`}`).is(t, 202).shows(t, `{"warnings":null}`)
				time.Sleep(time.Minute)
				s.send("GET", "/v1/sessions/"+id+"/events?types=message.read,message.annotated", "").shows(t, `{"events":[]}`)
				s.send("GET", "/v1/sessions/"+id+"/events?types=message.sent,plan.created", "").lacks(t, `"answers_seq"`) // it may say hello
				s.say(id, "red what do you do")
				s.await(id, "message.sent")
			})
		})
	}
	t.Run("AtCreation", func(t *testing.T) {
		eachKind(t, func(t *testing.T, s *server, k kind) {
			bot := `"bot":{"seat":"Red"}`
			if k.path == "/v1/games/" {
				bot = `"bots":[{"seat":"Red","timing":"manual"}]`
			}
			body := func(lines string) string {
				return `{"external_id":"h","game":{"players":["Red",{"id":"b","name":"Blue"},"Green"],"history":` + lines + `},` + bot + `}`
			}
			path := strings.TrimSuffix(k.path, "/")
			s.send("POST", path, body(`[{"sender":"Nobody","text":"hi"}]`)).refused(t, "422 unknown_player /game/history/0/sender")
			s.send("POST", path, body(`[{"sender":"b","text":"hi","message_id":"msg_1"}]`)).refused(t, "422 unknown_field /game/history/0/message_id")
			s.send("POST", path, body(`[`+strings.Repeat(`{"sender":"b","text":"hi"},`, 100)+`{"sender":"b","text":"hi"}]`)).refused(t, "422 too_many /game/history")
			id := as[struct{ ID string }](t, s.send("POST", path, body(lines)).is(t, 201)).ID
			s.send("POST", path, body(lines)).is(t, 200).shows(t, `{"id":"`+id+`","duplicate":true}`)
			s.send("GET", path+"/"+id+"/events?types=message.received", "").shows(t, `{"events":[{"data":{"text":"red where are you from","history":true}},{"data":{"sender":"Red"}},{}]}`)
		})
	})
	t.Run("OfASeat", func(t *testing.T) {
		a := newAdmission(t, start(t, withKey))
		a.send("POST", a.path+"/messages", `{"sender":"Green","text":"hi","history":true}`, bearer(a.role("seat"))...).refused(t, "403 token_scope /history")
	})
}
