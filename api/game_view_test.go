package api_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestViewsOfTokens reads the events of a game with each token. A seat and a spectator get their
// own view, whatever they ask for.
func TestViewsOfTokens(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	a.send("POST", a.path+"/messages", `{"messages":[{"sender":"Gray","text":"DAY"},{"sender":"Gray","channel":"den","text":"DEN"}]}`)
	green, gray := a.role("seat"), a.admit(`{"role":"seat","seat":"Gray"}`).Token
	for _, c := range []struct{ token, query, shows string }{
		{a.role("owner"), "", "DAY DEN ses_"},
		{a.role("owner"), "?as=Gray", "DAY DEN"},
		{a.role("owner"), "?view=public", "DAY"},
		{green, "", "DAY"},
		{green, "?as=Green", "DAY"},
		{gray, "", "DAY DEN"},
		{a.role("spectator"), "", "DAY"},
		{a.role("spectator"), "?view=public", "DAY"},
	} {
		body := string(a.send("GET", a.path+"/events"+c.query, "", bearer(c.token)...).Body)
		for _, word := range []string{"DAY", "DEN", "ses_"} {
			if strings.Contains(body, word) != strings.Contains(c.shows, word) {
				t.Errorf("%s shows %s: %v\n%s", c.query, word, strings.Contains(body, word), body)
			}
		}
	}
	for _, c := range [][3]string{
		{green, "?as=Gray", "403 token_scope"}, {green, "?view=public", "403 token_scope"}, {a.role("spectator"), "?as=Gray", "403 token_scope"},
		{key, "?as=Gray&view=public", "422 invalid_parameter"}, {key, "?view=all", "422 invalid_parameter"},
	} {
		a.expect(c[2], "GET", a.path+"/events"+c[1], c[0], "")
	}
}

