package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// gameAnswer is the part of a game that the tests read.
type gameAnswer struct {
	ID      string
	Players []struct{ ID string }
	Bots    []struct {
		Seat    string
		Session string `json:"session_id"`
	}
}

// gameBody is a game of the bots Red, Blue (with the id b) and Pink, and the person Green. Red and
// Blue share the channel den.
const gameBody = `{"game":{"rules":"turing","players":["Red",{"id":"b","name":"Blue"},"Pink","Green"],"phases":["day",{"id":"night","channel":"den"}],` +
	`"channels":[{"id":"den","members":["Red","b"]}]},"bots":[{"seat":"Red"},{"seat":"b"},{"seat":"Pink"}],"seed":1,"speed":20%s}`

// newGame opens a game. It adds more to the body.
func (s *server) newGame(more string) gameAnswer {
	s.t.Helper()
	return s.createGame(fmt.Sprintf(gameBody, more))
}

// quietGame opens a game whose bots say nothing by themselves.
func (s *server) quietGame(more ...string) gameAnswer {
	s.t.Helper()
	return s.createGame(fmt.Sprintf(quietBody, strings.Join(more, "")))
}

var quietBody = strings.ReplaceAll(gameBody, `{"seat":`, `{"timing":"manual","seat":`)

func (s *server) createGame(body string) gameAnswer {
	s.t.Helper()
	return as[gameAnswer](s.t, s.send("POST", "/v1/games", body).taken(s.t))
}

// session returns the id of the session of a seat.
func (g gameAnswer) session(seat string) string {
	for _, b := range g.Bots {
		if b.Seat == seat {
			return b.Session
		}
	}
	return ""
}

// post sends a body to a route of a game, which must take it.
func (s *server) post(id, path, body string) answer {
	s.t.Helper()
	return s.send("POST", "/v1/games/"+id+path, body).taken(s.t)
}

// gameLog returns every event of a game, as a query of the events shows them.
func (s *server) gameLog(id, query string) page {
	s.t.Helper()
	return as[page](s.t, s.send("GET", "/v1/games/"+id+"/events?limit=1000"+query, ""))
}

// gameFacts returns how many events the platform has added to the log of a game.
func (s *server) gameFacts(id string) (n int) {
	s.t.Helper()
	for _, e := range s.gameLog(id, "").Events {
		switch e.Type {
		case "message.sent", "typing.started", "typing.stopped", "vote.cast":
		default:
			n++
		}
	}
	return n
}

