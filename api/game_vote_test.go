package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/session"
)

// voters returns who has answered, in order.
func (v vote) voters() (seats []string) {
	for _, c := range v.Casts {
		seats = append(seats, c.Seat)
	}
	return seats
}

// askGame asks a game for a vote.
func (s *server) askGame(id, body string) vote {
	s.t.Helper()
	return as[vote](s.t, s.post(id, "/votes", body))
}

// gameVote returns the answer with a vote as it is now, or after the wait of a query.
func (s *server) gameVote(id, name, query string) answer {
	s.t.Helper()
	return s.send("GET", "/v1/games/"+id+"/votes/"+name+query, "").is(s.t, 200)
}

// TestGameVotes asks a game for votes in the ways that a platform does.
func TestGameVotes(t *testing.T) {
	s := start(t)
	t.Run("AllBots", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		s.post(g.ID, "/votes", who).shows(t, `{"status":"open","seats":["Red","b","Pink"],"silent":["Red","b","Pink"],"casts":[],"options":[{},{},{},{}]}`)
		v := as[vote](t, s.gameVote(g.ID, "day-1", "?wait=50s").shows(t, `{"status":"cast","silent":[]}`))
		if voters := slices.Sorted(slices.Values(v.voters())); !slices.Equal(voters, []string{"Pink", "Red", "b"}) {
			t.Errorf("%s have voted", voters)
		}
		votes := 0
		for _, n := range v.Tally {
			votes += n
		}
		events := s.gameLog(g.ID, "&types=vote.cast").Events
		if votes != 3 || len(events) != 3 {
			t.Fatalf("3 have voted, the tally is %v, and the log has %v", v.Tally, events)
		}
		for i, c := range v.Casts { // one by one in the log
			data := as[struct{ Seat string }](t, answer{Body: events[i].Data})
			if c.Answer.Option == c.Seat || c.Answer.Option == "" || data.Seat != c.Seat || events[i].Seq != c.Seq {
				t.Errorf("cast %d is %+v, and in the log %s at %d", i, c, data.Seat, events[i].Seq)
			}
		}
		for _, b := range g.Bots {
			s.vote(b.Session, "").shows(t, `{"status":"cast"}`)
		}
	})
	t.Run("SomeSeats", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		s.send("POST", "/v1/games/"+g.ID+"/votes?wait=50s", strings.Replace(who, "{", `{"seats":["b"],`, 1)).is(t, http.StatusOK).shows(t, `{"status":"cast","casts":[{"seat":"b"}]}`)
		s.send("GET", "/v1/sessions/"+g.session("Red")+"/votes/day-1", "").is(t, 404)
	})
	t.Run("People", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.askGame(g.ID, `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green","Red"],"within_ms":60000}`)
		path := "/votes/v/casts"
		seq := as[answered](t, s.post(g.ID, path, `{"seat":"Green","answer":"Red"}`).shows(t, `{"id":"v","duplicate":null}`)).Seq
		s.post(g.ID, path, `{"seat":"Green","answer":{"option":"Red"}}`).shows(t, fmt.Sprintf(`{"duplicate":true,"seq":%d}`, seq))
		s.gameVote(g.ID, "v", "?wait=50s").shows(t, `{"status":"cast","tally":{"Red":"…"},"casts":[{},{}]}`)
		s.send("POST", "/v1/games/"+g.ID+path, `{"seat":"Green","answer":"Pink"}`).refused(t, "422 vote_final /answer")
		for _, b := range g.Bots { // none knows how Green votes
			s.send("GET", "/v1/sessions/"+b.Session+"/events?types=*&limit=1000", "").lacks(t, "vote.received")
		}
	})
	t.Run("AnotherAnswer", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.askGame(g.ID, `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green"],"within_ms":60000}`)
		cast := func(answer string) answer {
			return s.send("POST", "/v1/games/"+g.ID+"/votes/v/casts", `{"seat":"Green",`+answer+`}`)
		}
		first := as[answered](t, cast(`"answer":"Red","replace":true`).is(t, 202).shows(t, `{"duplicate":null}`)).Seq
		second := as[answered](t, cast(`"answer":"Pink","replace":true`).is(t, 202).shows(t, `{"duplicate":null}`)).Seq
		s.gameVote(g.ID, "v", "").shows(t, fmt.Sprintf(`{"tally":{"Pink":1,"Red":null},"casts":[{"seat":"Green","answer":{"option":"Pink"},"seq":%d}]}`, second))
		cast(`"answer":"Pink","replace":true`).is(t, 202).shows(t, fmt.Sprintf(`{"duplicate":true,"seq":%d}`, second))
		cast(`"answer":"Red"`).is(t, 202).shows(t, fmt.Sprintf(`{"duplicate":true,"seq":%d}`, first)) // a late retry of the first request
		cast(`"answer":"b"`).refused(t, "422 vote_final /answer")
		cast(`"answer":"Nobody","replace":true`).refused(t, "422 invalid_value /answer/option")
		s.gameVote(g.ID, "v", "").shows(t, `{"tally":{"Pink":1}}`)
		s.send("GET", "/v1/games/"+g.ID+"/events?as=Green&types=vote.replaced", "").shows(t, `{"events":[{"data":{"answer":{"option":"Pink"}}}]}`)
		s.send("GET", "/v1/games/"+g.ID+"/events?view=public&types=vote.replaced", "").shows(t, `{"events":[]}`)
	})
	t.Run("AnotherDeadline", func(t *testing.T) {
		t.Parallel()
		bubble(t, func(t *testing.T, s *server) {
			g := s.quietGame()
			s.askGame(g.ID, `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":3000}`)
			path := "/v1/games/" + g.ID + "/votes/v"
			done := make(chan answer, 1)
			go func() { done <- s.send("GET", path+"?wait=50s", "") }()
			time.Sleep(2 * time.Second)
			s.send("PATCH", path, `{"within_ms":10000}`).is(t, 200).shows(t, `{"status":"open"}`)
			time.Sleep(5 * time.Second)
			s.send("POST", path+"/casts", `{"seat":"Green","answer":"yes"}`).is(t, 202)
			(<-done).shows(t, `{"status":"cast"}`)
			s.send("PATCH", path, `{"within_ms":10000}`).refused(t, "409 vote_over")
		})
	})
	t.Run("RulesMayCountTheFirstAnswer", func(t *testing.T) {
		t.Parallel()
		for rules, want := range map[string]string{"avalon": "422 vote_final /replace", "mafia": ""} {
			bubble(t, func(t *testing.T, s *server) {
				g := s.createGame(`{"host":"ringer","seed":3,"speed":20,"game":{"rules":"` + rules + `","players":["Ann","Bob","Cleo","Dan","Eve"` + map[string]string{"mafia": `,"Finn","Gus"`}[rules] + `]},"bots":[{"seat":"Bob","timing":"manual"}]}`)
				path, asked := "/v1/games/"+g.ID, session.VoteRequested{}
				for range 600 { // seconds
					time.Sleep(time.Second)
					for _, e := range s.gameLog(g.ID, "&types=vote.requested").Events {
						if q := as[session.VoteRequested](t, answer{Body: e.Data}); slices.Contains(q.Seats, "Ann") {
							asked = q
						}
					}
					if asked.ID != "" {
						break
					}
				}
				body := func(option string, more string) string { return `{"seat":"Ann","answer":"` + option + `"` + more + `}` }
				options := []string{"Bob", "Cleo"}
				if rules == "avalon" {
					options = []string{session.Yes, session.No}
				}
				s.send("POST", path+"/votes/"+asked.ID+"/casts", body(options[0], "")).is(t, 202)
				again := s.send("POST", path+"/votes/"+asked.ID+"/casts", body(options[1], `,"replace":true`))
				if want != "" {
					again.refused(t, want)
				} else {
					again.is(t, 202)
				}
				s.send("PATCH", path+"/votes/"+asked.ID, `{"within_ms":1000}`).refused(t, "422 wrong_host")
			})
		}
	})
	t.Run("OtherOptions", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(strings.Replace(fmt.Sprintf(gameBody, ""), `"speed":20`, `"speed":0.1`, 1)) // no bot answers before the options change
		s.askGame(g.ID, `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green","Red"],"within_ms":60000}`)
		path := "/v1/games/" + g.ID + "/votes/v"
		s.send("PATCH", path, `{"options":["Red"]}`).refused(t, "422 required /options") // Red could choose nobody
		for range 2 {
			s.send("PATCH", path, `{"options":["Pink","b"],"deadline":"`+time.Now().Add(time.Hour).UTC().Truncate(time.Hour).Format(time.RFC3339)+`"}`).is(t, 200).shows(t, `{"options":[{"id":"Pink"},{"id":"b"}]}`)
		}
		equal(t, "changes in the log", len(s.gameLog(g.ID, "&types=vote.rescheduled").Events), 1)
		s.send("GET", "/v1/sessions/"+g.session("Red")+"/votes/v", "").shows(t, `{"options":[{"id":"Pink"},{"id":"b"}]}`)
		s.send("POST", path+"/casts", `{"seat":"Green","answer":"Red"}`).refused(t, "422 invalid_value /answer/option")
	})
	t.Run("AllAtOnce", func(t *testing.T) {
		t.Parallel()
		const people = 24
		var names []string
		for i := range people {
			names = append(names, fmt.Sprint("P", i))
		}
		quoted, _ := json.Marshal(append(names, "Red"))
		g := s.createGame(fmt.Sprintf(`{"game":{"players":%s},"bots":[{"seat":"Red","timing":"manual"}]}`, quoted))
		seats, _ := json.Marshal(names)
		s.askGame(g.ID, fmt.Sprintf(`{"id":"v","kind":"choose_one","question":"Who?","seats":%s,"within_ms":60000}`, seats))
		var taken [people]atomic.Int32
		var all sync.WaitGroup
		for i := range 2 * people { // each votes twice, and differently
			all.Go(func() {
				body := fmt.Sprintf(`{"seat":"P%d","answer":%q}`, i%people, []string{"Red", names[(i+1)%people]}[i/people])
				switch a := s.send("POST", "/v1/games/"+g.ID+"/votes/v/casts", body); {
				case a.Status == http.StatusAccepted:
					taken[i%people].Add(1)
				case a.Status != 422 && a.Status != http.StatusConflict:
					t.Errorf("%s: %d %s", body, a.Status, a.Body)
				}
			})
		}
		all.Wait()
		v := as[vote](t, s.gameVote(g.ID, "v", "?wait=50s").shows(t, `{"status":"cast"}`))
		if voters := slices.Sorted(slices.Values(v.voters())); !slices.Equal(voters, slices.Sorted(slices.Values(names))) {
			t.Errorf("%v have voted, want %v", voters, names)
		}
		for i := range taken {
			equal(t, fmt.Sprintf("votes of P%d that were taken", i), taken[i].Load(), 1)
		}
	})
	t.Run("APersonWhoWasNotAskedMayVote", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.askGame(g.ID, `{"id":"v","kind":"choose_one","question":"Who?","seats":["Red"],"within_ms":60000}`)
		s.gameVote(g.ID, "v", "?wait=50s")
		s.post(g.ID, "/votes/v/casts", `{"seat":"Green","answer":"Red"}`)
		s.gameVote(g.ID, "v", "").shows(t, `{"status":"cast","casts":[{"seat":"Red"},{"seat":"Green"}]}`)
	})
	t.Run("SilentAtTheDeadline", func(t *testing.T) {
		t.Parallel()
		bubble(t, func(t *testing.T, s *server) {
			g := s.quietGame()
			s.send("POST", "/v1/games/"+g.ID+"/votes?wait=50s", `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green","Red"],"within_ms":3000}`).is(t, http.StatusAccepted).
				shows(t, `{"status":"closed","silent":["Green"],"casts":[{"seat":"Red"}]}`)
			s.send("POST", "/v1/games/"+g.ID+"/votes/v/casts", `{"seat":"Green","answer":"yes"}`).refused(t, "409 vote_over")
		})
	})
	t.Run("AgainIsTheSameVote", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		first := s.askGame(g.ID, who)
		s.post(g.ID, "/observations", `{"kind":"eliminated","player":"Pink"}`)
		s.post(g.ID, "/votes", who).shows(t, fmt.Sprintf(`{"duplicate":true,"seq":%d,"seats":["Red","b","Pink"]}`, first.Seq))
		for _, b := range g.Bots {
			equal(t, "how often "+b.Seat+" was asked", len(as[page](t, s.send("GET", "/v1/sessions/"+b.Session+"/events?types=vote.requested", "")).Events), 1)
		}
		for _, other := range []string{strings.Replace(who, "Who", "Which", 1), strings.Replace(who, "{", `{"seats":["Red"],`, 1)} {
			s.send("POST", "/v1/games/"+g.ID+"/votes", other).refused(t, "422 id_reused /id")
		}
	})
	t.Run("ACastVoteIsListed", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		for _, id := range []string{"a", "b", "c"} {
			s.askGame(g.ID, `{"id":"`+id+`","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
		}
		s.post(g.ID, "/votes/c/casts", `{"seat":"Green","answer":"no"}`)
		s.send("GET", "/v1/games/"+g.ID+"/votes?status=cast", "").shows(t, `{"votes":[{"id":"c"}]}`)
		s.send("GET", "/v1/games/"+g.ID+"/votes?limit=2&after=2", "").shows(t, `{"votes":[{"id":"b"},{"id":"c"}]}`)
	})
}

// TestGameAccusations lets bots accuse by themselves. An accusation is a vote of the game.
func TestGameAccusations(t *testing.T) {
	s := start(t)
	g := s.createGame(`{"game":{"rules":"turing","players":["Red","Blue","Green"]},"bots":[{"seat":"Red","strategy":"tom","accuse":"auto"},{"seat":"Blue"}],"seed":3,"speed":200}`)
	var votes []vote
	for range 60 { // each time that it reads such lines, the bot becomes a little surer
		s.post(g.ID, "/messages", `{"messages":[{"sender":"Green","text":"As an AI language model, I am delighted to help you today."},{"sender":"Green","text":"Certainly! Here are three facts about my childhood."}]}`)
		s.send("GET", "/v1/games/"+g.ID+"/events?wait=1s&types=vote.cast", "")
		if votes = as[struct{ Votes []vote }](t, s.send("GET", "/v1/games/"+g.ID+"/votes", "")).Votes; len(votes) > 0 {
			break
		}
	}
	if len(votes) == 0 {
		t.Fatal("the bot has accused nobody")
	}
	if v := votes[0]; v.Origin != "accusation" || v.Status != "cast" || len(v.Casts) != 1 || len(v.Tally) != 1 {
		t.Errorf("the vote is %+v, want an accusation that one has cast", v)
	}
	for path, body := range map[string]string{"/cancel": "{}", "/casts": `{"seat":"Green","answer":"Red"}`} {
		s.send("POST", "/v1/games/"+g.ID+"/votes/"+votes[0].ID+path, body).refused(t, "409 vote_over")
	}
}