// TestReadTokensOfGames opens streams with read tokens of a game, of seats and of the public view.
func TestReadTokensOfGames(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	i := issuer{a.server, a.id, a.path}
	whole, seat, other, public := i.issue("{}"), i.issue(`{"seat":"Gray","expires_in_s":60}`), i.issue(`{"seat":"Green"}`), i.issue(`{"view":"public"}`)
	stream, session := a.path+"/stream?", "/v1/sessions/"+a.session+"/stream?"
	for _, c := range []struct{ path, token, want string }{
		{whole.EventsURL, "", "200"}, {seat.EventsURL, "", "200"}, {public.EventsURL, "", "200"},
		{stream, whole.Token, "200"}, {stream + "as=Gray", seat.Token, "200"}, {stream + "view=public", public.Token, "200"},
		{stream, seat.Token, "401 token_invalid"}, {stream, public.Token, "401 token_invalid"}, {stream + "as=Red", seat.Token, "401 token_invalid"},
		{stream + "as=Gray", other.Token, "401 token_invalid"}, {stream + "as=Gray", whole.Token, "401 token_invalid"}, {stream + "as=Gray", public.Token, "401 token_invalid"},
		{stream + "view=public", whole.Token, "401 token_invalid"}, {session, whole.Token, "401 token_invalid"}, {session, public.Token, "401 token_invalid"},
		{stream + "as=Gray", "", "401 unauthorized"},
	} {
		if c.token != "" {
			c.path += "&read_token=" + c.token
		}
		if got := i.opened(c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	blocks, _ := a.as("").stream(t.Context(), seat.EventsURL)
	if b := a.next(blocks); b.event != "game.created" || strings.Contains(b.data, "ses_") {
		t.Errorf("the token of a seat shows %+v", b)
	}
}

// telling are words that say who is a bot, or what only some seats may know.
var telling = []string{
	"ses_", "plan_id", "message.sent", "typing", "vote.cast", "vote.received", "floor.given", `"strategy"`, "confidence", `"seed"`, `"roles"`, `"private"`, `"allies"`, `"known_roles"`,
	`"conceal"`, `"seats"`, `"seat"`, `"fallback"`, "private_info", "muted", "SECRET",
}

// votesOfAll matches the votes in which every player is asked. Those of the night and of quests are
// for a few.
var votesOfAll = regexp.MustCompile(`^{"id":"(day|approval|labels)`)

// TestSpectatorsOfHostedGames plays games of which Ringer runs the rules, and reads them as a
// spectator, live and after the end. Nothing tells who is a bot, what a role is, or what was said
// and asked at night. Only the last event reveals it.
func TestSpectatorsOfHostedGames(t *testing.T) {
	t.Parallel()
	for rules, game := range map[string]string{
		"mafia":    `"game":{"rules":"mafia","players":["Ann","Bob","Cleo","Dan","Eve","Finn","Gus"]},"rules_options":{"day_ms":20000,"night_ms":15000,"vote_ms":10000},"bots":["Bob","Cleo","Dan","Eve","Finn","Gus"]`,
		"avalon":   `"game":{"rules":"avalon","players":["Ann","Bob","Cleo","Dan","Eve"]},"rules_options":{"talk_ms":30000,"team_ms":10000,"vote_ms":10000},"bots":["Bob","Cleo","Dan","Eve"]`,
		"gameshow": `"game":{"rules":"gameshow","players":["Ann","Bob","Cleo","Dan"]},"rules_options":{"rounds":2,"answer_ms":15000,"label_ms":10000},"bots":["Bob","Cleo","Dan"]`,
	} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, s *server) {
				_, bots, _ := strings.Cut(game, `"bots":`)
				told := regexp.MustCompile(`"(\w+)"`).ReplaceAllString(bots, `{"seat":"$1","private_info":"SECRET","persona":"SECRET"}`)
				g := s.createGame(`{"host":"ringer","seed":4,"speed":40,` + strings.Replace(game, bots, told, 1) + `}`)
				var spectator, seat access
				s.post(g.ID, "/tokens", `{"role":"spectator"}`).decode(t, &spectator)
				person := g.people()[0]
				s.post(g.ID, "/tokens", `{"role":"seat","seat":"`+person+`"}`).decode(t, &seat)
				blocks, _ := s.stream(t.Context(), "/v1/games/"+g.ID+"/stream", bearer(spectator.Token)...)
				var live strings.Builder
				for b := range blocks {
					if b.event == "game.created" || strings.Contains(b.data, `"kind":"phase"`) { // later the person may be out, or it may be night
						s.send("POST", "/v1/games/"+g.ID+"/observations", `{"kind":"typing","player":"`+person+`"}`, bearer(seat.Token)...)
						s.send("POST", "/v1/games/"+g.ID+"/messages", `{"sender":"`+person+`","text":"what does everybody think? who is it?"}`, bearer(seat.Token)...)
					}
					if b.event != "game.ended" {
						fmt.Fprintln(&live, b.event, b.data)
					}
				}
				page := as[page](t, s.send("GET", "/v1/games/"+g.ID+"/events?limit=1000", "", bearer(spectator.Token)...))
				var late strings.Builder
				for _, e := range page.Events[:len(page.Events)-1] {
					fmt.Fprintln(&late, e.Type, string(e.Data))
				}
				whole := string(s.send("GET", "/v1/games/"+g.ID+"/events?limit=1000", "").Body)
				for _, word := range telling {
					if strings.Contains(live.String(), word) || strings.Contains(late.String(), word) {
						t.Errorf("a spectator sees %s\n%s", word, late.String())
					}
				}
				for _, e := range page.Events {
					if e.Type == "message.received" && strings.Contains(string(e.Data), `"channel"`) || e.Type == "vote.requested" && !votesOfAll.Match(e.Data) {
						t.Errorf("a spectator sees the %s %s", e.Type, e.Data)
					}
				}
				for _, word := range []string{"SECRET", "vote.cast", "ses_"} {
					if !strings.Contains(whole, word) {
						t.Errorf("the game has no %s to hide", word)
					}
				}
				for _, word := range []string{"game.created", "message.received", `"kind":"phase"`, "vote.requested"} {
					if !strings.Contains(late.String(), word) {
						t.Errorf("a spectator does not see %s\n%s", word, late.String())
					}
				}
				if n, want := len(strings.Split(live.String(), "\n")), len(page.Events); n != want || page.Events[want-1].Type != "game.ended" {
					t.Errorf("%d events live, %d later", n, want)
				}
			})
		})
	}
}

// people returns the seats of a game that no bot takes.
func (g gameAnswer) people() (seats []string) {
	for _, p := range g.Players {
		if g.session(p.ID) == "" {
			seats = append(seats, p.ID)
		}
	}
	return seats
}
