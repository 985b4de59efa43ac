package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestReadTokenShowsNoSecrets plays a game with a private channel and a vote. The stream of a
// standard token shows neither the lines of the channel nor probabilities. The stream of the key
// shows both.
func TestReadTokenShowsNoSecrets(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, server *server) {
		s := issuerOf(t, server)
		var created struct{ ID string }
		s.send("POST", "/v1/sessions", `{"seed":2,"timing":"instant","game":{"players":["Red","Blue","Green"],
			"channels":[{"id":"den","members":["Red","Blue"]}],"phases":["day",{"id":"night","speakers":["Red","Blue"],"channel":"den"}]},
			"bot":{"seat":"Red"}}`, authorized...).decode(t, &created)
		s.path = "/v1/sessions/" + created.ID
		say := func(channel string) {
			t.Helper()
			for range 20 { // the bot may rest, and then answers a later line
				var posted struct{ Messages []struct{ Seq int } }
				s.send("POST", s.path+"/messages", `{"sender":"Blue","channel":"`+channel+`","text":"red what do you do"}`, authorized...).is(t, 202).decode(t, &posted)
				sent := s.send("GET", fmt.Sprint(s.path, "/events?types=message.sent&wait=20s&after=", posted.Messages[0].Seq), "", authorized...)
				if strings.Contains(string(sent.Body), `"message.sent"`) {
					return
				}
			}
			t.Fatal("no line got an answer")
		}
		say("")
		s.send("POST", s.path+"/observations", `{"kind":"phase","phase":"night"}`, authorized...)
		say("den")
		s.send("POST", s.path+"/votes?wait=20s", `{"kind":"choose_one","question":"Who is the bot?","within_ms":2000}`, authorized...)
		s.send("POST", s.path+"/end", "", authorized...)

		all := s.send("GET", s.path+"/events", "", append(authorized, "Accept", "text/event-stream")...).Body
		token := s.issue("").Token
		public := s.send("GET", s.path+"/events?read_token="+token, "", "Accept", "text/event-stream").Body
		for _, secret := range []string{`"channel":"den"`, `"confidence"`} {
			if !strings.Contains(string(all), secret) || strings.Contains(string(public), secret) {
				t.Errorf("%s is in the stream of the key: %t; in the stream of the token: %t\n%s", secret,
					strings.Contains(string(all), secret), strings.Contains(string(public), secret), public)
			}
		}
		for _, event := range []string{"message.sent", "vote.cast", "session.ended"} {
			if !strings.Contains(string(public), "event: "+event+"\n") {
				t.Errorf("the stream of the token has no %s\n%s", event, public)
			}
		}
	}, withKey)
}
