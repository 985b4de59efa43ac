package api_test

import (
	"slices"
	"strings"
	"testing"
)

// hostedNight is a game that Ringer runs, of the bots Bo to Gus and of Ann.
func hostedNight(more string) string {
	bots := ""
	for _, seat := range []string{"Bo", "Cy", "Di", "Ed", "Flo", "Gus"} {
		bots += `,{"seat":"` + seat + `","timing":"manual"}`
	}
	return `{"host":"ringer","game":{"rules":"mafia","players":["Ann","Bo","Cy","Di","Ed","Flo","Gus"]},"bots":[` + bots[1:] + `]` + more + `}`
}

// awayEvents are the events of a log that say who is away or back, or who speaks.
func (a admission) awayEvents(query string) (types []string) {
	a.t.Helper()
	for _, e := range a.gameLog(a.id, query).Events {
		if strings.HasPrefix(e.Type, "player.") || e.Type == "message.received" {
			types = append(types, e.Type)
		}
	}
	return types
}

// TestTakeover: Green leaves, comes back by a line, leaves again, and rejoins with a token. Nobody
// else sees that.
func TestTakeover(t *testing.T) {
	t.Parallel()
	s := setup(t, withKey).as(key)
	g := s.createGame(strings.Replace(mixedGame, `"seed":1`, `"takeover":"bot","stand_in":{"timing":"manual"}`, 1))
	a := admission{s, g.ID, "/v1/games/" + g.ID, ""}
	token := a.role("seat")
	see := func(want string) { t.Helper(); a.send("GET", a.path, "").is(t, 200).shows(t, want) }
	post := func(want, path, body string) { t.Helper(); a.expect(want, "POST", a.path+path, token, body) }
	post("403 token_scope", "/observations", `{"kind":"joined","player":"Green"}`)
	post("202", "/observations", `{"id":"bye","kind":"left","player":"Green"}`)
	post("202", "/observations", `{"id":"bye","kind":"left","player":"Green"}`)
	see(`{"away":["Green"],"bots":[{"seat":"Red"},{"seat":"b"},{"seat":"Green"}],"stand_ins":[{"seat":"Gray"}]}`)
	post("202", "/messages", `{"sender":"Green","text":"here again"}`)
	see(`{"bots":[{"seat":"Red"},{"seat":"b"}],"stand_ins":[{"seat":"Gray"},{"seat":"Green"}]}`)
	post("202", "/observations", `{"kind":"left","player":"Green"}`)
	token = a.role("seat") // on another device
	post("202", "/observations", `{"id":"hi","kind":"joined","player":"Green"}`)
	post("202", "/observations", `{"id":"hi","kind":"joined","player":"Green"}`)
	post("202", "/observations", `{"kind":"left","player":"Green"}`)
	post("202", "/observations", `{"kind":"typing","player":"Green"}`)
	want := []string{"player.away", "player.returned", "message.received", "player.away", "player.returned", "player.away", "player.returned"}
	for query, want := range map[string][]string{"": want, "&as=Green": want, "&as=Gray": {"message.received"}, "&view=public": {"message.received"}} {
		if got := a.awayEvents(query); !slices.Equal(got, want) {
			t.Errorf("events%s: %q, want %q", query, got, want)
		}
	}
}

