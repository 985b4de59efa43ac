package api_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/goldentest"
)

// mistake is a request of somebody who meets the API for the first time.
type mistake struct {
	what, method, path, body string
	headers                  []string
}

// mistakes returns the requests. SES is a session of Red, Blue (with the id b) and Green, with the
// phases day and night; OVER is one that has ended. GAM is a game of the bots Red, b and Pink, and
// the person Green; SEAT is the session of Red in it.
func mistakes() []mistake {
	return []mistake{
		{"a trailing comma", "POST", "/v1/sessions", "{\n  \"game\": {\"players\": [\"Red\", \"Blue\"]},\n  \"bot\": {\"seat\": \"Red\"},\n}", nil},
		{"single quotes", "POST", "/v1/sessions/SES/messages", `{'sender':'Blue','text':'hi'}`, nil},
		{"a name without quotes", "POST", "/v1/sessions/SES/messages", `{sender:"Blue",text:"hi"}`, nil},
		{"two JSON values", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"hi"}{"sender":"b","text":"ho"}`, nil},
		{"a form", "POST", "/v1/sessions/SES/messages", "sender=Blue&text=hi", []string{"Content-Type", "application/x-www-form-urlencoded"}},
		{"JSON without its content type", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"hi"}`, []string{"Content-Type", "text/plain"}},
		{"a list of messages", "POST", "/v1/sessions/SES/messages", `[{"sender":"b","text":"hi"}]`, nil},
		{"the fields of another chat API", "POST", "/v1/sessions/SES/messages", `{"role":"user","content":"hi"}`, nil},
		{"a message called message", "POST", "/v1/sessions/SES/messages", `{"message":"hi"}`, nil},
		{"the name in place of the id", "POST", "/v1/sessions/SES/messages", `{"sender":"Blue","text":"hi"}`, nil},
		{"the id in lower case", "POST", "/v1/sessions/SES/messages", `{"sender":"green","text":"hi"}`, nil},
		{"a time as a number", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"hi","sent_at":1769884200}`, nil},
		{"a channel that does not exist", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"hi","channel":"general"}`, nil},
		{"a message to a session that has ended", "POST", "/v1/sessions/OVER/messages", `{"sender":"b","text":"hi"}`, nil},
		{"players with a name only", "POST", "/v1/sessions", `{"game":{"players":[{"name":"Red"},{"name":"Blue"}]},"bot":{"seat":"Red"}}`, nil},
		{"a player twice", "POST", "/v1/sessions", `{"game":{"players":["Red","Blue","blue"]},"bot":{"seat":"Red"}}`, nil},
		{"a seat that is no player's", "POST", "/v1/sessions", `{"game":{"players":["Red","Blue"]},"bot":{"seat":"Bot"}}`, nil},
		{"no seat", "POST", "/v1/sessions", `{"game":{"players":["Red","Blue"]}}`, nil},
		{"a strategy by the name of its paper", "POST", "/v1/sessions", `{"strategy":"theory-of-mind","game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"rules in another spelling", "POST", "/v1/sessions", `{"game":{"rules":"reverse-turing","players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"an option's value that does not exist", "POST", "/v1/sessions", `{"strategy":"tom","options":{"cycle":"split"},"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"a number as a text", "POST", "/v1/sessions", `{"seed":"42","game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"an option that is too large", "POST", "/v1/sessions", `{"options":{"wpm":100000},"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"a name in camel case", "POST", "/v1/sessions", `{"externalId":"t-1","game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"another strategy later", "PATCH", "/v1/sessions/SES", `{"strategy":"tom"}`, nil},
		{"a phase that does not exist", "POST", "/v1/sessions/SES/observations", `{"kind":"phase","phase":"Night"}`, nil},
		{"a kind of another API", "POST", "/v1/sessions/SES/observations", `{"kind":"player_joined","player":"Pink"}`, nil},
		{"a vote without its kind", "POST", "/v1/sessions/SES/votes", `{"question":"Who is the bot?"}`, nil},
		{"a vote for a player by name", "POST", "/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Who?","options":[{"id":"1","player":"Blue"}]}`, nil},
		{"a receipt for a message that is not the bot's", "POST", "/v1/sessions/SES/messages/m-1/receipt", `{"status":"ok"}`, nil},
		{"an idempotency key", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"hi"}`, []string{"Idempotency-Key", "0b9c"}},
		{"a slash at the end", "POST", "/v1/sessions/", `{}`, nil},
		{"the address without its version", "GET", "/sessions", "", nil},
		{"one message, in the singular", "POST", "/v1/sessions/SES/message", `{"sender":"b","text":"hi"}`, nil},
		{"the mind of a game", "GET", "/v1/games/GAM/mind", "", nil},
		{"PUT", "PUT", "/v1/sessions/SES", `{}`, nil},
		{"a session that does not exist", "GET", "/v1/sessions/table-7", "", nil},
		{"a wait without its unit", "GET", "/v1/sessions/SES/events?wait=20", "", nil},
		{"half of a type", "GET", "/v1/sessions/SES/events?types=message", "", nil},
		{"a page size of 0", "GET", "/v1/sessions/SES/events?limit=0", "", nil},
		{"a parameter of another API", "GET", "/v1/sessions/SES/messages?page=2", "", nil},
		{"a cursor beyond the end", "GET", "/v1/sessions/OVER/stream", "", []string{"Last-Event-ID", "900"}},
		{"one bot in place of bots", "POST", "/v1/games", `{"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`, nil},
		{"seats as bare strings", "POST", "/v1/games", `{"game":{"players":["Red","Blue"]},"bots":["Red"]}`, nil},
		{"two bots in one seat", "POST", "/v1/games", `{"game":{"players":["Red","Blue"]},"bots":[{"seat":"Red"},{"seat":"Red","strategy":"tom"}]}`, nil},
		{"a channel of nobody", "POST", "/v1/games", `{"game":{"players":["Red","Blue"],"channels":["den"]},"bots":[{"seat":"Red"}]}`, nil},
		{"a bot's line, relayed", "POST", "/v1/games/GAM/messages", `{"sender":"Red","text":"hi"}`, nil},
		{"a secret for nobody", "POST", "/v1/games/GAM/observations", `{"kind":"private_info","text":"Green is the doctor."}`, nil},
		{"a vote of somebody who does not play", "POST", "/v1/games/GAM/votes", `{"kind":"yes_no","question":"Is it day?","seats":["green"]}`, nil},
		{"a vote for nobody", "POST", "/v1/games/GAM/votes/who/casts", `{"seat":"Green","answer":"Nobody"}`, nil},
		{"a vote in other words", "POST", "/v1/games/GAM/votes/who/casts", `{"voter":"Green","option":"Red"}`, nil},
		{"a vote that is changed", "POST", "/v1/games/GAM/votes/done/casts", `{"seat":"Green","answer":"b"}`, nil},
		{"a phase that a game does not have", "POST", "/v1/games/GAM/observations", `{"kind":"phase","phase":"Dusk"}`, nil},
		{"a message to one session of a game", "POST", "/v1/sessions/SEAT/messages", `{"sender":"Green","text":"hi"}`, nil},
		{"the id of a game where a session's belongs", "GET", "/v1/sessions/GAM/events", "", nil},
		{"the id of a session where a game's belongs", "GET", "/v1/games/SES", "", nil},
		{"a reader who does not play", "GET", "/v1/games/GAM/events?as=green", "", nil},
		{"a transcript of bare texts", "POST", "/v1/suspicion", `{"messages":["hi","ho"]}`, nil},
		{"a transcript with names as senders", "POST", "/v1/suspicion", `{"players":[{"id":"p1","name":"Blue"}],"messages":[{"sender":"Blue","text":"hi"}]}`, nil},
		{"half an emoji in a batch", "POST", "/v1/sessions/SES/messages", `{"messages":[{"sender":"b","text":"hi"},{"sender":"b","text":"lol \ud83d"}]}`, nil},
		{"Latin-1", "POST", "/v1/sessions/SES/observations", "{\"kind\":\"joined\",\"player\":{\"id\":\"p9\",\"name\":\"J\xf6rg\"}}", nil},
		{"HTML", "GET", "/v1/sessions/SES", "", []string{"Accept", "text/html"}},
	}
}

