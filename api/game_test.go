package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// shownGame is a game as the API shows it.
type gameAnswer struct {
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
func (s *server) quietGame() gameAnswer {
	s.t.Helper()
	return s.createGame(strings.NewReplacer(`{"seat":`, `{"timing":"manual","seat":`, "%s", "").Replace(gameBody))
}

func (s *server) createGame(body string) (g gameAnswer) {
	s.t.Helper()
	a := s.send("POST", "/v1/games", body)
	if a.Status/100 != 2 {
		s.t.Fatalf("create: %d %s", a.Status, a.Body)
	}
	a.decode(s.t, &g)
	return g
}

// game returns a game as it is now.
func (s *server) game(id string) (g gameAnswer) {
	s.t.Helper()
	s.send("GET", "/v1/games/"+id, "").is(s.t, 200).decode(s.t, &g)
	return g
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

// texts returns the texts of the messages in a log, in order.
func (p page) texts(t *testing.T) []string {
	t.Helper()
	texts := []string{}
	for _, e := range p.Events {
		var data struct{ Text string }
		if e.Type == "message.received" || e.Type == "message.sent" {
			(answer{Body: e.Data}).decode(t, &data)
			texts = append(texts, data.Text)
		}
	}
	return texts
}

func TestCreateGame(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		a := s.send("POST", "/v1/games", fmt.Sprintf(gameBody, `,"external_id":"t-1"`))
		var g gameAnswer
		if a.decode(t, &g); a.Status != 201 || a.Header.Get("Location") != "/v1/games/"+g.ID {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		if g.Status != "open" || g.Phase != "day" || g.LastSeq != 1 || len(g.Players) != 4 || len(g.Bots) != 3 || g.Duplicate {
			t.Errorf("%s", a.Body)
		}
		if again := s.game(g.ID); again.ExternalID != "t-1" || len(again.Bots) != 3 {
			t.Errorf("%+v", again)
		}
	})
	t.Run("EachBotHasItsOwnSettings", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(`{"seed":5,"language":"de","speed":2,"game":{"players":["Red","Blue","Green"]},"bots":[
			{"seat":"Red","strategy":"tom","options":{"cognition":"off"},"persona":"a baker","private_info":"Blue lies.","secrets":["rye"],"seed":11,"name":"Rosy"},
			{"seat":"Blue","strategy":"fourmind","biography":{"town":"Graz"},"role":"spy","limits":{"max_chars":90},"timing":"instant","record":true}]}`)
		red, blue := s.send("GET", "/v1/sessions/"+g.session("Red"), ""), s.send("GET", "/v1/sessions/"+g.session("Blue"), "")
		for want, in := range map[string]answer{
			`"strategy":"tom"`: red, `"persona":"a baker"`: red, `"seed":11`: red, `"name":"Rosy"`: red, `"secrets":["rye"]`: red,
			`"strategy":"fourmind"`: blue, `"town":"Graz"`: blue, `"role":"spy"`: blue, `"max_chars":90`: blue, `"timing":"instant"`: blue, `"record":true`: blue,
		} {
			if !strings.Contains(string(in.Body), want) {
				t.Errorf("no %s in %s", want, in.Body)
			}
		}
		for _, a := range []answer{red, blue} {
			if !strings.Contains(string(a.Body), `"game_id":"`+g.ID+`"`) || !strings.Contains(string(a.Body), `"language":"de"`) || !strings.Contains(string(a.Body), `"speed":2`) {
				t.Errorf("%s", a.Body)
			}
		}
		if strings.Contains(string(blue.Body), "rye") || strings.Contains(string(blue.Body), "Blue lies") || strings.Contains(string(blue.Body), "baker") {
			t.Errorf("Blue's session holds what is Red's: %s", blue.Body)
		}
	})
	t.Run("BotsDoNotNeedToBeThere", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(`{"game":{"players":["Red","Blue"]}}`)
		s.post(g.ID, "/messages", `{"sender":"Red","text":"hi"}`)
		if got := s.gameLog(g.ID, "").texts(t); !slices.Equal(got, []string{"hi"}) {
			t.Errorf("%q", got)
		}
	})
	t.Run("AgainIsTheSameGame", func(t *testing.T) {
		t.Parallel()
		body := fmt.Sprintf(gameBody, `,"external_id":"t-2"`)
		first := s.createGame(body)
		s.send("PATCH", "/v1/games/"+first.ID, `{"metadata":{"round":"2"}}`)
		a := s.send("POST", "/v1/games", body)
		var again gameAnswer
		if a.decode(t, &again); a.Status != 200 || again.ID != first.ID || !again.Duplicate || again.Config.Metadata["round"] != "2" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	t.Run("AgainWithoutASeed", func(t *testing.T) {
		t.Parallel()
		body := `{"external_id":"t-3","game":{"players":["Red","Blue"]},"bots":[{"seat":"Red"}]}`
		if first, again := s.createGame(body), s.createGame(body); again.ID != first.ID || !again.Duplicate {
			t.Errorf("%+v", again)
		}
	})
	t.Run("ErrIDReused", func(t *testing.T) {
		t.Parallel()
		body := fmt.Sprintf(gameBody, `,"external_id":"t-4"`)
		s.createGame(body)
		for _, other := range []string{strings.Replace(body, `"seed":1`, `"seed":2`, 1), strings.Replace(body, `,{"seat":"Pink"}`, "", 1), strings.Replace(body, `{"seat":"Red"}`, `{"seat":"Red","persona":"x"}`, 1)} {
			s.send("POST", "/v1/games", other).refused(t, "422 id_reused /external_id")
		}
	})
	t.Run("ASessionMayHaveTheSameExternalID", func(t *testing.T) {
		t.Parallel()
		s.newGame(`,"external_id":"both"`)
		s.create(`,"external_id":"both"`)
	})
}
