package api_test

import (
	"net/http"
	"testing"
)

// gameResult is the part of a result that the tests look at.
type gameResult struct {
	Status, Outcome string
	Players         []struct {
		Seat, Was, Strategy string
		Bot                 bool
		Messages            int
		Spent               *struct{ Calls int }
	}
	Survey struct {
		Answers    []struct{ Seat string }
		Suspected  map[string]int
		Identified float64
		Ratings    []struct {
			Seat       string
			Similarity *float64
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
	r := as[gameResult](t, s.send("GET", "/v1/games/"+g.ID+"/result", ""))
	if r.Status != "ended" || r.Outcome != "over" || len(r.Survey.Answers) != 1 || r.Survey.Suspected["Red"] != 1 || r.Survey.Identified != 1 ||
		len(r.Survey.Ratings) != 1 || *r.Survey.Ratings[0].Similarity != 40 {
		t.Errorf("%+v", r)
	}
	for _, p := range r.Players {
		if p.Bot != (p.Spent != nil) || p.Bot != (p.Strategy != "") || p.Seat == "Green" && (p.Was != "human" || p.Messages != 1) {
			t.Errorf("%+v", p)
		}
	}
}
