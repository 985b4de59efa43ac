package api_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestGameMessages(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("EachBotHearsWhatItsSeatMaySee", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.post(g.ID, "/messages", `{"messages":[{"sender":"Green","text":"one"},{"sender":"Green","text":"two","channel":"den"},{"kind":"gamemaster","text":"three"}]}`)
		for seat, want := range map[string]string{"Red": "one two three", "b": "one two three", "Pink": "one three"} {
			if got := strings.Join(s.log(g.session(seat)).texts(t), " "); got != want {
				t.Errorf("%s hears %q, want %q", seat, got, want)
			}
		}
		if got := s.gameLog(g.ID, "").texts(t); !slices.Equal(got, []string{"one", "two", "three"}) {
			t.Errorf("the log of the game has %q", got)
		}
		if said := s.game(g.ID).Said; said["Green"] != 2 || len(said) != 1 {
			t.Errorf("%v", said)
		}
	})
	t.Run("TheOthersHearWhatABotSays", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"instant"}`, `{"seat":"b"}`, `{"seat":"b","timing":"manual"}`, `{"seat":"Pink"}`, `{"seat":"Pink","timing":"manual"}`, "%s", "").Replace(gameBody))
		s.post(g.ID, "/messages", `{"sender":"Green","text":"red, where are you from?"}`)
		said := s.awaitGame(g.ID, "message.sent")
		want := s.gameLog(g.ID, "").texts(t)
		for _, b := range g.Bots {
			log := s.log(b.Session)
			if got := log.texts(t); len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
				t.Errorf("%s has %q, the game %q", b.Seat, got, want)
			}
			if !log.has(said) {
				t.Errorf("%s does not have the message %s", b.Seat, said)
			}
		}
	})
	t.Run("AnEchoOnlyConfirms", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(strings.NewReplacer(`{"seat":"Red"}`, `{"seat":"Red","timing":"instant"}`, `,{"seat":"b"},{"seat":"Pink"}`, "", "%s", "").Replace(gameBody))
		s.post(g.ID, "/messages", `{"sender":"Green","text":"red, where are you from?"}`)
		said := s.awaitGame(g.ID, "message.sent")
		before := s.gameFacts(g.ID)
		var done posted
		s.post(g.ID, "/messages", `{"messages":[{"sender":"Red","text":"whatever","message_id":"`+said+`"},{"id":"m-2","sender":"Green","text":"oh"}]}`).decode(t, &done)
		if m := done.Messages; len(m) != 2 || m[0].ID != said || !m[0].Duplicate || m[1].Duplicate {
			t.Errorf("%+v", done)
		}
		if n := s.gameFacts(g.ID) - before; n != 1 {
			t.Errorf("%d facts were stored, want the one message of Green", n)
		}
		s.send("POST", "/v1/games/"+g.ID+"/messages", `{"sender":"Red","text":"oh","message_id":"m-2"}`).refused(t, "422 invalid_value /message_id")
	})
	t.Run("AgainStoresNothing", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		var first, again posted
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"one"}`).decode(t, &first)
		s.post(g.ID, "/messages", `{"messages":[{"id":"m-1","sender":"Green","text":"one"},{"id":"m-2","sender":"Green","text":"two"}]}`).decode(t, &again)
		if m := again.Messages; !m[0].Duplicate || m[0].Seq != first.Messages[0].Seq || m[1].Duplicate {
			t.Errorf("%+v", again)
		}
		s.send("POST", "/v1/games/"+g.ID+"/messages", `{"messages":[{"sender":"Green","text":"x"},{"id":"m-2","sender":"Green","text":"other"}]}`).refused(t, "422 id_reused /messages/1/id")
		s.post(g.ID, "/end", "{}")
		s.post(g.ID, "/messages", `{"id":"m-1","sender":"Green","text":"one"}`).decode(t, &again) // it is known
		if !again.Messages[0].Duplicate {
			t.Errorf("%+v", again)
		}
		for _, id := range []string{g.session("Red"), g.session("Pink")} {
			if got := s.log(id).texts(t); !slices.Equal(got, []string{"one", "two"}) {
				t.Errorf("%q", got)
			}
		}
	})
	t.Run("APlatformCannotTakeTheIDOfABot", func(t *testing.T) {
		t.Parallel()
		g := s.createGame(`{"game":{"players":["Red","Green"]},"bots":[{"seat":"Red","timing":"instant"}],"seed":1}`)
		_, bare, _ := strings.Cut(g.session("Red"), "_")
		for seq := range 12 {
			s.post(g.ID, "/messages", fmt.Sprintf(`{"id":"msg_%s_%d_1","sender":"Green","text":"red, where are you from?"}`, bare, seq))
		}
		s.awaitGame(g.ID, "message.sent")
	})
}

// TestGameHasOneOrder lets three bots talk while people post. Each bot has every message that it
// may see, once, in the order of the game.
func TestGameHasOneOrder(t *testing.T) {
	t.Parallel()
	s := setup(t)
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
	s.awaitGame(g.ID, "message.sent")
	s.post(g.ID, "/end", "{}")
	type line struct{ Sender, Text, Channel string }
	lines := func(p page) (list []line) {
		for _, e := range p.Events {
			if e.Type == "message.received" || e.Type == "message.sent" {
				var l line
				(answer{Body: e.Data}).decode(t, &l)
				list = append(list, l)
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

// has reports whether a log has a message.
func (p page) has(message string) bool {
	for _, e := range p.Events {
		if e.MessageID == message {
			return true
		}
	}
	return false
}

// observed returns how many observations of a kind a log has.
func (p page) observed(t *testing.T, kind string) (n int) {
	t.Helper()
	for _, e := range p.Events {
		var data struct{ Kind string }
		if e.Type == "observation.received" {
			if (answer{Body: e.Data}).decode(t, &data); data.Kind == kind {
				n++
			}
		}
	}
	return n
}

func TestGameObservations(t *testing.T) {
	t.Parallel()
	s := setup(t)
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
			var first, again struct {
				ID        string
				Seq       int64
				Duplicate bool
			}
			s.post(g.ID, "/observations", c.body).decode(t, &first)
			s.post(g.ID, "/observations", c.body).decode(t, &again)
			if first.Seq != 2 || again.Seq != 2 || first.Duplicate || !again.Duplicate || first.ID != "o-1" {
				t.Errorf("%+v, again %+v", first, again)
			}
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
		now := s.game(g.ID)
		if now.Phase != "night" || now.Players[3].Presence != "eliminated" || !now.Bots[1].Muted || now.Bots[0].Muted {
			t.Errorf("%+v", now)
		}
		for _, b := range now.Bots {
			var session struct {
				Phase   string
				Muted   bool
				Players []struct{ Presence string }
			}
			s.send("GET", "/v1/sessions/"+b.Session, "").decode(t, &session)
			if session.Phase != "night" || session.Muted != b.Muted || session.Players[3].Presence != "eliminated" {
				t.Errorf("%s: %+v", b.Seat, session)
			}
		}
	})
	t.Run("TypingInAChannel", func(t *testing.T) {
		t.Parallel()
		g := s.quietGame()
		s.post(g.ID, "/observations", `{"kind":"phase","phase":"night"}`)
		s.post(g.ID, "/observations", `{"kind":"typing","player":"Green"}`)
		for seat, want := range map[string]int{"Red": 1, "b": 1, "Pink": 0} {
			if n := s.log(g.session(seat)).observed(t, "typing"); n != want {
				t.Errorf("%s sees it %d times, want %d", seat, n, want)
			}
		}
	})
}