// prepareGame creates what an example of a game needs, and returns the id of the game.
func (s *server) prepareGame(e example) string {
	s.t.Helper()
	if !strings.Contains(e.path, "{id}") {
		for range 21 { // more than one page
			s.newGame("")
		}
		return ""
	}
	speed := 100
	if strings.HasSuffix(e.path, "/events") {
		speed = 5 // at a higher speed the message may be due before the bot is shown as typing
	} else if strings.HasSuffix(e.path, "/end") {
		speed = 20 // at a higher speed the other bot may be first
	} else if strings.HasSuffix(e.path, "/cancel") || strings.HasSuffix(e.path, "/casts") {
		speed = 2 // at a higher speed the vote may be over
	}
	g := s.createGame(fmt.Sprintf(`{"game":{"rules":"turing","players":["Red",{"id":"b","name":"Blue"},"Green"],"phases":["day","night"]},`+
		`"bots":[{"seat":"Red"},{"seat":"b","strategy":"tom"}],"seed":1,"speed":%d}`, speed))
	switch {
	case strings.Contains(e.path, "/votes") && (strings.Contains(e.path, "{vid}") || e.method == "GET"):
		// The long question keeps the vote open for seconds.
		s.askGame(g.ID, `{"id":"day-1","kind":"choose_one","seats":["Red"],"question":"`+strings.Repeat("so much to read ", 9)+`"}`)
	case strings.HasSuffix(e.path, "{mid}"):
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"hi red, where are you from?"}`)
	case strings.HasSuffix(e.path, "/rematch"):
		s.send("POST", "/v1/games/"+g.ID+"/end", `{"outcome":"Green was wrong."}`)
		if e.method == "GET" {
			s.send("POST", "/v1/games/"+g.ID+"/rematch", `{}`)
		}
	case strings.HasSuffix(e.path, "/survey"), strings.HasSuffix(e.path, "/result"):
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"hi red, where are you from?"}`)
		s.send("POST", "/v1/games/"+g.ID+"/end", `{"outcome":"Green was wrong.","reveal":{"Red":"bot","Green":"human"}}`)
		if e.method == "GET" {
			s.send("POST", "/v1/games/"+g.ID+"/survey", `{"seat":"Green","suspects":["Red"]}`)
		}
	case strings.HasSuffix(e.path, "/events"), strings.HasSuffix(e.path, "/end"), strings.HasSuffix(e.path, "/stream"):
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"hi red, where are you from?"}`)
		if e.accept == "application/json" && e.name != "query" {
			s.awaitAt("/v1/games/"+g.ID, "message.sent")
		}
	}
	return g.ID
}

// texts returns the texts of the messages in a log, in order.
func (p page) texts(t *testing.T) (texts []string) {
	t.Helper()
	for _, e := range p.Events {
		if e.Type == "message.received" || e.Type == "message.sent" {
			texts = append(texts, as[struct{ Text string }](t, answer{Body: e.Data}).Text)
		}
	}
	return texts
}

func TestCreateGame(t *testing.T) {
	s := start(t)
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		a := s.send("POST", "/v1/games", fmt.Sprintf(gameBody, `,"external_id":"t-1"`)).is(t, 201)
		id := as[named](t, a).ID
		a.has(t, 201, "Location", "/v1/games/"+id)
		game := `{"id":"` + id + `","external_id":"t-1","status":"open","phase":"day","players":[{},{},{},{}],"bots":[{},{},{}]`
		a.shows(t, game+`,"last_seq":1,"duplicate":null}`)
		s.send("GET", "/v1/games/"+id, "").shows(t, game+`}`)
	})
	t.Run("EachBotHasItsOwnSettings", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(`{"seed":5,"language":"de","speed":2,"game":{"players":["Red","Blue","Green"]},"bots":[
			{"seat":"Red","strategy":"tom","options":{"cognition":"off"},"persona":"a baker","private_info":"Blue lies.","secrets":["rye"],"seed":11,"name":"Rosy"},
			{"seat":"Blue","strategy":"fourmind","biography":{"town":"Graz"},"role":"spy","limits":{"max_chars":90},"timing":"instant","record":true}]}`)
		both := []string{`"game_id":"` + g.ID + `"`, `"language":"de"`, `"speed":2`}
		s.send("GET", "/v1/sessions/"+g.session("Red"), "").is(t, 200, append(both, `"strategy":"tom"`, `"persona":"a baker"`, `"seed":11`, `"name":"Rosy"`, `"secrets":["rye"]`)...)
		s.send("GET", "/v1/sessions/"+g.session("Blue"), "").is(t, 200, append(both, `"strategy":"fourmind"`, `"town":"Graz"`, `"role":"spy"`, `"max_chars":90`, `"timing":"instant"`, `"record":true`)...).
			lacks(t, "rye", "Blue lies", "baker")
	})
	t.Run("BotsDoNotNeedToBeThere", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(`{"game":{"players":["Red","Blue"]}}`)
		s.post(g.ID, "/messages", `{"sender":"Red","text":"hi"}`)
		if got := s.gameLog(g.ID, "").texts(t); !slices.Equal(got, []string{"hi"}) {
			t.Errorf("the log has the texts %q, want only hi", got)
		}
	})
	t.Run("AgainWithoutASeed", func(t *testing.T) {
		t.Parallel()
		body := `{"external_id":"t-3","game":{"players":["Red","Blue"]},"bots":[{"seat":"Red"}]}`
		first := s.createGame(body)
		s.send("POST", "/v1/games", body).shows(t, `{"id":"`+first.ID+`","duplicate":true}`)
	})
}