// doubtful returns requests that are probably mistakes. The server accepts them with a warning.
func doubtful() []mistake {
	return []mistake{
		{"a message of tomorrow", "POST", "/v1/sessions/SES/messages", `{"messages":[{"sender":"b","text":"hi"},{"sender":"b","text":"ho","sent_at":"2999-01-01T00:00:00Z"}]}`, nil},
		{"seconds as milliseconds", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"ho","sent_at":"1970-01-21T11:38:04Z"}`, nil},
		{"a line of the bot that it never wrote", "POST", "/v1/sessions/SES/messages", `{"sender":"Red","text":"hi from me"}`, nil},
		{"an echo of another message", "POST", "/v1/sessions/SES/messages", `{"sender":"Red","text":"hello","message_id":"msg_nope_1_0"}`, nil},
		{"an answer to a message that nobody posted", "POST", "/v1/sessions/SES/messages", `{"sender":"b","text":"yes","reply_to":"1194"}`, nil},
		{"an answer to itself", "POST", "/v1/sessions/SES/messages", `{"id":"self","sender":"b","text":"yes","reply_to":"self"}`, nil},
		{"an answer to a later message", "POST", "/v1/sessions/SES/messages", `{"messages":[{"sender":"b","text":"yes","reply_to":"later"},{"id":"later","sender":"Green","text":"ok?"}]}`, nil},
		{"a player with a new name", "POST", "/v1/sessions/SES/observations", `{"kind":"joined","player":{"id":"b","name":"Zed"}}`, nil},
		{"a player who leaves under another name", "POST", "/v1/sessions/SES/observations", `{"kind":"typing","player":{"id":"b","name":"Bleu"}}`, nil},
		{"options of which one is no player", "POST", "/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Who?","options":["Green","Zed"]}`, nil},
		{"options by name", "POST", "/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Who?","options":["Blue","nobody"]}`, nil},
		{"options in two cases", "POST", "/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Where?","options":["cellar","attic","Cellar"]}`, nil},
		{"labels in two cases", "POST", "/v1/games/GAM/votes", `{"kind":"label_each","question":"Bot or not?","labels":["bot","Bot"]}`, nil},
		{"a game's vote of which one option is no player", "POST", "/v1/games/GAM/votes", `{"kind":"choose_one","question":"Who?","options":["Green","grean"]}`, nil},
		{"a game's message of tomorrow", "POST", "/v1/games/GAM/messages", `{"sender":"Green","text":"ho","sent_at":"2999-01-01T00:00:00Z"}`, nil},
		{"a player who joins as the game master", "POST", "/v1/sessions/SES/observations", `{"kind":"joined","player":{"id":"p9","name":"Game-Master"}}`, nil},
		{"a player who joins a game with the id of the system", "POST", "/v1/games/GAM/observations", `{"kind":"joined","player":{"id":"SYSTEM","name":"Sys"}}`, nil},
		{"a player of a game with a new name", "POST", "/v1/games/GAM/observations", `{"kind":"joined","player":{"id":"Green","name":"Olive"}}`, nil},
	}
}

