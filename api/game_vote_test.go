package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// tableVote is a vote of a game as the API shows it.
type tableVote struct {
	ID, Kind, Status, Origin string
	Options                  []struct{ ID string }
	Seats, Silent            []string
	Seq                      int64
	Casts                    []struct {
		Seat   string
		Answer chosen
		Seq    int64
	}
	Tally     map[string]int
	Duplicate bool
}

// voters returns who has answered, in order.
func (v tableVote) voters() (seats []string) {
	for _, c := range v.Casts {
		seats = append(seats, c.Seat)
	}
	return seats
}

// askGame asks a game for a vote.
func (s *server) askGame(id, body string) (v tableVote) {
	s.t.Helper()
	s.post(id, "/votes", body).decode(s.t, &v)
	return v
}

// gameVote returns a vote as it is now, or after the wait of a query.
func (s *server) gameVote(id, vote, query string) (v tableVote) {
	s.t.Helper()
	s.send("GET", "/v1/games/"+id+"/votes/"+vote+query, "").decode(s.t, &v)
	return v
}

// TestGameVotes asks a game for votes in the ways that a platform does.
func TestGameVotes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("AllBots", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		v := s.askGame(g.ID, who)
		if v.Status != "open" || !slices.Equal(v.Seats, []string{"Red", "b", "Pink"}) || !slices.Equal(v.Silent, v.Seats) || len(v.Casts) != 0 || len(v.Options) != 4 {
			t.Errorf("%+v", v)
		}
		v = s.gameVote(g.ID, "day-1", "?wait=50s")
		if voters := slices.Sorted(slices.Values(v.voters())); v.Status != "cast" || len(v.Silent) != 0 || !slices.Equal(voters, []string{"Pink", "Red", "b"}) {
			t.Errorf("%+v", v)
		}
		votes := 0
		for _, n := range v.Tally {
			votes += n
		}
		for _, c := range v.Casts {
			if c.Answer.Option == c.Seat || c.Answer.Option == "" {
				t.Errorf("%s votes for %q", c.Seat, c.Answer.Option)
			}
		}
		if votes != 3 {
			t.Errorf("the tally is %v", v.Tally)
		}
	})
	t.Run("OneByOneInTheLog", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		s.askGame(g.ID, who)
		v := s.gameVote(g.ID, "day-1", "?wait=50s")
		var seqs []int64
		for _, e := range s.gameLog(g.ID, "&types=vote.cast").Events {
			var data struct{ Seat string }
			(answer{Body: e.Data}).decode(t, &data)
			if seqs = append(seqs, e.Seq); data.Seat != v.Casts[len(seqs)-1].Seat || e.Seq != v.Casts[len(seqs)-1].Seq {
				t.Errorf("%s at %d, and the vote has %+v", data.Seat, e.Seq, v.Casts)
			}
		}
		if len(seqs) != 3 {
			t.Errorf("%d events", len(seqs))
		}
		for _, b := range g.Bots {
			if w := s.vote(b.Session, "day-1", ""); w.Status != "cast" {
				t.Errorf("the session of %s has %+v", b.Seat, w)
			}
		}
	})
	t.Run("SomeSeats", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		a := s.send("POST", "/v1/games/"+g.ID+"/votes?wait=50s", strings.Replace(who, "{", `{"seats":["b"],`, 1))
		var v tableVote
		if a.decode(t, &v); a.Status != http.StatusOK || v.Status != "cast" || !slices.Equal(v.voters(), []string{"b"}) {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		s.send("GET", "/v1/sessions/"+g.session("Red")+"/votes/day-1", "").is(t, 404)
	})
	t.Run("People", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		v := s.askGame(g.ID, `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green","Red"],"within_ms":60000}`)
		path := "/votes/v/casts"
		var first, again struct {
			ID        string
			Seq       int64
			Duplicate bool
		}
		s.post(g.ID, path, `{"seat":"Green","answer":"Red"}`).decode(t, &first)
		s.post(g.ID, path, `{"seat":"Green","answer":{"option":"Red"}}`).decode(t, &again)
		if first.ID != "v" || first.Duplicate || !again.Duplicate || again.Seq != first.Seq {
			t.Errorf("%+v, again %+v", first, again)
		}
		v = s.gameVote(g.ID, "v", "?wait=50s")
		if v.Status != "cast" || v.Tally["Red"] == 0 || len(v.Casts) != 2 {
			t.Errorf("%+v", v)
		}
		s.send("POST", "/v1/games/"+g.ID+path, `{"seat":"Green","answer":"Pink"}`).refused(t, "422 vote_final /answer")
		for _, b := range g.Bots {
			if strings.Contains(string(s.send("GET", "/v1/sessions/"+b.Session+"/events?types=*&limit=1000", "").Body), "vote.received") {
				t.Errorf("%s knows how Green votes", b.Seat)
			}
		}
	})
	t.Run("AllAtOnce", func(t *testing.T) {
		t.Parallel()
		const people = 24
		var g gameAnswer
		var names []string
		for i := range people {
			names = append(names, fmt.Sprint("P", i))
		}
		quoted, _ := json.Marshal(append(names, "Red"))
		s.send("POST", "/v1/games", fmt.Sprintf(`{"game":{"players":%s},"bots":[{"seat":"Red","timing":"manual"}]}`, quoted)).decode(t, &g)
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
		v := s.gameVote(g.ID, "v", "?wait=50s")
		if voters := slices.Sorted(slices.Values(v.voters())); v.Status != "cast" || !slices.Equal(voters, slices.Sorted(slices.Values(names))) {
			t.Errorf("%s by %v", v.Status, voters)
		}
		for i := range taken {
			if taken[i].Load() != 1 {
				t.Errorf("%d votes of P%d were taken", taken[i].Load(), i)
			}
		}
	})
	t.Run("APersonWhoWasNotAskedMayVote", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.askGame(g.ID, `{"id":"v","kind":"choose_one","question":"Who?","seats":["Red"],"within_ms":60000}`)
		s.gameVote(g.ID, "v", "?wait=50s")
		s.post(g.ID, "/votes/v/casts", `{"seat":"Green","answer":"Red"}`)
		if v := s.gameVote(g.ID, "v", ""); v.Status != "cast" || !slices.Equal(v.voters(), []string{"Red", "Green"}) {
			t.Errorf("%+v", v)
		}
	})
	t.Run("SilentAtTheDeadline", func(t *testing.T) {
		t.Parallel()
		bubble(t, func(t *testing.T, s *server) {
			g := s.quietGame()
			a := s.send("POST", "/v1/games/"+g.ID+"/votes?wait=50s", `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green","Red"],"within_ms":3000}`)
			var v tableVote
			if a.decode(t, &v); a.Status != http.StatusAccepted || v.Status != "closed" || !slices.Equal(v.Silent, []string{"Green"}) || !slices.Equal(v.voters(), []string{"Red"}) {
				t.Errorf("%d %s", a.Status, a.Body)
			}
			s.send("POST", "/v1/games/"+g.ID+"/votes/v/casts", `{"seat":"Green","answer":"yes"}`).refused(t, "409 vote_over")
		})
	})
	t.Run("AgainIsTheSameVote", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		first := s.askGame(g.ID, who)
		s.post(g.ID, "/observations", `{"kind":"eliminated","player":"Pink"}`)
		if again := s.askGame(g.ID, who); !again.Duplicate || again.Seq != first.Seq || len(again.Seats) != 3 {
			t.Errorf("%+v", again)
		}
		for _, b := range g.Bots {
			if n := strings.Count(string(s.send("GET", "/v1/sessions/"+b.Session+"/events?types=vote.requested", "").Body), `"type":"vote.requested"`); n != 1 {
				t.Errorf("%s was asked %d times", b.Seat, n)
			}
		}
		for _, other := range []string{strings.Replace(who, "Who", "Which", 1), strings.Replace(who, "{", `{"seats":["Red"],`, 1)} {
			s.send("POST", "/v1/games/"+g.ID+"/votes", other).refused(t, "422 id_reused /id")
		}
	})
	t.Run("Cancelled", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		s.askGame(g.ID, `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Red","Green"]}`)
		for _, duplicate := range []bool{false, true} {
			var v tableVote
			if s.post(g.ID, "/votes/v/cancel", `{"reason":"void"}`).decode(t, &v); v.Status != "cancelled" || v.Duplicate != duplicate {
				t.Errorf("%+v", v)
			}
		}
		s.send("POST", "/v1/games/"+g.ID+"/votes/v/cancel", `{"reason":"other"}`).refused(t, "422 id_reused")
		s.send("POST", "/v1/games/"+g.ID+"/votes/v/casts", `{"seat":"Green","answer":"yes"}`).refused(t, "409 vote_over")
	})
	t.Run("Listed", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		for _, id := range []string{"a", "b", "c"} {
			s.askGame(g.ID, `{"id":"`+id+`","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
		}
		s.post(g.ID, "/votes/b/cancel", "")
		s.post(g.ID, "/votes/c/casts", `{"seat":"Green","answer":"no"}`)
		for query, want := range map[string]string{
			"": "abc", "?status=open": "a", "?status=cancelled": "b", "?status=cast": "c", "?status=closed": "", "?limit=2": "ab+", "?limit=2&after=2": "bc",
		} {
			if got := s.listed("/v1/games/" + g.ID + "/votes" + query); got != want {
				t.Errorf("%s lists %s, want %s", query, got, want)
			}
		}
	})
	t.Run("EndsWithTheGame", func(t *testing.T) {
		t.Parallel()
		g := s.newGame("")
		s.askGame(g.ID, `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"]}`)
		done := make(chan answer, 1)
		go func() { done <- s.send("GET", "/v1/games/"+g.ID+"/votes/v?wait=50s", "") }() // ends with the game
		s.post(g.ID, "/end", "{}")
		var v tableVote
		if (<-done).decode(t, &v); v.Status != "closed" {
			t.Errorf("%+v", v)
		}
	})
}

