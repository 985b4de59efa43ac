package api_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestGameMessages(t *testing.T) {
	s := start(t)
	t.Run("EachBotHearsWhatItsSeatMaySee", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.post(g.ID, "/messages", `{"messages":[{"sender":"Green","text":"one"},{"sender":"Green","text":"two","channel":"den"},{"kind":"gamemaster","text":"three"}]}`)
		for seat, want := range map[string]string{"Red": "one two three", "b": "one two three", "Pink": "one three"} {
			equal(t, "what "+seat+" hears", strings.Join(s.log(g.session(seat)).texts(t), " "), want)
		}
		if got := s.gameLog(g.ID, "").texts(t); !slices.Equal(got, []string{"one", "two", "three"}) {
			t.Errorf("the log of the game has %q", got)
		}
		said := as[struct{ Said map[string]int }](t, s.send("GET", "/v1/games/"+g.ID, "")).Said
		equal(t, "lines said", fmt.Sprint(said), "map[Green:2]")
	})
	t.Run("TheOthersHearWhatABotSays", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"instant"}`, `{"seat":"b"}`, `{"seat":"b","timing":"manual"}`, `{"seat":"Pink"}`, `{"seat":"Pink","timing":"manual"}`, "%s", "").Replace(gameBody))
		s.post(g.ID, "/messages", `{"sender":"Green","text":"red, where are you from?"}`)
		said := s.awaitAt("/v1/games/"+g.ID, "message.sent")
		want := s.gameLog(g.ID, "").texts(t)
		for _, b := range g.Bots {
			log := s.log(b.Session)
			if got := log.texts(t); len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
				t.Errorf("%s has %q, the game %q", b.Seat, got, want)
			}
			if !slices.ContainsFunc(log.Events, func(e event) bool { return e.MessageID == said }) {
				t.Errorf("%s does not have the message %s", b.Seat, said)
			}
		}
	})
	t.Run("AnEchoOnlyConfirms", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"instant"}`, `,{"seat":"b"},{"seat":"Pink"}`, "", "%s", "").Replace(gameBody))
		s.post(g.ID, "/messages", `{"sender":"Green","text":"red, where are you from?"}`)
		said := s.awaitAt("/v1/games/"+g.ID, "message.sent")
		before := s.gameFacts(g.ID)
		s.post(g.ID, "/messages", `{"messages":[{"sender":"Red","text":"whatever","message_id":"`+said+`"},{"id":"m-2","sender":"Green","text":"oh"}]}`).
			shows(t, `{"messages":[{"id":"`+said+`","duplicate":true},{"duplicate":null}]}`)
		equal(t, "facts stored", s.gameFacts(g.ID)-before, 1)
		s.send("POST", "/v1/games/"+g.ID+"/messages", `{"sender":"Red","text":"oh","message_id":"m-2"}`).refused(t, "422 invalid_value /message_id")
	})
	t.Run("APlatformCannotTakeTheIDOfABot", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(`{"game":{"players":["Red","Green"]},"bots":[{"seat":"Red","timing":"instant"}],"seed":1}`)
		_, bare, _ := strings.Cut(g.session("Red"), "_")
		for seq := range 12 {
			s.post(g.ID, "/messages", fmt.Sprintf(`{"id":"msg_%s_%d_1","sender":"Green","text":"red, where are you from?"}`, bare, seq))
		}
		s.awaitAt("/v1/games/"+g.ID, "message.sent")
	})
}

// TestGameHasOneOrder lets three bots talk while people post. Each bot has every message that it
// may see, once, in the order of the game.
func TestGameHasOneOrder(t *testing.T) {
	s := start(t)
	g := s.createGame(strings.NewReplacer(`{"seat":`, `{"timing":"instant","seat":`, "%s", "").Replace(gameBody))
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for i := range 15 {
				channel := []string{"", "den"}[(w+i)%2]
				s.post(g.ID, "/messages", fmt.Sprintf(`{"id":"m-%d-%d","sender":"Green","channel":%q,"text":"red blue pink, what is %d and %d?"}`, w, i, channel, w, i))
			}
		})
	}
	writers.Wait()
	s.awaitAt("/v1/games/"+g.ID, "message.sent")
	s.post(g.ID, "/end", "{}")
	type line struct{ Sender, Text, Channel string }
	lines := func(p page) (list []line) {
		for _, e := range p.Events {
			if e.Type == "message.received" || e.Type == "message.sent" {
				list = append(list, as[line](t, answer{Body: e.Data}))
			}
		}
		return list
	}
	all := lines(s.gameLog(g.ID, ""))
	for _, b := range g.Bots {
		want := slices.DeleteFunc(slices.Clone(all), func(l line) bool { return l.Channel == "den" && b.Seat == "Pink" })
		if got := lines(s.log(b.Session)); !slices.Equal(got, want) {
			t.Errorf("%s has %d messages, and not the %d of the game in their order", b.Seat, len(got), len(want))
		}
	}
}

