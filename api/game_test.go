package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// table is a game as the API shows it.
type table struct {
	ID         string
	ExternalID string `json:"external_id"`
	Status     string
	Players    []struct{ ID, Name, Presence string }
	Bots       []struct {
		Seat    string
		Session string `json:"session_id"`
		Muted   bool
	}
	Phase   string
	LastSeq int64 `json:"last_seq"`
	Config  struct {
		Bots     []json.RawMessage
		Metadata map[string]string
	}
	Said map[string]int
	End  *struct {
		Reason, Outcome string
		Reveal          map[string]string
	}
	Duplicate bool
}

// tableBody is a game of the bots Red, Blue (with the id b) and Pink, and the person Green. Red and
// Blue share the channel den.
const tableBody = `{"game":{"rules":"turing","players":["Red",{"id":"b","name":"Blue"},"Pink","Green"],"phases":["day",{"id":"night","channel":"den"}],` +
	`"channels":[{"id":"den","members":["Red","b"]}]},"bots":[{"seat":"Red"},{"seat":"b"},{"seat":"Pink"}],"seed":1,"speed":20%s}`

// newGame opens a game. It adds more to the body.
func (s *server) newGame(more string) table {
	s.t.Helper()
	return s.createGame(fmt.Sprintf(tableBody, more))
}

// quietGame opens a game whose bots say nothing by themselves.
func (s *server) quietGame() table {
	s.t.Helper()
	return s.createGame(strings.NewReplacer(`{"seat":`, `{"timing":"manual","seat":`, "%s", "").Replace(tableBody))
}

func (s *server) createGame(body string) (g table) {
	s.t.Helper()
	a := s.send("POST", "/v1/games", body)
	if a.Status/100 != 2 {
		s.t.Fatalf("create: %d %s", a.Status, a.Body)
	}
	a.decode(s.t, &g)
	return g
}

// game returns a game as it is now.
func (s *server) game(id string) (g table) {
	s.t.Helper()
	a := s.send("GET", "/v1/games/"+id, "")
	if a.Status != 200 {
		s.t.Fatalf("%d %s", a.Status, a.Body)
	}
	a.decode(s.t, &g)
	return g
}

// session returns the id of the session of a seat.
func (g table) session(seat string) string {
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
	a := s.send("POST", "/v1/games/"+id+path, body)
	if a.Status/100 != 2 {
		s.t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	return a
}

// gameLog returns every event of a game, as a query of the events shows them.
func (s *server) gameLog(id, query string) (p page) {
	s.t.Helper()
	s.send("GET", "/v1/games/"+id+"/events?limit=1000"+query, "").decode(s.t, &p)
	return p
}

// awaitGame waits for an event of a game, and returns its message id.
func (s *server) awaitGame(id, kind string) string {
	s.t.Helper()
	var p page
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if s.send("GET", "/v1/games/"+id+"/events?wait=5s&types="+kind, "").decode(s.t, &p); len(p.Events) > 0 {
			return p.Events[0].MessageID
		}
	}
	s.t.Fatalf("no %s", kind)
	return ""
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
	}
	g := s.createGame(fmt.Sprintf(`{"game":{"rules":"turing","players":["Red",{"id":"b","name":"Blue"},"Green"],"phases":["day","night"]},`+
		`"bots":[{"seat":"Red"},{"seat":"b","strategy":"tom"}],"seed":1,"speed":%d}`, speed))
	switch {
	case strings.Contains(e.path, "/votes") && (strings.Contains(e.path, "{vid}") || e.method == "GET"):
		// The long question keeps the vote open for seconds.
		s.askGame(g.ID, `{"id":"day-1","kind":"choose_one","seats":["Red"],"question":"`+strings.Repeat("so much to read ", 9)+`"}`)
	case strings.HasSuffix(e.path, "/survey"), strings.HasSuffix(e.path, "/result"):
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"hi red, where are you from?"}`)
		s.send("POST", "/v1/games/"+g.ID+"/end", `{"outcome":"Green was wrong.","reveal":{"Red":"bot","Green":"human"}}`)
		if e.method == "GET" {
			s.send("POST", "/v1/games/"+g.ID+"/survey", `{"seat":"Green","suspects":["Red"]}`)
		}
	case strings.HasSuffix(e.path, "/events"), strings.HasSuffix(e.path, "/end"), strings.HasSuffix(e.path, "/stream"):
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"hi red, where are you from?"}`)
		if e.accept == "application/json" && e.name != "query" {
			s.awaitGame(g.ID, "message.sent")
		}
	}
	return g.ID
}
