package api_test

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

type posted struct {
	Messages []struct {
		ID        string
		Seq       int64
		Duplicate bool
	}
}

func TestMessages(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := "/v1/sessions/" + s.create("") + "/messages"
	t.Run("One", func(t *testing.T) {
		t.Parallel()
		a := s.send("POST", path, `{"sender":"b","text":"hi\u0000 there"}`)
		var p posted
		a.decode(t, &p)
		if a.Status != 202 || len(p.Messages) != 1 || !strings.HasPrefix(p.Messages[0].ID, "msg_") || p.Messages[0].Seq == 0 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	t.Run("Escapes", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		a := s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"\ud83d\ude00 \\ud83d \u00e4"}`)
		state, err := s.engine.Desk.StateAt(t.Context(), id, 0)
		if a.Status != 202 || err != nil || state.Messages[0].Text != "😀 \\ud83d ä" {
			t.Errorf("%d %s, %v, %+v", a.Status, a.Body, err, state.Messages)
		}
	})
	t.Run("BatchWithAKnownID", func(t *testing.T) {
		t.Parallel()
		s.send("POST", path, `{"id":"k1","sender":"b","text":"first"}`)
		a := s.send("POST", path, `{"messages":[{"id":"k1","sender":"b","text":"first"},{"id":"k2","sender":"Green","text":"second"}]}`)
		var p posted
		a.decode(t, &p)
		if a.Status != 202 || len(p.Messages) != 2 || !p.Messages[0].Duplicate || p.Messages[1].Duplicate || p.Messages[0].ID != "k1" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	t.Run("ReusedIDStoresNothing", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		path := "/v1/sessions/" + id + "/messages"
		s.send("POST", path, `{"id":"k1","sender":"b","text":"first"}`)
		a := s.send("POST", path, `{"messages":[{"sender":"b","text":"unheard-of"},{"id":"k1","sender":"b","text":"other"}]}`)
		a.refused(t, "422 id_reused /messages/1/id")
		for _, e := range s.log(id).Events {
			if strings.Contains(string(e.Data), "unheard-of") {
				t.Error("a message of the refused batch was stored")
			}
		}
	})
	t.Run("Gamemaster", func(t *testing.T) {
		t.Parallel()
		s.send("POST", path, `{"kind":"gamemaster","text":"the game begins"}`).is(t, 202)
	})
}

func TestEchoIsNotANewMessage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(`,"timing":"instant"`)
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"red where are you from?"}`)
	sent := s.await(id, "message.sent")
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"Red","text":"as the platform shows it","message_id":"`+sent+`"}`).is(t, 202)
	state, err := s.engine.Desk.StateAt(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, m := range state.Messages {
		if m.Own && m.Follows == "" { // a reply may have a second line
			own++
			if !m.Confirmed && m.ID == sent {
				t.Error("the echo did not confirm the message")
			}
		}
	}
	if own != 1 {
		t.Errorf("%d own messages", own)
	}
}

// await waits for an event of a type and returns its message id.
func (s *server) await(id, kind string) string {
	s.t.Helper()
	var p page
	after := int64(0)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		s.send("GET", "/v1/sessions/"+id+"/events?wait=5s&types="+kind, "").decode(s.t, &p)
		if len(p.Events) > 0 {
			return p.Events[0].MessageID
		}
		after = p.NextAfter
	}
	s.t.Fatalf("no %s up to %d", kind, after)
	return ""
}

// TestWaitForTheBot asks for all types of events with wait. What the client itself has just posted
// does not end the wait.
func TestWaitForTheBot(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		id := s.create("")
		s.say(id, "red where are you from")
		var p page
		s.send("GET", "/v1/sessions/"+id+"/events?types=*&wait=55s", "").decode(t, &p)
		types := map[string]bool{}
		for _, e := range p.Events {
			types[e.Type] = true
		}
		if !types["message.received"] || !types["typing.started"] && !types["message.sent"] {
			t.Errorf("the wait ended with %v", types)
		}
	})
}

func TestObservations(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create("")
	path := "/v1/sessions/" + id
	for _, o := range []string{
		`{"kind":"phase","phase":"day","ends_at":"2030-01-01T01:00:00+01:00"}`, `{"kind":"phase","phase":"day","ends_at":"2020-01-01T00:00:00Z"}`,
		`{"kind":"phase","phase":"day","ends_in_ms":60000}`, `{"kind":"phase","phase":"night"}`, `{"kind":"joined","player":{"id":"p","name":"Pink"}}`, `{"kind":"left","player":"Green"}`,
		`{"kind":"eliminated","player":"b"}`, `{"kind":"private_info","text":"Pink is with you"}`, `{"kind":"typing","player":"p"}`,
		`{"kind":"muted"}`, `{"kind":"unmuted"}`, `{"id":"o1","kind":"muted"}`,
	} {
		s.send("POST", path+"/observations", o).is(t, 202)
	}
	var again struct{ Duplicate bool }
	s.send("POST", path+"/observations", `{"id":"o1","kind":"muted"}`).decode(t, &again)
	if !again.Duplicate {
		t.Error("the repeated id is not a duplicate")
	}
	var got struct {
		Phase   string
		Muted   bool
		Players []struct{ ID, Presence string }
	}
	s.send("GET", path, "").decode(t, &got)
	presence := map[string]string{}
	for _, p := range got.Players {
		presence[p.ID] = p.Presence
	}
	if got.Phase != "night" || !got.Muted || presence["p"] != "active" || presence["Green"] != "left" || presence["b"] != "eliminated" {
		t.Errorf("%+v", got)
	}
	s.send("POST", path+"/messages", `{"sender":"b","text":"from the dead"}`).is(t, 202)
}

// TestPhaseEnd: the log holds when a phase ends, as the platform said it.
func TestPhaseEnd(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := "/v1/sessions/" + s.create("")
	for i, end := range []string{`"ends_at":"2030-01-01T01:00:00+01:00"`, `"ends_at":"2020-01-01T00:00:00Z"`, `"ends_in_ms":60000`, `"ends_in_ms":0`} {
		o := `{"id":"o` + strconv.Itoa(i) + `","kind":"phase","phase":"night",` + end + `}`
		s.send("POST", path+"/observations", o).is(t, 202)
		if a := s.send("POST", path+"/observations", o); !strings.Contains(string(a.Body), `"duplicate":true`) {
			t.Errorf("%s again: %d %s", o, a.Status, a.Body)
		}
		if a := s.send("GET", path+"/events?types=observation.received", ""); !strings.Contains(string(a.Body), end) {
			t.Errorf("%s is not in the log: %s", o, a.Body)
		}
	}
}
