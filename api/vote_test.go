package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// vote is a vote of a session or of a game as the API shows it.
type vote struct {
	ID, Status, Origin string
	Seq                int64
	Options            []struct{ ID string }
	Standing           chosen `json:"standing_answer"`
	// A game has the casts of its seats.
	Seats, Silent []string
	Casts         []struct {
		Seat   string
		Answer chosen
		Seq    int64
	}
	Tally     map[string]int
	Duplicate bool
}

type chosen struct {
	Option  string
	Abstain bool
}

// ask asks a session for a vote.
func (s *server) ask(id, body string) {
	s.t.Helper()
	s.send("POST", "/v1/sessions/"+id+"/votes", body).taken(s.t)
}

const who = `{"id":"day-1","kind":"choose_one","question":"Who is it?"}`

// vote returns the answer with the vote day-1 of a session.
func (s *server) vote(id, query string) answer {
	s.t.Helper()
	return s.send("GET", "/v1/sessions/"+id+"/votes/day-1"+query, "").is(s.t, 200)
}

// TestVotes asks for votes in the ways that a platform does.
func TestVotes(t *testing.T) {
	s := start(t)
	t.Run("AcceptedWithTheStandingAnswer", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		v := as[vote](t, s.send("POST", "/v1/sessions/"+id+"/votes", who).is(t, http.StatusAccepted).
			shows(t, `{"status":"open","standing_answer":{"option":"…"},"options":[{"label":"Blue"},{"id":"Green"}]}`))
		s.vote(id, "").shows(t, fmt.Sprintf(`{"seq":%d,"standing_answer":{"option":%q}}`, v.Seq, v.Standing.Option))
	})
	t.Run("WaitsForTheAnswer", func(t *testing.T) {
		t.Parallel()
		path := "/v1/sessions/" + s.create(`,"speed":20`) + "/votes"
		s.send("POST", path+"?wait=30s", who).is(t, http.StatusOK).shows(t, `{"status":"cast","cast":{"answer":{"option":"…"}}}`)
		s.send("POST", path, who).is(t, http.StatusOK).shows(t, `{"duplicate":true}`)
	})
	t.Run("AWaitMayBeTooShort", func(t *testing.T) {
		t.Parallel()
		bubble(t, func(t *testing.T, s *server) {
			id := s.create("")
			s.send("POST", "/v1/sessions/"+id+"/votes?wait=1ms", who).is(t, http.StatusAccepted)
			s.send("POST", "/v1/sessions/"+id+"/votes?wait=1ms", who).shows(t, `{"status":"open","duplicate":true}`)
			s.vote(id, "?wait=50s").shows(t, `{"status":"cast"}`)
		})
	})
	t.Run("AClientThatLeavesStopsNothing", func(t *testing.T) {
		t.Parallel()
		bubble(t, func(t *testing.T, s *server) {
			id := s.create(`,"speed":2`)
			ctx, leave := context.WithCancel(t.Context())
			request := s.request(ctx, "POST", "/v1/sessions/"+id+"/votes?wait=50s", who)
			left := make(chan error)
			go func() { // ends with the request
				_, err := s.client.Do(request)
				left <- err
			}()
			s.await(id, "vote.requested")
			leave()
			if err := <-left; err == nil {
				t.Error("the client has not left")
			}
			s.vote(id, "?wait=50s").shows(t, `{"status":"cast"}`)
		})
	})
}

// TestVotesAreListed lists the votes of a session and of a game: the oldest comes first.
func TestVotesAreListed(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		path := k.path + k.create("") + "/votes"
		for _, id := range []string{"a", "b", "c"} {
			s.send("POST", path, k.vote(id)).is(t, 202)
		}
		s.send("POST", path+"/b/cancel", "").is(t, 200)
		for query, want := range map[string]string{
			"": "abc", "?status=open": "ac", "?status=cancelled": "b", "?status=closed": "", "?limit=2": "ab+", "?limit=1&status=open": "a+",
		} {
			list := as[struct {
				Votes []vote
				Next  int64 `json:"next_after"`
			}](t, s.send("GET", path+query, ""))
			got := ""
			for _, v := range list.Votes {
				got += v.ID
			}
			if list.Next > 0 {
				got += "+"
			}
			equal(t, "listed for "+query, got, want)
		}
	})
}

// TestVotesAreCancelled cancels a vote twice, and then uses it.
func TestVotesAreCancelled(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		path := k.path + k.create("") + "/votes"
		s.send("POST", path, k.vote("day-1")).is(t, 202)
		for _, again := range []string{"null", "true"} {
			s.send("POST", path+"/day-1/cancel", `{"reason":"void"}`).is(t, 200).shows(t, `{"status":"cancelled","duplicate":`+again+`}`)
		}
		s.send("POST", path+"/day-1/cancel", `{"reason":"another"}`).refused(t, "422 id_reused /reason")
		if k.sender == "b" {
			s.send("PATCH", path+"/day-1", `{"options":["Green"]}`).refused(t, "409 vote_over")
		} else {
			s.send("POST", path+"/day-1/casts", `{"seat":"Green","answer":"yes"}`).refused(t, "409 vote_over")
		}
		s.send("POST", path+"?wait=20s", k.vote("day-1")).is(t, 202)
	})
}

