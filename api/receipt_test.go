package api_test

import (
	"fmt"
	"testing"
)

type messages struct {
	Messages  []transcribed
	NextAfter int64 `json:"next_after"`
}

// transcribed is one of its lines.
type transcribed struct {
	ID, Sender, Name, Text, Status, Kind string
	Seq                                  int64
	Own, Edited, Deleted                 bool
	ReplyTo                              string `json:"reply_to"`
}

// transcript returns a page of a session's messages.
func (s *server) transcript(id, query string) messages {
	s.t.Helper()
	return as[messages](s.t, s.send("GET", "/v1/sessions/"+id+"/messages"+query, ""))
}

func TestReceipt(t *testing.T) {
	s := start(t)
	id := s.asked("instant", "message.sent")
	sent := s.find(id, "message.sent")
	path := "/v1/sessions/" + id + "/messages/" + sent.MessageID + "/receipt"
	status := func() string {
		for _, m := range s.transcript(id, "").Messages {
			if m.ID == sent.MessageID {
				return m.Status
			}
		}
		return ""
	}
	equal(t, "before any receipt", status(), "sent")
	seq := as[answered](t, s.send("POST", path, `{"status":"posted"}`).is(t, 202).shows(t, `{"id":"`+sent.MessageID+`","duplicate":null}`)).Seq
	s.send("POST", path, `{"status":"posted"}`).is(t, 202).shows(t, fmt.Sprintf(`{"duplicate":true,"seq":%d}`, seq))
	s.send("POST", path, `{"status":"posted","reason":"late"}`).refused(t, "422 id_reused /reason")
	equal(t, "after a receipt", status(), "posted")
	s.send("POST", path, `{"status":"rejected","reason":"profanity"}`).is(t, 202)
	equal(t, "after a rejection", status(), "rejected")
	state := must(s.engine.Desk.StateAt(t.Context(), id, 0))(t)
	for _, m := range state.Messages {
		if m.ID == sent.MessageID {
			t.Error("a rejected message is still in the bot's transcript")
		}
	}
	for _, body := range []string{`{"status":"posted","reason":"late"}`, `{"status":"rejected"}`} {
		s.send("POST", path, body).refused(t, "409 rejected_before")
	}
}

func TestTranscript(t *testing.T) {
	s := start(t)
	id := s.asked("instant", "message.sent")
	sent := s.find(id, "message.sent")
	s.send("POST", "/v1/sessions/"+id+"/observations", `{"kind":"muted"}`)
	// The echo of the message.
	s.send("POST", "/v1/sessions/"+id+"/messages", fmt.Sprintf(`{"sender":"Red","text":%q}`, sent.Text))
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"Red","text":"typed by hand"}`)
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"kind":"gamemaster","text":"night falls","id":"m9","reply_to":"m1"}`)
	want := []string{"Blue player red where are you from  false", "Red player " + sent.Text + " posted true"}
	for _, e := range s.log(id).Events { // a reply may have a second line, sent before the bot was muted
		if e.Type == "message.sent" && e.MessageID != sent.MessageID {
			want = append(want, "Red player "+as[struct{ Text string }](t, answer{Body: e.Data}).Text+" sent true")
		}
	}
	want = append(want, "Red player typed by hand posted true", "GameMaster gamemaster night falls  false")
	var got []string
	for after := int64(0); ; {
		page := s.transcript(id, fmt.Sprintf("?limit=1&after=%d", after))
		for _, m := range page.Messages {
			got = append(got, fmt.Sprintf("%s %s %s %s %t", m.Name, m.Kind, m.Text, m.Status, m.Own))
		}
		if after = page.NextAfter; after == 0 || len(got) > 9 {
			break
		}
	}
	equal(t, "the transcript", fmt.Sprint(got), fmt.Sprint(want))
	last := s.transcript(id, "").Messages[len(want)-1]
	equal(t, "the last message and what it answers", [2]string{last.ID, last.ReplyTo}, [2]string{"m9", "m1"})
}