// TestMistakes sends the mistakes. The answers are in testdata/mistakes.md, which is to be read as
// a newcomer would read it.
func TestMistakes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create("")
	over := s.create("")
	s.send("POST", "/v1/sessions/"+over+"/end", "{}")
	keyed := setup(t, func(o *api.Options) { o.Key = "a-key-of-16-chars" })
	var b strings.Builder
	b.WriteString("# What the server answers to mistakes\n\nTestMistakes writes this file: go test ./api -run TestMistakes -update\n")
	g := s.quietGame()
	for _, vote := range []string{"who", "done"} {
		s.post(g.ID, "/votes", `{"id":"`+vote+`","kind":"choose_one","question":"Who is it?","within_ms":3600000}`)
	}
	s.post(g.ID, "/votes/done/casts", `{"seat":"Green","answer":"Red"}`)
	names := strings.NewReplacer("SES", id, "OVER", over, "GAM", g.ID, "SEAT", g.session("Red"))
	show := func(m mistake, s *server) {
		a := s.send(m.method, names.Replace(m.path), m.body, m.headers...)
		request := strings.TrimSpace(m.method + " " + m.path + "\n" + strings.Join(m.headers, ": "))
		if m.body != "" {
			request += "\n" + m.body
		}
		fmt.Fprintf(&b, "\n## %s\n\n    %s\n\n", m.what, strings.ReplaceAll(request, "\n", "\n    "))
		if a.Status >= 400 {
			p := a.problem(t)
			fmt.Fprintf(&b, "%d `%s`: %s\n", p.Status, p.Code, p.Detail)
		}
		for _, w := range s.warnings(a) {
			fmt.Fprintf(&b, "%d, warning `%s`: %s %s\n", a.Status, w.Code, w.Pointer, w.Detail)
		}
	}
	for _, m := range mistakes() {
		show(m, s)
	}
	for _, m := range doubtful() {
		show(m, s)
	}
	show(mistake{"the name that a player has asked for", "POST", "/v1/sessions/SES/observations", `{"kind":"joined","player":{"id":"z","name":"zed"}}`, nil}, s)
	for _, m := range []mistake{
		{"no key", "GET", "/v1/sessions", "", nil},
		{"a wrong key", "GET", "/v1/sessions", "", []string{"Authorization", "Bearer sk-123"}},
		{"a key without the word Bearer", "GET", "/v1/sessions", "", []string{"Authorization", "a-key-of-16-chars"}},
	} {
		show(m, keyed)
	}
	text := b.String()
	for what, mask := range map[string]string{`ses_[a-z2-7]+`: "SES", `gam_[a-z2-7]{3,}`: "GAM", `counts as 20\S+Z`: "counts as TIME"} {
		text = regexp.MustCompile(what).ReplaceAllString(text, mask)
	}
	goldentest.File(t, "testdata/mistakes.md", text)
}
