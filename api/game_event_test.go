package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// private are words that only some seats may see: the den's, and what only one bot was told.
var private = map[string]string{"DEN": "Red b", "TOLD": "Red", "SECRET": "", "INFO": "", "PERSONA": "", "ROLE": "", "NOTES": "", "GRAZ": ""}

// secretive opens a game in which something happened that not every seat may see.
func (s *server) secretive() gameAnswer {
	s.t.Helper()
	g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"instant","private_info":"INFO","secrets":["SECRET"],"persona":"PERSONA","role":"ROLE","biography":{"town":"GRAZ"}}`, "%s", `,"metadata":{"notes":"NOTES"}`).Replace(gameBody))
	s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"red, where are you from?"}`)
	s.awaitAt("/v1/games/"+g.ID, "message.sent")
	for i, kind := range []string{`"phase","phase":"night"`, `"private_info","seat":"Red","text":"TOLD"`, `"muted","seat":"Red"`, `"muted"`, `"unmuted"`, `"typing","player":"Green"`} {
		s.post(g.ID, "/observations", fmt.Sprintf(`{"id":"NOTES-%d","kind":%s}`, i, kind))
	}
	s.post(g.ID, "/messages", `{"sender":"Green","channel":"den","text":"DEN","reply_to":"m-1"}`)
	s.post(g.ID, "/votes", `{"id":"v-1","kind":"choose_one","question":"Who?","seats":["Red","b","Green"],"within_ms":3000,"fallback":"Pink"}`)
	s.post(g.ID, "/votes/v-1/casts", `{"seat":"Green","answer":"Red"}`)
	s.send("GET", "/v1/games/"+g.ID+"/votes/v-1?wait=50s", "")
	s.post(g.ID, "/end", "{}")
	return g
}

// TestGameAsASeat reads the log of a game as each seat. It shows nothing of the other seats'
// secrets and channels, and does not say who is a bot.
func TestGameAsASeat(t *testing.T) {
	s := start(t)
	g := s.secretive()
	for _, seat := range []string{"Red", "b", "Pink", "Green"} {
		text := string(s.send("GET", "/v1/games/"+g.ID+"/events?limit=1000&as="+seat, "").Body)
		for word, may := range private {
			if see := strings.Contains(text, word); see != strings.Contains(may, seat) {
				t.Errorf("%s sees %s: %v\n%s", seat, word, see, text)
			}
		}
		for _, telling := range []string{"ses_", "plan_id", "message.sent", "typing.", "vote.cast", "cursor", "tom", "strategy", "confidence", "model_ms", "m-1", `"seed"`, "fallback", "view_key"} {
			if strings.Contains(text, telling) {
				t.Errorf("%s sees %q: %s", seat, telling, text)
			}
		}
		p := s.gameLog(g.ID, "&as="+seat)
		seen, muted := map[string]int{}, p.observed(t, "muted")
		for _, e := range p.Events {
			seen[e.Type]++
		}
		if want := map[string]int{"Red": 1, "b": 1, "Green": 1}[seat]; seen["vote.requested"] != want || seen["vote.received"] != want {
			t.Errorf("%s sees %v, and must see only its own vote", seat, seen)
		}
		if wantMuted := map[string]int{"Red": 1}[seat]; muted != wantMuted {
			t.Errorf("%s sees %d mutes, want %d", seat, muted, wantMuted)
		}
	}
	whole := s.gameLog(g.ID, "")
	if n := whole.observed(t, "muted"); n != 2 {
		t.Errorf("the platform sees %d mutes", n)
	}
}
