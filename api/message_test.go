package api_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// answered is a posted fact, or the messages of a post, as the API shows it.
type answered struct {
	ID        string
	Seq       int64
	Duplicate bool
	Messages  []answered
}

func TestMessages(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		path := k.path + k.create("")
		post := func(body string) answer {
			return s.send("POST", path+"/messages", strings.ReplaceAll(body, "WHO", k.sender))
		}
		one := post(`{"sender":"WHO","text":"hi\u0000 there"}`).is(t, 202).shows(t, `{"messages":[{"id":"…","seq":"…"}]}`)
		if id := as[answered](t, one).Messages[0].ID; !strings.HasPrefix(id, "msg_") {
			t.Errorf("the id is %s", id)
		}
		first := as[answered](t, post(`{"id":"k1","sender":"WHO","text":"\ud83d\ude00 \\ud83d \u00e4"}`).is(t, 202)).Messages[0]
		again := `{"messages":[{"id":"k1","sender":"WHO","text":"😀 \\ud83d ä"},{"id":"k2","sender":"WHO","text":"second"}]}`
		post(again).is(t, 202).shows(t, fmt.Sprintf(`{"messages":[{"id":"k1","seq":%d,"duplicate":true},{"id":"k2","duplicate":null}]}`, first.Seq))
		post(`{"messages":[{"sender":"WHO","text":"unheard-of"},{"id":"k1","sender":"WHO","text":"other"}]}`).refused(t, "422 id_reused /messages/1/id")
		post(`{"kind":"gamemaster","text":"the game begins"}`).is(t, 202)
		s.send("POST", path+"/end", "{}").is(t, 200)
		post(`{"id":"k1","sender":"WHO","text":"😀 \\ud83d ä"}`).is(t, 202).shows(t, `{"messages":[{"duplicate":true}]}`)
		logs := []string{path}
		for _, b := range as[gameAnswer](t, s.send("GET", path, "")).Bots {
			logs = append(logs, "/v1/sessions/"+b.Session)
		}
		want := `["hi\x00 there" "😀 \\ud83d ä" "second" "the game begins"]`
		for _, log := range logs {
			equal(t, "texts of "+log, fmt.Sprintf("%q", as[page](t, s.send("GET", log+"/events?types=message.received", "")).texts(t)), want)
		}
	})
}

func TestEchoIsNotANewMessage(t *testing.T) {
	s := start(t)
	id := s.create(`,"timing":"instant"`)
	s.say(id, "red where are you from?")
	sent := s.await(id, "message.sent")
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"Red","text":"as the platform shows it","message_id":"`+sent+`"}`).is(t, 202)
	state := must(s.engine.Desk.StateAt(t.Context(), id, 0))(t)
	own := 0
	for _, m := range state.Messages {
		if m.Own && m.Follows == "" { // a reply may have a second line
			own++
			if !m.Confirmed && m.ID == sent {
				t.Error("the echo did not confirm the message")
			}
		}
	}
	equal(t, "own messages", own, 1)
}

// await waits for an event of a type and returns its message id.
func (s *server) await(id, kind string) string {
	s.t.Helper()
	return s.awaitAt("/v1/sessions/"+id, kind)
}

// awaitAt waits for an event in the log of a session or a game.
func (s *server) awaitAt(path, kind string) string {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if p := as[page](s.t, s.send("GET", path+"/events?wait=5s&types="+kind, "")); len(p.Events) > 0 {
			return p.Events[0].MessageID
		}
	}
	s.t.Fatalf("%s has no %s", path, kind)
	return ""
}

// TestWaitForTheBot asks for all types of events with wait. What the client itself has just posted
// does not end the wait.
func TestWaitForTheBot(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		id := s.create("")
		s.say(id, "red where are you from")
		a := s.send("GET", "/v1/sessions/"+id+"/events?types=*&wait=55s", "").is(t, 200, "message.received")
		if text := string(a.Body); !strings.Contains(text, "typing.started") && !strings.Contains(text, "message.sent") {
			t.Errorf("the wait ended with %s", text)
		}
	})
}

func TestObservations(t *testing.T) {
	s := start(t)
	path := "/v1/sessions/" + s.create("")
	for _, o := range []string{
		`{"kind":"phase","phase":"night"}`, `{"kind":"joined","player":{"id":"p","name":"Pink"}}`, `{"kind":"left","player":"Green"}`,
		`{"kind":"eliminated","player":"b"}`, `{"kind":"private_info","text":"Pink is with you"}`, `{"kind":"typing","player":"p"}`,
		`{"kind":"muted"}`, `{"kind":"unmuted"}`, `{"id":"o1","kind":"muted"}`,
	} {
		s.send("POST", path+"/observations", o).is(t, 202)
	}
	s.send("POST", path+"/observations", `{"id":"o1","kind":"muted"}`).shows(t, `{"duplicate":true}`)
	s.send("GET", path, "").shows(t, `{"phase":"night","muted":true,"players":[{"id":"Red"},{"id":"b","presence":"eliminated"},{"id":"Green","presence":"left"},{"id":"p","presence":"active"}]}`)
	s.send("POST", path+"/messages", `{"sender":"b","text":"from the dead"}`).is(t, 202)
}

// TestPhaseEnd: the log holds when a phase ends, as the platform said it.
func TestPhaseEnd(t *testing.T) {
	s := start(t)
	path := "/v1/sessions/" + s.create("")
	for i, end := range []string{`"ends_at":"2030-01-01T01:00:00+01:00"`, `"ends_at":"2020-01-01T00:00:00Z"`, `"ends_in_ms":60000`, `"ends_in_ms":0`} {
		o := `{"id":"o` + strconv.Itoa(i) + `","kind":"phase","phase":"night",` + end + `}`
		s.send("POST", path+"/observations", o).is(t, 202)
		s.send("POST", path+"/observations", o).is(t, 202, `"duplicate":true`)
		s.send("GET", path+"/events?types=observation.received", "").is(t, 200, end)
	}
}
