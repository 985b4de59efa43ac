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
		s := issuer{server: server.as(key)}
		s.id = as[named](t, s.send("POST", "/v1/sessions", `{"seed":2,"timing":"instant","game":{"players":["Red","Blue","Green"],
			"channels":[{"id":"den","members":["Red","Blue"]}],"phases":["day",{"id":"night","speakers":["Red","Blue"],"channel":"den"}]},
			"bot":{"seat":"Red"}}`)).ID
		s.path = "/v1/sessions/" + s.id
		say := func(channel string) {
			t.Helper()
			for range 20 { // the bot may rest, and then answers a later line
				line := as[answered](t, s.send("POST", s.path+"/messages", `{"sender":"Blue","channel":"`+channel+`","text":"red what do you do"}`).is(t, 202)).Messages[0]
				sent := s.send("GET", fmt.Sprint(s.path, "/events?types=message.sent&wait=20s&after=", line.Seq), "")
				if strings.Contains(string(sent.Body), `"message.sent"`) {
					return
				}
			}
			t.Fatal("no line got an answer")
		}
		say("")
		s.send("POST", s.path+"/observations", `{"kind":"phase","phase":"night"}`)
		say("den")
		s.send("POST", s.path+"/votes?wait=20s", `{"kind":"choose_one","question":"Who is the bot?","within_ms":2000}`)
		s.send("POST", s.path+"/end", "")

		token := s.issue("").Token
		s.send("GET", s.path+"/events", "", "Accept", "text/event-stream").is(t, 200, `"channel":"den"`, `"confidence"`)
		s.as("").send("GET", s.path+"/events?read_token="+token, "", "Accept", "text/event-stream").
			is(t, 200, "event: message.sent\n", "event: vote.cast\n", "event: session.ended\n").lacks(t, `"channel":"den"`, `"confidence"`)
	}, withKey)
}
