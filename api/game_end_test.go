package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/referee"
)

// TestEndsOfHostedGames ends games of which Ringer runs the rules: the platform does, twice at the
// same time, or the only person leaves and then the platform does. A game ends once, with all its
// sessions, and takes nothing more.
func TestEndsOfHostedGames(t *testing.T) {
	s := start(t)
	seats := []string{"Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus"}
	number := map[string]int{"turing": 3, "reverse_turing": 3, "three_party": 3, "avalon": 5, "gameshow": 4}
	people := map[string]int{"turing": 2} // of the others one
	channel := map[string]string{"three_party": `,"channel":"chat-1"`}
	for _, rules := range referee.IDs() {
		for _, leaves := range []bool{false, true} {
			t.Run(fmt.Sprint(rules, "/leaves ", leaves), func(t *testing.T) {
				t.Parallel()
				s := *s
				s.t = t
				n := number[rules]
				if n == 0 {
					n = len(seats)
				}
				g := s.createGame(fmt.Sprintf(`{"host":"ringer","game":{"rules":%q,"players":["%s"]},"bots":[{"seat":"%s"}]}`,
					rules, strings.Join(seats[:n], `","`), strings.Join(seats[max(1, people[rules]):n], `"},{"seat":"`)))
				seat := as[access](t, s.post(g.ID, "/tokens", `{"role":"seat","seat":"`+g.people()[0]+`"}`))
				path, person := "/v1/games/"+g.ID, g.people()[0]
				if leaves {
					s.send("POST", path+"/observations", `{"kind":"left","player":"`+person+`"}`, bearer(seat.Token)...).is(t, http.StatusAccepted)
				}
				var both sync.WaitGroup
				for range 2 {
					both.Go(func() {
						if a := s.send("POST", path+"/end", `{"outcome":"Power cut."}`); a.Status >= 500 || a.Status < 400 && a.Status > 202 {
							t.Errorf("%d %s", a.Status, a.Body)
						}
					})
				}
				both.Wait()
				equal(t, "ends of the game", len(s.gameLog(g.ID, "&types=game.ended").Events), 1)
				for _, b := range g.Bots {
					s.send("GET", "/v1/sessions/"+b.Session, "").shows(t, `{"status":"ended"}`)
				}
				for route, body := range map[string]string{"/messages": `{"sender":"` + person + `","text":"x"` + channel[rules] + `}`, "/observations": `{"kind":"typing","player":"` + person + `"}`} {
					s.send("POST", path+route, body, bearer(seat.Token)...).is(t, http.StatusConflict)
				}
				s.send("DELETE", path, "").is(t, http.StatusNoContent)
				s.send("GET", path, "").is(t, http.StatusNotFound)
			})
		}
	}
}

// TestGameSurvey takes what people thought after a game, once a person.
func TestGameSurvey(t *testing.T) {
	s := start(t)
	g := s.quietGame()
	path := "/v1/games/" + g.ID + "/survey"
	s.post(g.ID, "/messages", `{"sender":"Green","text":"bye"}`)
	s.post(g.ID, "/end", `{"outcome":"over","reveal":{"Red":"bot","Green":"human"}}`)
	answer := `{"seat":"Green","suspects":["Red"],"ratings":[{"seat":"Red","similarity":40}]}`
	s.send("POST", path, answer).is(t, http.StatusCreated)
	s.send("POST", path, answer).is(t, http.StatusOK)
	s.send("POST", path, `{"seat":"Green","suspects":[]}`).refused(t, "422 id_reused")
	const bot = `{"bot":true,"strategy":"…","spent":{}}`
	s.send("GET", "/v1/games/"+g.ID+"/result", "").shows(t, `{"status":"ended","outcome":"over","players":[`+bot+`,`+bot+`,`+bot+`,{"seat":"Green","was":"human","messages":1,"bot":false,"strategy":null,"spent":null}],
		"survey":{"answers":[{}],"suspected":{"Red":1},"identified":1,"ratings":[{"similarity":40}]}}`)
}

// TestASurveyOfOthersIsHidden: a player learns whom others suspected after an answer of their own.
func TestASurveyOfOthersIsHidden(t *testing.T) {
	s := start(t)
	g := s.createGame(`{"game":{"rules":"turing","players":["Red","Green","Gold"]},"bots":[{"seat":"Red","timing":"manual"}]}`)
	s.post(g.ID, "/end", `{"outcome":"over"}`)
	token := as[access](t, s.post(g.ID, "/tokens", `{"role":"seat","seat":"Green"}`)).Token
	result := func() desk.SurveyResult {
		return as[desk.GameResult](t, s.send("GET", "/v1/games/"+g.ID+"/result", "", bearer(token)...)).Survey
	}
	s.post(g.ID, "/survey", `{"seat":"Gold","suspects":["Red"]}`)
	if r := result(); len(r.Suspected) != 0 || r.Identified != 0 {
		t.Errorf("before an answer Green sees %+v", r)
	}
	s.post(g.ID, "/survey", `{"seat":"Green","suspects":["Red"]}`)
	if r := result(); r.Suspected["Red"] != 2 || r.Identified != 1 || len(r.Answers) != 0 {
		t.Errorf("after an answer Green sees %+v", r)
	}
}
