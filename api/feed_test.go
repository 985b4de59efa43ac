package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

type feedPage struct {
	Events []struct {
		Seq       int64  `json:"seq"`
		Type      string `json:"type"`
		SessionID string `json:"session_id"`
		GameID    string `json:"game_id"`
		Data      json.RawMessage
	} `json:"events"`
	Cursor string `json:"cursor"`
	More   bool   `json:"more"`
}

// feed reads a page of the feed, and returns its events as "id seq type".
func (s *server) feed(query string) (events []string, page feedPage) {
	s.t.Helper()
	page = as[feedPage](s.t, s.send("GET", "/v1/events"+query, "").is(s.t, 200))
	for _, e := range page.Events {
		events = append(events, fmt.Sprint(e.SessionID, e.GameID, " ", e.Seq, " ", e.Type))
	}
	return events, page
}

// wholeFeed reads the feed in pages.
func (s *server) wholeFeed(query string, limit int) (events []string) {
	s.t.Helper()
	for cursor := "earliest"; ; {
		some, page := s.feed(fmt.Sprintf("?cursor=%s&limit=%d%s", cursor, limit, query))
		if events = append(events, some...); !page.More {
			return events
		}
		cursor = page.Cursor
	}
}

func TestFeed(t *testing.T) {
	s := start(t)
	a, after := s.muted()
	b, _ := s.muted()
	s.send("POST", "/v1/sessions/"+b+"/messages", `{"sender":"b","text":"one"}`).is(t, 202)
	s.send("POST", "/v1/sessions/"+a+"/messages", `{"sender":"b","text":"two"}`).is(t, 202)
	whole := s.wholeFeed("&types=*", 1000)
	for _, limit := range []int{1, 3} {
		equal(t, fmt.Sprint("the feed in pages of ", limit), strings.Join(s.wholeFeed("&types=*", limit), "\n"), strings.Join(whole, "\n"))
	}
	for _, id := range []string{a, b} { // of each log all, in order
		var own, want []string
		for _, e := range whole {
			if strings.HasPrefix(e, id) {
				own = append(own, e)
			}
		}
		for _, e := range s.log(id).Events {
			want = append(want, fmt.Sprint(id, " ", e.Seq, " ", e.Type))
		}
		equal(t, "the events of a log", strings.Join(own, "\n"), strings.Join(want, "\n"))
		equal(t, "with a filter", strings.Join(s.wholeFeed("&types=*&session="+id, 2), "\n"), strings.Join(want, "\n"))
	}
	equal(t, "one type", strings.Join(s.wholeFeed("&types=message.received&session="+a, 2), "\n"), fmt.Sprint(a, " ", after+1, " message.received"))

	// From now on, with a wait.
	_, now := s.feed("")
	equal(t, "events at once", len(now.Events), 0)
	got := make(chan []string)
	go func() {
		defer close(got) // also when the request fails
		events, _ := s.feed("?wait=30s&types=message.received,session.deleted&cursor=" + now.Cursor)
		got <- events
	}()
	s.send("POST", "/v1/sessions/"+a+"/messages", `{"sender":"b","text":"three"}`).is(t, 202)
	if events := <-got; len(events) == 0 || events[0] != fmt.Sprint(a, " ", after+2, " message.received") {
		t.Errorf("the wait ended with %v", events)
	}
	s.send("DELETE", "/v1/sessions/"+b, "").is(t, 204)
	events, _ := s.feed("?types=*&session=" + b + "&cursor=" + now.Cursor)
	if len(events) != 1 || !strings.HasPrefix(events[0], b) || !strings.HasSuffix(events[0], " session.deleted") {
		t.Errorf("after the deletion the feed has %v", events)
	}
	if events := s.wholeFeed("&types=*", 1000); strings.Contains(strings.Join(events, "\n"), b+" 1 ") {
		t.Error("the feed has events of a session that was deleted")
	}
}

func TestFeedOfGames(t *testing.T) {
	s := start(t)
	game := s.createGame(mixedGame)
	s.send("POST", "/v1/games/"+game.ID+"/messages", `{"sender":"Green","text":"hello"}`).is(t, 202)
	for _, e := range s.wholeFeed("", 100) {
		if !strings.HasPrefix(e, game.ID) {
			t.Errorf("the feed has %s, which is an event of a seat", e)
		}
	}
	rows := as[struct {
		Bots []struct {
			SessionID string `json:"session_id"`
		} `json:"bots"`
	}](t, s.send("GET", "/v1/games/"+game.ID, "").is(t, 200))
	if len(rows.Bots) > 0 {
		if events := s.wholeFeed("&types=*&session="+rows.Bots[0].SessionID, 100); len(events) == 0 {
			t.Error("the events of a seat are not there, though the query names it")
		}
	}
	s.send("DELETE", "/v1/games/"+game.ID, "").is(t, 204)
	events := s.wholeFeed("", 100)
	if len(events) != 1 || !strings.HasSuffix(events[0], " game.deleted") || !strings.HasPrefix(events[0], game.ID) {
		t.Errorf("after the deletion the feed has %v", events)
	}
}

func TestFeedStream(t *testing.T) {
	s := start(t)
	a, _ := s.muted()
	blocks, response := s.stream(t.Context(), "/v1/events?types=message.received")
	post := func(text string) {
		s.send("POST", "/v1/sessions/"+a+"/messages", `{"sender":"b","text":"`+text+`"}`).is(t, 202)
	}
	post("one")
	first := s.next(blocks)
	post("two")
	second := s.next(blocks)
	if !strings.Contains(first.data, `"text":"one"`) || !strings.Contains(second.data, `"text":"two"`) {
		t.Errorf("got %s and %s", first.data, second.data)
	}
	response.Body.Close()
	post("three")
	resumed, _ := s.stream(t.Context(), "/v1/events?types=message.received", "Last-Event-ID", first.id)
	for _, text := range []string{"two", "three"} {
		if b := s.next(resumed); !strings.Contains(b.data, `"text":"`+text+`"`) {
			t.Errorf("got %s, want %s", b.data, text)
		}
	}
}

func TestFeedRefusals(t *testing.T) {
	s := start(t, withKey)
	s = s.as(key)
	id := s.create("")
	_, page := s.feed("?cursor=earliest&types=*&limit=1")
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"Green","text":"hi"}`).is(t, 202) // it is behind the cursor
	other := s.as(s.makeKey(`{"name":"x","tenant":"other"}`).Key)
	for query, want := range map[string]string{
		"?cursor=abc":            "invalid_cursor",
		"?cursor=" + page.Cursor: "invalid_cursor", // of another tenant
		"?types=none":            "invalid_parameter",
		"?session=gam_a":         "invalid_parameter",
		"?game=ses_a":            "invalid_parameter",
		"?limit=0":               "invalid_parameter",
	} {
		other.send("GET", "/v1/events"+query, "").is(t, 422, want)
	}
	if events := other.wholeFeed("&types=*&session="+id, 10); len(events) > 0 {
		t.Errorf("another tenant sees %v", events)
	}
	must(s.db.PruneFeed(t.Context(), -time.Minute))(t)
	for _, accept := range []string{"application/json", "text/event-stream"} {
		s.send("GET", "/v1/events?cursor="+page.Cursor, "", "Accept", accept).is(t, http.StatusGone, "cursor_expired")
	}
	s.wholeFeed("", 10) // the earliest that is left
}
