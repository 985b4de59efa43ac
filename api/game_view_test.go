package api_test

import (
	"fmt"
	"regexp"
	"slices"
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
		hides := slices.DeleteFunc([]string{"DAY", "DEN", "ses_"}, func(word string) bool { return strings.Contains(c.shows, word) })
		a.as(c.token).send("GET", a.path+"/events"+c.query, "").is(t, 200, strings.Fields(c.shows)...).lacks(t, hides...)
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
		equal(t, c.path, i.opened(c.path), c.want)
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
				person := g.people()[0]
				spectator := s.as(as[access](t, s.post(g.ID, "/tokens", `{"role":"spectator"}`)).Token)
				seat := s.as(as[access](t, s.post(g.ID, "/tokens", `{"role":"seat","seat":"`+person+`"}`)).Token)
				blocks, _ := spectator.stream(t.Context(), "/v1/games/"+g.ID+"/stream")
				var live strings.Builder
				for b := range blocks {
					if b.event == "game.created" || strings.Contains(b.data, `"kind":"phase"`) { // later the person may be out, or it may be night
						seat.send("POST", "/v1/games/"+g.ID+"/observations", `{"kind":"typing","player":"`+person+`"}`)
						seat.send("POST", "/v1/games/"+g.ID+"/messages", `{"sender":"`+person+`","text":"what does everybody think? who is it?"}`)
					}
					if b.event != "game.ended" {
						fmt.Fprintln(&live, b.event, b.data)
					}
				}
				page := spectator.gameLog(g.ID, "")
				var late strings.Builder
				for _, e := range page.Events[:len(page.Events)-1] {
					fmt.Fprintln(&late, e.Type, string(e.Data))
				}
				answer{Request: "live", Body: []byte(live.String())}.lacks(t, telling...)
				shown := answer{Request: "after the end", Body: []byte(late.String())}
				shown.is(t, 0, "game.created", "message.received", `"kind":"phase"`, "vote.requested").lacks(t, telling...)
				s.send("GET", "/v1/games/"+g.ID+"/events?limit=1000", "").is(t, 200, "SECRET", "vote.cast", "ses_") // there is something to hide
				for _, e := range page.Events {
					if e.Type == "message.received" && strings.Contains(string(e.Data), `"channel"`) || e.Type == "vote.requested" && !votesOfAll.Match(e.Data) {
						t.Errorf("a spectator sees the %s %s", e.Type, e.Data)
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
		a := s.send("GET", "/v1/games/"+g.ID+"/events?limit=1000&as="+seat, "").is(t, 200)
		for word, may := range private {
			if strings.Contains(may, seat) {
				a.is(t, 200, word)
			} else {
				a.lacks(t, word)
			}
		}
		a.lacks(t, "ses_", "plan_id", "message.sent", "typing.", "vote.cast", "cursor", "tom", "strategy", "confidence", "model_ms", "m-1", `"seed"`, "fallback", "view_key")
		p := s.gameLog(g.ID, "&as="+seat)
		seen, muted := map[string]int{}, p.observed(t, "muted")
		for _, e := range p.Events {
			seen[e.Type]++
		}
		if want := map[string]int{"Red": 1, "b": 1, "Green": 1}[seat]; seen["vote.requested"] != want || seen["vote.received"] != want {
			t.Errorf("%s sees %v, and must see only its own vote", seat, seen)
		}
		equal(t, "mutes that "+seat+" sees", muted, map[string]int{"Red": 1}[seat])
	}
	whole := s.gameLog(g.ID, "")
	equal(t, "mutes that the platform sees", whole.observed(t, "muted"), 2)
}
