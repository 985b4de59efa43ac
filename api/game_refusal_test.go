package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestFactsAfterTheEndOfAGame posts to a game that has ended what it knows already. That gets its
// first answer. TestRefusals posts other facts.
func TestFactsAfterTheEndOfAGame(t *testing.T) {
	s := start(t)
	g := s.quietGame()
	s.post(g.ID, "/observations", `{"id":"o-1","kind":"phase","phase":"night"}`)
	s.post(g.ID, "/votes", `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	s.post(g.ID, "/votes", `{"id":"w","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	s.post(g.ID, "/votes/w/casts", `{"seat":"Green","answer":"yes"}`)
	s.post(g.ID, "/end", "{}")
	before := s.stored(g)
	for path, body := range map[string]string{
		"/observations": `{"id":"o-1","kind":"phase","phase":"night"}`, "/votes/w/casts": `{"seat":"Green","answer":"yes"}`,
		"/votes": `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`,
	} {
		s.post(g.ID, path, body).is(t, 202, `"duplicate":true`)
	}
	if after := s.stored(g); after != before {
		t.Errorf("stored\n%s\nwant\n%s", after, before)
	}
}

// stored returns what requests may have changed: how many facts the logs of a game have, and who
// may do what in it.
func (s *server) stored(g gameAnswer) string {
	s.t.Helper()
	now := as[map[string]any](s.t, s.send("GET", "/v1/games/"+g.ID, "").is(s.t, 200))
	counts := []int{s.gameFacts(g.ID)}
	for _, b := range g.Bots {
		counts = append(counts, s.facts(b.Session))
	}
	return fmt.Sprint(counts, now["players"], now["bots"], now["phase"], now["status"], now["config"], now["said"])
}

// bareSession returns the part of a session's id that its own ids contain.
func bareSession(g gameAnswer, seat string) string {
	_, bare, _ := strings.Cut(g.session(seat), "_")
	return bare
}