// observed returns how many observations of a kind a log has.
func (p page) observed(t *testing.T, kind string) (n int) {
	t.Helper()
	for _, e := range p.Events {
		if e.Type == "observation.received" && as[struct{ Kind string }](t, answer{Body: e.Data}).Kind == kind {
			n++
		}
	}
	return n
}

func TestGameObservations(t *testing.T) {
	s := start(t)
	for _, c := range []struct {
		name, body, kind string
		// hear are the bots that it concerns.
		hear string
	}{
		{"Phase", `{"id":"o-1","kind":"phase","phase":"night","ends_in_ms":60000}`, "phase", "Red b Pink"},
		{"Joined", `{"id":"o-1","kind":"joined","player":"Lime"}`, "joined", "Red b Pink"},
		{"Left", `{"id":"o-1","kind":"left","player":"Green"}`, "left", "Red b Pink"},
		{"ABotIsOut", `{"id":"o-1","kind":"eliminated","player":"Red"}`, "eliminated", "Red b Pink"},
		{"Private", `{"id":"o-1","kind":"private_info","seat":"b","text":"Green is the doctor."}`, "private_info", "b"},
		{"OneIsMuted", `{"id":"o-1","kind":"muted","seat":"Pink"}`, "muted", "Pink"},
		{"AllAreMuted", `{"id":"o-1","kind":"muted"}`, "muted", "Red b Pink"},
		{"NobodyWasMuted", `{"id":"o-1","kind":"unmuted"}`, "unmuted", ""},
		{"Typing", `{"id":"o-1","kind":"typing","player":"Green"}`, "typing", "Red b Pink"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := s.quietGame()
			s.post(g.ID, "/observations", c.body).shows(t, `{"id":"o-1","seq":2,"duplicate":null}`)
			s.post(g.ID, "/observations", c.body).shows(t, `{"id":"o-1","seq":2,"duplicate":true}`)
			var hear []string
			for _, b := range g.Bots {
				if n := s.log(b.Session).observed(t, c.kind); n > 0 {
					hear = append(hear, strings.Repeat(b.Seat, n))
				}
			}
			if got := strings.Join(hear, " "); got != c.hear || s.gameLog(g.ID, "").observed(t, c.kind) != 1 {
				t.Errorf("%s know of it, want %s", got, c.hear)
			}
		})
	}
	t.Run("ChangesTheGameAndItsSessions", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		for _, body := range []string{`{"kind":"phase","phase":"night"}`, `{"kind":"muted","seat":"b"}`, `{"kind":"eliminated","player":"Green"}`} {
			s.post(g.ID, "/observations", body)
		}
		const players = `"players":[{},{},{},{"presence":"eliminated"}]`
		s.send("GET", "/v1/games/"+g.ID, "").shows(t, `{"phase":"night",`+players+`,"bots":[{"muted":null},{"muted":true},{}]}`)
		for _, b := range g.Bots {
			s.send("GET", "/v1/sessions/"+b.Session, "").shows(t, fmt.Sprintf(`{"phase":"night","muted":%t,%s}`, b.Seat == "b", players))
		}
	})
	t.Run("TypingInAChannel", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.post(g.ID, "/observations", `{"kind":"phase","phase":"night"}`)
		s.post(g.ID, "/observations", `{"kind":"typing","player":"Green"}`)
		for seat, want := range map[string]int{"Red": 1, "b": 1, "Pink": 0} {
			equal(t, "how often "+seat+" sees it", s.log(g.session(seat)).observed(t, "typing"), want)
		}
	})
}
