package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// vote is a vote as the API shows it.
type vote struct {
	ID, Kind, Question, Status, Origin string
	Seq                                int64
	Options                            []struct{ ID, Label, Player string }
	Standing                           chosen `json:"standing_answer"`
	Cast                               *struct {
		Answer     chosen
		AnsweredBy string `json:"answered_by"`
		Late       bool
	}
	Receipt   *struct{ Used, Reason string }
	Duplicate bool
}

type chosen struct {
	Option  string
	Abstain bool
}

// ask asks for a vote.
func (s *server) ask(id, body string) (v vote) {
	s.t.Helper()
	a := s.send("POST", "/v1/sessions/"+id+"/votes", body)
	if a.Status/100 != 2 {
		s.t.Fatalf("%d %s", a.Status, a.Body)
	}
	a.decode(s.t, &v)
	return v
}

const who = `{"id":"day-1","kind":"choose_one","question":"Who is it?"}`

// TestVotes asks for votes in the ways that a platform does.
func TestVotes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("AcceptedWithTheStandingAnswer", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		a := s.send("POST", "/v1/sessions/"+id+"/votes", who)
		var v vote
		a.decode(t, &v)
		if a.Status != http.StatusAccepted || v.Status != "open" || v.Standing.Option == "" || len(v.Options) != 2 || v.Options[0].Label != "Blue" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		if w := s.vote(id, "day-1", ""); w.Seq != v.Seq || w.Standing != v.Standing {
			t.Errorf("GET returns %+v, POST returned %+v", w, v)
		}
	})
	t.Run("WaitsForTheAnswer", func(t *testing.T) {
		t.Parallel()
		id := s.create(`,"speed":20`)
		a := s.send("POST", "/v1/sessions/"+id+"/votes?wait=30s", who)
		var v vote
		a.decode(t, &v)
		if a.Status != http.StatusOK || v.Status != "cast" || v.Cast == nil || v.Cast.Answer.Option != "b" && v.Cast.Answer.Option != "Green" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		a = s.send("POST", "/v1/sessions/"+id+"/votes", who)
		a.decode(t, &v)
		if a.Status != http.StatusOK || !v.Duplicate {
			t.Errorf("a second time: %d %s", a.Status, a.Body)
		}
	})
	t.Run("AWaitMayBeTooShort", func(t *testing.T) {
		t.Parallel()
		bubble(t, func(t *testing.T, s *server) {
			id := s.create("")
			s.send("POST", "/v1/sessions/"+id+"/votes?wait=1ms", who).is(t, http.StatusAccepted)
			var v vote
			if s.send("POST", "/v1/sessions/"+id+"/votes?wait=1ms", who).decode(t, &v); v.Status != "open" || !v.Duplicate {
				t.Errorf("a second time: %+v", v)
			}
			if v := s.vote(id, "day-1", "?wait=50s"); v.Status != "cast" {
				t.Errorf("%+v", v)
			}
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
			if v := s.vote(id, "day-1", "?wait=50s"); v.Status != "cast" {
				t.Errorf("%+v", v)
			}
		})
	})
	t.Run("ListedOldestFirst", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		for _, kind := range []string{"a", "b", "c"} {
			s.ask(id, `{"id":"`+kind+`","kind":"yes_no","question":"Is it day?"}`)
		}
		s.send("POST", "/v1/sessions/"+id+"/votes/b/cancel", "")
		for query, want := range map[string]string{
			"": "abc", "?status=open": "ac", "?status=cancelled": "b", "?status=closed": "", "?limit=2": "ab+", "?limit=1&status=open": "a+",
		} {
			if got := s.listed("/v1/sessions/" + id + "/votes" + query); got != want {
				t.Errorf("%s lists %s, want %s", query, got, want)
			}
		}
	})
}

// vote returns a vote as the API shows it.
func (s *server) vote(id, vote, query string) (v vote) {
	s.t.Helper()
	s.send("GET", "/v1/sessions/"+id+"/votes/"+vote+query, "").decode(s.t, &v)
	return v
}

// listed returns the ids of a list, joined without separator, with a + when there are more.
func (s *server) listed(path string) (ids string) {
	s.t.Helper()
	var p struct {
		Votes     []vote
		NextAfter int64 `json:"next_after"`
	}
	s.send("GET", path, "").decode(s.t, &p)
	for _, v := range p.Votes {
		ids += v.ID
	}
	if p.NextAfter > 0 {
		ids += "+"
	}
	return ids
}

