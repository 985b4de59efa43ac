package systemtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"ringer/engine/session"
)

// gamePage returns events of a game after a seq.
func (p *process) gamePage(id string, after int64, query string) []session.Event {
	p.t.Helper()
	var page struct{ Events []json.RawMessage }
	if status := p.call("GET", fmt.Sprintf("/v1/games/%s/events?after=%d&limit=1000&%s", id, after, query), nil, &page); status != http.StatusOK {
		p.t.Fatalf("events: status %d", status)
	}
	events, err := parseEvents(page.Events)
	if err != nil {
		p.t.Fatal(err)
	}
	return events
}

// awaitGame waits until the log of a game has an event of some types after a seq, and returns it.
func (p *process) awaitGame(id string, after int64, types string) session.Event {
	p.t.Helper()
	for {
		if events := p.gamePage(id, after, "types="+types+"&wait=20s"); len(events) > 0 {
			return events[0]
		}
	}
}

// TestTakeoverSurvivesKills kills the server while a bot plays for a person, and again after the
// person is back. Whoever played before plays on.
func TestTakeoverSurvivesKills(t *testing.T) {
	slow(t)
	db, port := filepath.Join(t.TempDir(), "ringer.db"), fmt.Sprint("PORT=", quietPort(t))
	s := start(t, db, port)
	restart := func() {
		t.Helper()
		s.end(syscall.SIGKILL)
		s = start(t, db, port)
	}
	players, bots := []string{"Ann"}, []map[string]any{}
	for _, seat := range []string{"Bo", "Cy", "Di", "Ed", "Flo", "Gus"} {
		players, bots = append(players, seat), append(bots, map[string]any{"seat": seat})
	}
	var game struct{ ID string }
	s.call("POST", "/v1/games", map[string]any{
		"host": "ringer", "speed": 20, "takeover": "bot", "afk_ms": 20_000, "game": map[string]any{"rules": "mafia", "players": players}, "bots": bots,
		"roles":         map[string]string{"Ann": "bystander", "Bo": "mafia", "Cy": "mafia", "Di": "bystander", "Ed": "bystander", "Flo": "bystander", "Gus": "bystander"},
		"rules_options": map[string]any{"day_ms": 120_000},
	}, &game)
	away := s.awaitGame(game.ID, 0, "player.away")
	restart()
	s.awaitGame(game.ID, away.Seq, "message.sent")
	if status := s.call("POST", "/v1/games/"+game.ID+"/messages", map[string]any{"id": "back", "sender": "Ann", "text": "i am back"}, nil); status != http.StatusAccepted && status != http.StatusConflict {
		t.Fatalf("Ann comes back: status %d", status)
	}
	back := s.awaitGame(game.ID, away.Seq, "player.returned")
	restart()
	s.awaitGame(game.ID, back.Seq, "message.sent")
	s.insist("/v1/games/"+game.ID+"/end", map[string]any{})
	var turns []session.Type
	plays := false
	for _, e := range s.gamePage(game.ID, 0, "types=*") {
		switch p := e.Data.(type) {
		case *session.PlayerAway, *session.PlayerReturned:
			_, plays = p.(*session.PlayerAway)
			turns = append(turns, p.Type())
		case *session.MessageSent:
			if p.Sender == "Ann" && !plays {
				t.Errorf("seq %d: the bot says %q while Ann is there", e.Seq, p.Text)
			}
		}
	}
	// She does nothing again, and so may be away before the end.
	if want := []session.Type{"player.away", "player.returned", "player.away"}; !slices.Equal(turns, want) && !slices.Equal(turns, want[:2]) {
		t.Errorf("Ann was %q, want %q", turns, want)
	}
}
