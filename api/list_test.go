package api_test

import (
	"testing"
	"time"
)

// TestTheCostliestFirst lists sessions by what they have spent. One that has spent nothing is not
// among them.
func TestTheCostliestFirst(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		little, much := s.create(""), s.create("")
		for range 3 {
			s.send("POST", "/v1/sessions/"+much+"/messages", `{"sender":"b","text":"a, where are you from?"}`).is(t, 202)
			time.Sleep(time.Minute)
		}
		s.send("POST", "/v1/sessions/"+little+"/messages", `{"sender":"b","text":"a?"}`).is(t, 202)
		time.Sleep(time.Minute)
		none := s.create("")
		type page struct {
			Sessions []struct {
				ID, Path, Replica string
				Spent             struct{ Calls int }
			}
			Next string
		}
		first := as[page](t, s.send("GET", "/v1/sessions?sort=spent&limit=1", ""))
		rest := as[page](t, s.send("GET", "/v1/sessions?sort=spent&cursor="+first.Next, ""))
		if len(first.Sessions) != 1 || len(rest.Sessions) != 1 || first.Sessions[0].ID != much || rest.Sessions[0].ID != little || rest.Next != "" {
			t.Fatalf("the pages are %+v and %+v, want %s and %s, without %s", first, rest, much, little, none)
		}
		if x := first.Sessions[0]; x.Spent.Calls <= rest.Sessions[0].Spent.Calls || x.Path != "full" {
			t.Errorf("they have spent %+v and %+v", x, rest.Sessions[0])
		}
		s.send("GET", "/v1/sessions?cursor="+first.Next, "").refusedFor(t, "422 invalid_cursor cursor")
		s.send("POST", "/v1/sessions/"+much+"/messages", `{"sender":"b","text":"a?"}`).is(t, 202)
		time.Sleep(time.Second) // its home is in memory now
		s.send("GET", "/v1/sessions/"+much, "").is(t, 200, `"replica":"ringer-0"`)
		s.send("GET", "/v1/sessions?limit=100", "").is(t, 200, `"replica":"ringer-0"`)
	})
}