// TestVoteChanges changes, cancels and counts votes.
func TestVoteChanges(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("OtherOptions", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, who)
		a := s.send("PATCH", "/v1/sessions/"+id+"/votes/day-1", `{"options":["Green"]}`)
		var v vote
		a.decode(t, &v)
		if a.Status != 200 || len(v.Options) != 1 || v.Standing.Option != "Green" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		s.send("PATCH", "/v1/sessions/"+id+"/votes/day-1", `{"options":["Red"]}`).refused(t, "422 required /options")
		s.send("PATCH", "/v1/sessions/"+id+"/votes/day-1", `{}`).refused(t, "422 required /options")
	})
	t.Run("OfferWhoIsLeft", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, `{"id":"day-1","kind":"choose_one","question":"Who is it?","options":["b","Green",{"id":"nobody"}]}`)
		gone := func(player, want string) {
			t.Helper()
			s.send("POST", "/v1/sessions/"+id+"/observations", `{"kind":"eliminated","player":"`+player+`"}`).is(t, 202)
			ids := ""
			for _, o := range s.vote(id, "day-1", "").Options {
				ids += o.ID + " "
			}
			if ids != want {
				t.Errorf("after %s has gone the options are %s, want %s", player, ids, want)
			}
		}
		gone("b", "Green nobody ")
		s.send("POST", "/v1/sessions/"+id+"/votes/day-1/cancel", "")
		gone("Green", "Green nobody ") // the vote was over while Green was still in the game
	})
	t.Run("Cancelled", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, who)
		cancel := func(body string) answer { return s.send("POST", "/v1/sessions/"+id+"/votes/day-1/cancel", body) }
		var v vote
		for _, again := range []bool{false, true} {
			if a := cancel(`{"reason":"void"}`); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			} else if a.decode(t, &v); v.Status != "cancelled" || v.Duplicate != again {
				t.Errorf("%s", a.Body)
			}
		}
		cancel(`{"reason":"another"}`).refused(t, "422 id_reused /reason")
		s.send("PATCH", "/v1/sessions/"+id+"/votes/day-1", `{"options":["Green"]}`).refused(t, "409 vote_over")
		s.send("POST", "/v1/sessions/"+id+"/votes?wait=20s", who).is(t, 202)
	})
	t.Run("Counted", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, who)
		receipt := func(body string) answer { return s.send("POST", "/v1/sessions/"+id+"/votes/day-1/receipt", body) }
		receipt(`{"used":"answer"}`).refused(t, "422 invalid_value /used")
		if p := receipt(`{"used":"odd","reason":7}`).problem(t); len(p.Errors) != 2 || p.Errors[0].Pointer != "/reason" || p.Errors[1].Pointer != "/used" {
			t.Errorf("a reason of a wrong type and an invalid used: %+v", p)
		}
		receipt(`{"used":"standing","reason":"late"}`).is(t, 202)
		var again struct{ Duplicate bool }
		if a := receipt(`{"used":"standing","reason":"late"}`); a.Status != 202 {
			t.Errorf("%d %s", a.Status, a.Body)
		} else if a.decode(t, &again); !again.Duplicate {
			t.Errorf("%s", a.Body)
		}
		receipt(`{"used":"none"}`).refused(t, "422 id_reused")
		if v := s.vote(id, "day-1", ""); v.Status != "closed" || v.Receipt == nil || v.Receipt.Used != "standing" {
			t.Errorf("%+v", v)
		}
	})
	t.Run("ErrEnded", func(t *testing.T) {
		t.Parallel()
		id := s.create("")
		s.ask(id, who)
		s.send("POST", "/v1/sessions/"+id+"/end", "")
		s.send("POST", "/v1/sessions/"+id+"/votes?wait=50s", who).is(t, 202)
		// A client that waits for the end of the vote must get one.
		if v := s.vote(id, "day-1", ""); v.Status != "closed" {
			t.Errorf("%+v", v)
		}
	})
}

// TestMindShowsVotes checks that the mind shows the vote and whom the bot suspects.
func TestMindShowsVotes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create("")
	s.ask(id, who)
	var mind struct {
		Suspicion map[string]float64
		Votes     []vote
	}
	s.send("GET", "/v1/sessions/"+id+"/mind", "").decode(t, &mind)
	if mind.Suspicion == nil || len(mind.Votes) != 1 || mind.Votes[0].ID != "day-1" {
		t.Errorf("%+v", mind)
	}
}

// TestVoteIsAStandardEvent reads only the events that a platform acts on.
func TestVoteIsAStandardEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(`,"timing":"instant"`)
	s.ask(id, who)
	var p page
	if s.send("GET", "/v1/sessions/"+id+"/events?wait=50s", "").decode(t, &p); len(p.Events) == 0 || p.Events[0].Type != "vote.cast" {
		t.Errorf("%+v", p)
	}
}

// TestVoteTrace checks where the reason for an answer appears: in the trace and in the mind, but
// not in what players may see.
func TestVoteTrace(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(`,"record":true,"speed":20`)
	s.say(id, "As I said, I would be delighted to hear about your interests.")
	a := s.send("POST", "/v1/sessions/"+id+"/votes?wait=50s", who)
	if a.Status != http.StatusOK || strings.Contains(string(a.Body), "rationale") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	var trace struct {
		Vote              vote
		Saw               struct{ Messages []struct{ Text string } }
		Judgement, Timing *struct {
			Rationale     string
			Shown         []string
			Probabilities map[string]float64
			Waited        int64 `json:"waited_ms"`
		}
		Cost  struct{ Calls int }
		Calls []struct {
			Prompt *struct{ System, User string }
			Answer string
		}
	}
	s.send("GET", "/v1/sessions/"+id+"/votes/day-1/trace", "").decode(t, &trace)
	if j := trace.Judgement; j == nil || j.Rationale == "" || len(j.Shown) != 2 || len(j.Probabilities) != 2 {
		t.Fatalf("%+v", trace)
	}
	if len(trace.Saw.Messages) == 0 || trace.Vote.Cast == nil || trace.Timing == nil || trace.Timing.Waited == 0 || trace.Cost.Calls != len(trace.Calls) {
		t.Errorf("%+v", trace)
	}
	if c := trace.Calls; len(c) == 0 || c[0].Prompt == nil || !strings.Contains(c[0].Prompt.User, "Who is it?") || c[0].Answer == "" {
		t.Errorf("%+v", c)
	}
	if mind := s.send("GET", "/v1/sessions/"+id+"/mind", ""); !strings.Contains(string(mind.Body), trace.Judgement.Rationale) {
		t.Errorf("%s", mind.Body)
	}
	if events := s.send("GET", "/v1/sessions/"+id+"/events", ""); strings.Contains(string(events.Body), trace.Judgement.Rationale) {
		t.Errorf("%s", events.Body)
	}
}