// TestRematch: who is late waits, and plays in the next game. A token leads to its seat there.
func TestRematch(t *testing.T) {
	t.Parallel()
	s := setup(t, withKey).as(key)
	g := s.createGame(hostedNight(`,"late":"next","roles":{"Ann":"bystander","Bo":"mafia","Cy":"mafia","Di":"bystander","Ed":"bystander","Flo":"bystander","Gus":"bystander"}`))
	a := admission{s, g.ID, "/v1/games/" + g.ID, ""}
	join := func(body string) answer { return a.send("POST", a.path+"/observations", `{"kind":"joined",`+body+`}`) }
	for range 2 {
		join(`"id":"j","player":{"id":"zoe","name":"Zoe"}`).taken(t)
	}
	join(`"player":{"id":"other","name":"Zoë"}`).refused(t, "422 duplicate_player")
	join(`"player":{"id":"zoe","name":"Zoe"}`).refused(t, "422 duplicate_player")
	join(`"player":{"id":"Ann","name":"Ann"}`).refused(t, "422 wrong_host")
	other := s.createGame(hostedNight(""))
	s.send("POST", "/v1/games/"+other.ID+"/observations", `{"kind":"joined","player":"Zoe"}`).refused(t, "422 wrong_host")
	a.send("GET", a.path, "").shows(t, `{"waiting":[{"id":"zoe","name":"Zoe"}]}`)
	watcher := bearer(a.admit(`{"role":"spectator"}`).Token)
	wait := func(body string) answer {
		return a.send("POST", a.path+"/observations", `{"kind":"joined",`+body+`}`, watcher...)
	}
	yan := as[access](t, wait(`"id":"y","player":"Yan"`).is(t, 202).shows(t, `{"id":"y","token":"…"}`)).Token
	wait(`"player":"Ann"`).refused(t, "422 wrong_host")
	wait(`"player":"Yan"`).refused(t, "422 duplicate_player")
	a.send("POST", a.path+"/observations", `{"kind":"left","player":"Ann"}`, watcher...).refused(t, "403 token_scope")
	s.send("POST", "/v1/games/"+other.ID+"/observations", `{"kind":"joined","player":"Yan"}`, bearer(admission{s, other.ID, "/v1/games/" + other.ID, ""}.admit(`{"role":"spectator"}`).Token)...).refused(t, "422 wrong_host")
	a.send("GET", a.path+"/events", "", bearer(yan)...).refused(t, "422 unknown_player")
	a.send("POST", a.path+"/messages", `{"sender":"Yan","text":"hi"}`, bearer(yan)...).refused(t, "422 unknown_player")
	ann, owner, spectator := a.admit(`{"role":"seat","seat":"Ann"}`).Token, a.admit(`{"role":"owner"}`).Token, a.admit(`{"role":"spectator"}`).Token
	a.send("GET", a.path+"/rematch", "", bearer(ann)...).is(t, 200).lacks(t, "game_id")
	a.send("POST", a.path+"/rematch", "", bearer(owner)...).refused(t, "409 game_not_ended")
	a.send("POST", a.path+"/end", "").taken(t)
	first := as[gameAnswer](t, a.send("POST", a.path+"/rematch", "", bearer(owner)...).is(t, 201).shows(t, `{"players":[{"id":"Ann"},{"id":"Bo"},{"id":"Cy"},{"id":"Di"},{"id":"Ed"},{"id":"Flo"},{"id":"Gus"},{"id":"zoe","name":"Zoe"},{"id":"Yan"}],"deal":{"roles":{"Bo":"mafia","Cy":"mafia","zoe":"bystander","Yan":"bystander"}}}`))
	again := as[gameAnswer](t, a.send("POST", a.path+"/rematch", "").is(t, 200))
	equal(t, "the rematch", again.ID, first.ID)
	for of, want := range map[string]string{ann: `"role":"seat","seat":"Ann"`, yan: `"role":"seat","seat":"Yan"`, owner: `"role":"owner"`, spectator: `"role":"spectator"`} {
		next := as[access](t, a.send("GET", a.path+"/rematch", "", bearer(of)...).is(t, 200).shows(t, `{"game_id":"`+first.ID+`",`+want+`}`))
		a.send("GET", "/v1/games/"+first.ID+"/tokens", "", bearer(next.Token)...).is(t, 200).shows(t, "{"+want+"}")
	}
	a.send("GET", a.path+"/rematch?as=Ann", "").is(t, 200).shows(t, `{"seat":"Ann"}`).lacks(t, "token")
}

// TestRematchWithoutLeavers: in a game that Ringer runs, a person who has left does not play again.
func TestRematchWithoutLeavers(t *testing.T) {
	t.Parallel()
	s := setup(t, withKey).as(key)
	g := s.createGame(strings.Replace(hostedNight(""), `"Gus"]`, `"Gus","Ida"]`, 1))
	a := admission{s, g.ID, "/v1/games/" + g.ID, ""}
	token := a.admit(`{"role":"seat","seat":"Ida"}`).Token
	a.expect("202", "POST", a.path+"/observations", token, `{"kind":"left","player":"Ida"}`)
	a.send("POST", a.path+"/end", "").taken(t)
	a.send("POST", a.path+"/rematch", "").is(t, 201).lacks(t, "Ida")
	a.send("GET", a.path+"/rematch", "", bearer(token)...).is(t, 200).shows(t, `{"role":"spectator"}`)
}