// TestGameAccusations lets bots accuse by themselves. An accusation is a vote of the game.
func TestGameAccusations(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.createGame(`{"game":{"rules":"turing","players":["Red","Blue","Green"]},"bots":[{"seat":"Red","strategy":"tom","accuse":"auto"},{"seat":"Blue"}],"seed":3,"speed":200}`)
	var page struct{ Votes []tableVote }
	for range 60 { // each time that it reads such lines, the bot becomes a little surer
		s.post(g.ID, "/messages", `{"messages":[{"sender":"Green","text":"As an AI language model, I am delighted to help you today."},{"sender":"Green","text":"Certainly! Here are three facts about my childhood."}]}`)
		s.send("GET", "/v1/games/"+g.ID+"/events?wait=1s&types=vote.cast", "")
		if s.send("GET", "/v1/games/"+g.ID+"/votes", "").decode(t, &page); len(page.Votes) > 0 {
			break
		}
	}
	if len(page.Votes) == 0 {
		t.Fatal("the bot has accused nobody")
	}
	v := page.Votes[0]
	if v.Origin != "accusation" || v.Status != "cast" || len(v.Casts) != 1 || len(slices.Collect(maps.Keys(v.Tally))) != 1 {
		t.Errorf("%+v", v)
	}
	for path, body := range map[string]string{"/cancel": "{}", "/casts": `{"seat":"Green","answer":"Red"}`} {
		s.send("POST", "/v1/games/"+g.ID+"/votes/"+v.ID+path, body).refused(t, "409 vote_over")
	}
}
