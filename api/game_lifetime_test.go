package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestChangeGame(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.quietGame()
	path := "/v1/games/" + g.ID
	a := s.send("PATCH", path, `{"metadata":{"round":"2"}}`)
	var changed gameAnswer
	if a.decode(t, &changed); a.Status != 200 || changed.Config.Metadata["round"] != "2" || changed.LastSeq != 2 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func TestListGames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var ids []string
	for i := range 5 {
		ids = append(ids, s.newGame(fmt.Sprintf(`,"external_id":"t-%d"`, i)).ID)
	}
	s.post(ids[1], "/end", "{}")
	slices.Reverse(ids) // the newest comes first
	list := func(query string) (found []string, next string) {
		var page struct {
			Games []struct {
				ID     string
				Config json.RawMessage
			}
			Next string
		}
		s.send("GET", "/v1/games"+query, "").decode(t, &page)
		for _, g := range page.Games {
			if found = append(found, g.ID); g.Config != nil {
				t.Errorf("a list holds a configuration: %s", g.Config)
			}
		}
		return found, page.Next
	}
	for query, want := range map[string][]string{
		"": ids, "?status=ended": ids[3:4], "?external_id=t-4": ids[:1], "?external_id=none": nil, "?status=open&limit=2": ids[:2],
	} {
		if got, _ := list(query); !slices.Equal(got, want) {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	var paged []string
	for query := "?limit=2"; ; {
		page, next := list(query)
		paged = append(paged, page...)
		if next == "" {
			break
		}
		query = "?limit=2&cursor=" + next
	}
	if !slices.Equal(paged, ids) {
		t.Errorf("pages hold %s, want %s", paged, ids)
	}
	if got := s.send("GET", "/v1/sessions?limit=100", ""); strings.Contains(string(got.Body), "gam_") != true || strings.Contains(string(got.Body), `"id":"gam_`) {
		t.Errorf("the list of sessions holds games, or does not name them: %s", got.Body)
	}
}

func TestEndGame(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.quietGame()
	end := `{"outcome":"Green won.","reveal":{"Red":"bot","Green":"human"}}`
	for range 2 { // it may be repeated
		a := s.send("POST", "/v1/games/"+g.ID+"/end", end)
		var ended gameAnswer
		if a.decode(t, &ended); a.Status != 200 || ended.Status != "ended" || ended.End.Outcome != "Green won." || ended.End.Reveal["Red"] != "bot" || ended.End.Reason != "platform" {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	for _, b := range g.Bots {
		if last := s.log(b.Session); !last.Ended || !strings.Contains(string(last.Events[len(last.Events)-1].Data), "Green won.") {
			t.Errorf("the session of %s has not ended with its game: %+v", b.Seat, last)
		}
	}
	log := s.gameLog(g.ID, "")
	if e := log.Events[len(log.Events)-1]; !log.Ended || e.Type != "game.ended" {
		t.Errorf("%+v", log)
	}
}

func TestDeleteGame(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.newGame(`,"external_id":"gone"`)
	s.send("DELETE", "/v1/games/"+g.ID, "").is(t, 204)
	paths := []string{"/v1/games/" + g.ID, "/v1/games/" + g.ID + "/events"}
	for _, b := range g.Bots {
		paths = append(paths, "/v1/sessions/"+b.Session)
	}
	for _, path := range paths {
		s.send("GET", path, "").refused(t, "404")
	}
	if again := s.newGame(`,"external_id":"gone"`); again.ID == g.ID || again.Duplicate {
		t.Errorf("%+v", again)
	}
}