// TestVotesEnd: a client that waits for the end of a vote gets one when the session or game ends.
func TestVotesEnd(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		path := k.path + k.create("")
		s.send("POST", path+"/votes", k.vote("day-1")).is(t, 202)
		done := make(chan answer, 1)
		go func() { done <- s.send("GET", path+"/votes/day-1?wait=50s", "") }() // ends with the session or game
		s.send("POST", path+"/end", "{}").is(t, 200)
		(<-done).shows(t, `{"status":"closed"}`)
		s.send("POST", path+"/votes?wait=50s", k.vote("day-1")).is(t, 202).shows(t, `{"status":"closed","duplicate":true}`)
	})
}

// TestVoteChanges changes and counts votes.
func TestVoteChanges(t *testing.T) {
	s := start(t)
	t.Run("OtherOptions", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, who)
		path := "/v1/sessions/" + id + "/votes/day-1"
		s.send("PATCH", path, `{"options":["Green"]}`).is(t, 200).shows(t, `{"options":[{"id":"Green"}],"standing_answer":{"option":"Green"}}`)
		for _, none := range []string{`{"options":["Red"]}`, `{}`} {
			s.send("PATCH", path, none).refused(t, "422 required /options")
		}
	})
	t.Run("OfferWhoIsLeft", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, `{"id":"day-1","kind":"choose_one","question":"Who is it?","options":["b","Green",{"id":"nobody"}]}`)
		gone := func(player string) {
			t.Helper()
			s.send("POST", "/v1/sessions/"+id+"/observations", `{"kind":"eliminated","player":"`+player+`"}`).is(t, 202)
			s.vote(id, "").shows(t, `{"options":[{"id":"Green"},{"id":"nobody"}]}`)
		}
		gone("b")
		s.send("POST", "/v1/sessions/"+id+"/votes/day-1/cancel", "")
		gone("Green") // the vote was over while Green was still in the game
	})
	t.Run("Counted", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, who)
		receipt := func(body string) answer { return s.send("POST", "/v1/sessions/"+id+"/votes/day-1/receipt", body) }
		receipt(`{"used":"answer"}`).refused(t, "422 invalid_value /used")
		receipt(`{"used":"odd","reason":7}`).refusedFor(t, "422 wrong_type /reason; invalid_value /used")
		for _, again := range []string{"null", "true"} {
			receipt(`{"used":"standing","reason":"late"}`).is(t, 202).shows(t, `{"duplicate":`+again+`}`)
		}
		receipt(`{"used":"none"}`).refused(t, "422 id_reused")
		s.vote(id, "").shows(t, `{"status":"closed","receipt":{"used":"standing"}}`)
	})
}

// TestVoteIsAStandardEvent reads only the events that a platform acts on. The mind shows the vote,
// and whom the bot suspects.
func TestVoteIsAStandardEvent(t *testing.T) {
	s := start(t)
	id := s.create(`,"timing":"instant"`)
	s.ask(id, who)
	if p := as[page](t, s.send("GET", "/v1/sessions/"+id+"/events?wait=50s", "")); len(p.Events) == 0 || p.Events[0].Type != "vote.cast" {
		t.Errorf("the events are %+v, want a vote.cast first", p)
	}
	s.send("GET", "/v1/sessions/"+id+"/mind", "").shows(t, `{"suspicion":{},"votes":[{"id":"day-1"}]}`)
}

// TestVoteTrace checks where the reason for an answer appears: in the trace and in the mind, but
// not in what players may see.
func TestVoteTrace(t *testing.T) {
	s := start(t)
	id := s.create(`,"record":true,"speed":20`)
	s.say(id, "As I said, I would be delighted to hear about your interests.")
	s.send("POST", "/v1/sessions/"+id+"/votes?wait=50s", who).is(t, 200).lacks(t, "rationale")
	a := s.send("GET", "/v1/sessions/"+id+"/votes/day-1/trace", "").
		shows(t, `{"saw":{"messages":"…"},"judgement":{"rationale":"…","shown":["…","…"],"probabilities":{"b":"…","Green":"…"}},"timing":{"waited_ms":"…"},"vote":{"cast":"…"}}`)
	trace := as[struct {
		Judgement struct{ Rationale string }
		Cost      struct{ Calls int }
		Calls     []struct {
			Prompt struct{ System, User string }
			Answer string
		}
	}](t, a)
	if c := trace.Calls; len(c) == 0 || trace.Cost.Calls != len(c) || !strings.Contains(c[0].Prompt.User, "Who is it?") || c[0].Answer == "" {
		t.Errorf("the cost is %+v, the calls are %+v", trace.Cost, c)
	}
	s.send("GET", "/v1/sessions/"+id+"/mind", "").is(t, 200, trace.Judgement.Rationale)
	s.send("GET", "/v1/sessions/"+id+"/events", "").lacks(t, trace.Judgement.Rationale)
}
