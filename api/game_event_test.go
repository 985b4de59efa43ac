package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestGameEvents(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.quietGame()
	path := "/v1/games/" + g.ID + "/events"
	for i := range 5 {
		s.post(g.ID, "/messages", fmt.Sprintf(`{"sender":"Green","text":"line %d"}`, i))
	}
	t.Run("Pages", func(t *testing.T) {
		for query, want := range map[string]string{
			"": "1 2 3 4 5 6", "?limit=2": "1 2", "?after=4": "5 6", "?after=6": "", "?types=game.created": "1", "?types=message.received&limit=2&after=2": "3 4", "?types=vote.cast,message.sent": "",
		} {
			var p page
			s.send("GET", path+query, "").decode(t, &p)
			var seqs []string
			for _, e := range p.Events {
				seqs = append(seqs, fmt.Sprint(e.Seq))
			}
			if got := strings.Join(seqs, " "); got != want || p.Ended {
				t.Errorf("%s shows %q, want %q", query, got, want)
			}
		}
	})
	t.Run("LongPoll", func(t *testing.T) {
		done := make(chan answer, 1)
		go func() { done <- s.send("GET", path+"?after=6&wait=50s", "") }() // ends with the message below
		s.post(g.ID, "/messages", `{"sender":"Green","text":"new"}`)
		var p page
		if (<-done).decode(t, &p); len(p.Events) != 1 || p.NextAfter != 7 {
			t.Errorf("%+v", p)
		}
	})
	t.Run("AfterTheEnd", func(t *testing.T) {
		s.post(g.ID, "/end", "{}")
		if p := s.gameLog(g.ID, "&after=8"); !p.Ended || len(p.Events) != 0 {
			t.Errorf("%+v", p)
		}
		s.send("GET", path, "", "Accept", "text/event-stream", "Last-Event-ID", "8").is(t, http.StatusNoContent)
	})
}

// private are words that only some seats may see: the den's, and what only one bot was told.
var private = map[string]string{"DEN": "Red b", "TOLD": "Red", "SECRET": "", "INFO": "", "PERSONA": "", "ROLE": "", "NOTES": "", "GRAZ": ""}

// secretive opens a game in which something happened that not every seat may see.
func (s *server) secretive() gameAnswer {
	s.t.Helper()
	g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"instant","private_info":"INFO","secrets":["SECRET"],"persona":"PERSONA","role":"ROLE","biography":{"town":"GRAZ"}}`, "%s", `,"metadata":{"notes":"NOTES"}`).Replace(gameBody))
	s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"red, where are you from?"}`)
	s.awaitGame(g.ID, "message.sent")
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
	t.Parallel()
	s := setup(t)
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
		asked, cast, muted := 0, 0, p.observed(t, "muted")
		for _, e := range p.Events {
			switch e.Type {
			case "vote.requested":
				asked++
			case "vote.received":
				cast++
			}
		}
		want := map[string]int{"Red": 1, "b": 1, "Green": 1}[seat]
		if asked != want || cast != want {
			t.Errorf("%s sees %d votes and %d answers, and must see only its own", seat, asked, cast)
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

// TestGameReadTokens opens streams with tokens of a game and of a seat.
func TestGameReadTokens(t *testing.T) {
	t.Parallel()
	s := setup(t, withKey)
	var g gameAnswer
	s.send("POST", "/v1/games", fmt.Sprintf(gameBody, ""), authorized...).decode(t, &g)
	i := issuer{s, g.ID, "/v1/games/" + g.ID}
	whole, seat := i.issue("{}"), i.issue(`{"seat":"b","expires_in_s":60}`)
	other := i.issue(`{"seat":"Pink"}`)
	for path, want := range map[string]string{
		whole.EventsURL: "200",
		seat.EventsURL:  "200",
		i.path + "/stream?read_token=" + whole.Token:                           "200",
		i.path + "/stream?as=b&read_token=" + seat.Token:                       "200",
		i.path + "/stream?read_token=" + seat.Token:                            "401 token_invalid",
		i.path + "/stream?as=Red&read_token=" + seat.Token:                     "401 token_invalid",
		i.path + "/stream?as=b&read_token=" + other.Token:                      "401 token_invalid",
		i.path + "/stream?as=b&read_token=" + whole.Token:                      "401 token_invalid",
		"/v1/sessions/" + g.session("b") + "/stream?read_token=" + whole.Token: "401 token_invalid",
		i.path + "/stream?as=b":                                                "401 unauthorized",
	} {
		if got := i.opened(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	blocks, _ := s.stream(ctx, seat.EventsURL)
	if b := s.next(blocks); b.event != "game.created" || strings.Contains(b.data, "ses_") {
		t.Errorf("the token of a seat shows %+v", b)
	}
}
