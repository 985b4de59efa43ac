package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestBadGames creates games that cannot be. Each answer points to what is wrong, and nothing is
// stored.
func TestBadGames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const players = `{"game":{"players":["Red","Blue"]%s},"bots":[%s]%s}`
	for _, c := range []struct{ name, body, want string }{
		{"NoPlayers", `{"bots":[{"seat":"Red"}]}`, "required /game/players; unknown_player /bots/0/seat"},
		{"NoSeat", fmt.Sprintf(players, "", `{"strategy":"tom"}`, ""), "required /bots/0/seat"},
		{"UnknownSeat", fmt.Sprintf(players, "", `{"seat":"Red"},{"seat":"red"}`, ""), "unknown_player /bots/1/seat"},
		{"TwoBotsInOneSeat", fmt.Sprintf(players, "", `{"seat":"Red"},{"seat":"Red"}`, ""), "duplicate_player /bots/1/seat"},
		{"ChannelWithoutMembers", fmt.Sprintf(players, `,"channels":["den",{"id":"pit","members":["Red"]}]`, `{"seat":"Red"}`, ""), "required /game/channels/0/members"},
		{"UnknownMember", fmt.Sprintf(players, `,"channels":[{"id":"den","members":["Lime"]}]`, `{"seat":"Red"}`, ""), "unknown_player /game/channels/0/members/0"},
		{"UnknownPhase", fmt.Sprintf(players, `,"phase":"dawn"`, `{"seat":"Red"}`, ""), "unknown_phase /game/phase"},
		{"UnknownRules", fmt.Sprintf(players, `,"rules":"chess"`, `{"seat":"Red"},{"seat":"Blue"}`, ""), "unknown_rules /game/rules"},
		{"TwoPlayersAlike", `{"game":{"players":["Red","red"]},"bots":[{"seat":"Red"}]}`, "duplicate_player /game/players/1"},
		{"UnknownStrategy", fmt.Sprintf(players, "", `{"seat":"Red"},{"seat":"Blue","strategy":"mind"}`, ""), "unknown_strategy /bots/1/strategy"},
		{"UnknownOption", fmt.Sprintf(players, "", `{"seat":"Red","options":{"volume":11}}`, ""), "unknown_option /bots/0/options/volume"},
		{"BadSettings", fmt.Sprintf(players, "", `{"seat":"Red","limits":{"max_chars":1},"timing":"late","biography":{"age":3}}`, ""), "out_of_range /bots/0/biography/age; invalid_value /bots/0/timing; out_of_range /bots/0/limits/max_chars"},
		{"BadNames", fmt.Sprintf(players, "", `{"seat":"Red","name":"Blue","role":" x"}`, ""), "duplicate_player /game/players/1; invalid_name /bots/0/role"},
		{"ModelNotAllowed", fmt.Sprintf(players, "", `{"seat":"Red","model":{"default":{"model":"huge"}}}`, ""), "model_not_allowed /bots/0/model/default/model"},
		{"BadGame", fmt.Sprintf(players, "", `{"seat":"Red"},{"seat":"Blue"}`, `,"speed":5000,"ttl_seconds":0,"language":"xx"`), "out_of_range /ttl_seconds; out_of_range /speed; language_not_allowed /language"},
		{"ShapeAndContent", fmt.Sprintf(players, "", `{"seat":"Lime","seed":"x","colour":1}`, ""), "wrong_type /bots/0/seed; unknown_field /bots/0/colour; unknown_player /bots/0/seat"},
		{"NullBots", `{"game":{"players":["Red"]},"bots":null}`, "wrong_type /bots"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.send("POST", "/v1/games", c.body).refusedFor(t, "422 "+c.want)
		})
	}
	for _, path := range []string{"/v1/games", "/v1/sessions"} {
		if a := s.send("GET", path, ""); strings.Contains(string(a.Body), `"id"`) {
			t.Errorf("stored: %s", a.Body)
		}
	}
}

// TestBadFactsOfGames sends a game what it cannot take. Each answer points to what is wrong, and
// nothing is stored.
func TestBadFactsOfGames(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.quietGame()
	s.post(g.ID, "/observations", `{"kind":"eliminated","player":"Pink"}`)
	s.post(g.ID, "/observations", `{"kind":"joined","player":"Lime"}`)
	s.post(g.ID, "/observations", `{"kind":"left","player":"Lime"}`)
	s.post(g.ID, "/votes", `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green","Red"],"within_ms":60000}`)
	before := s.stored(g)
	for _, c := range []struct{ name, path, body, want string }{
		{"UnknownSender", "/messages", `{"messages":[{"sender":"Green","text":"hi"},{"sender":"Gold","text":"hi"}]}`, "422 unknown_player /messages/1/sender"},
		{"ABotsLine", "/messages", `{"sender":"Red","text":"hi"}`, "422 invalid_value /sender"},
		{"AnUnknownEcho", "/messages", `{"messages":[{"sender":"Green","text":"hi"},{"sender":"Red","text":"hi","message_id":"msg_x_1_1"}]}`, "422 invalid_value /messages/1/message_id"},
		{"AnEchoOfAPerson", "/messages", `{"sender":"Green","text":"hi","message_id":"msg_x_1_1"}`, "422 invalid_value /message_id"},
		{"UnknownChannel", "/messages", `{"sender":"Green","text":"hi","channel":"pit"}`, "422 unknown_channel /channel"},
		{"EmptyText", "/messages", `{"sender":"Green","text":" "}`, "422 empty_text /text"},
		{"PrivateToNobody", "/observations", `{"kind":"private_info","text":"x"}`, "422 required /seat"},
		{"PrivateToAPerson", "/observations", `{"kind":"private_info","text":"x","seat":"Green"}`, "422 unknown_player /seat"},
		{"ASeatWhereNoneBelongs", "/observations", `{"kind":"phase","phase":"night","seat":"Red"}`, "422 invalid_value /seat"},
		{"MutedPerson", "/observations", `{"kind":"muted","seat":"Green"}`, "422 unknown_player /seat"},
		{"UnknownPhase", "/observations", `{"kind":"phase","phase":"dawn"}`, "422 unknown_phase /phase"},
		{"UnknownPlayer", "/observations", `{"kind":"left","player":"Gold"}`, "422 unknown_player /player"},
		{"VoteOfAnUnknownSeat", "/votes", `{"kind":"yes_no","question":"Is it?","seats":["Red","Gold"]}`, "422 unknown_player /seats/1"},
		{"VoteOfTheDead", "/votes", `{"kind":"yes_no","question":"Is it?","seats":["Pink","Lime"]}`, "422 invalid_value /seats/0; invalid_value /seats/1"},
		{"VoteOfASeatTwice", "/votes", `{"kind":"yes_no","question":"Is it?","seats":["Red","Red"]}`, "422 invalid_value /seats/1"},
		{"VoteOfNobody", "/votes", `{"kind":"yes_no","question":"Is it?","seats":[]}`, "422 required /seats"},
		{"VoteWithoutAQuestion", "/votes", `{"kind":"yes_no"}`, "422 empty_text /question"},
		{"VoteForAnUnknownPlayer", "/votes", `{"kind":"choose_one","question":"Who?","options":[{"id":"1","player":"Gold"},"Red"]}`, "422 unknown_player /options/0/player"},
		{"VoteWithABotsID", "/votes", `{"id":"vot_` + bareSession(g, "b") + `_1","kind":"yes_no","question":"Is it?"}`, "422 invalid_id /id"},
		{"CastInNoVote", "/votes/w/casts", `{"seat":"Green","answer":"Red"}`, "404 vote_not_found"},
		{"CastOfABot", "/votes/v/casts", `{"seat":"Red","answer":"Green"}`, "422 invalid_value /seat"},
		{"CastOfTheDead", "/votes/v/casts", `{"seat":"Lime","answer":"Red"}`, "422 invalid_value /seat"},
		{"CastOfNobody", "/votes/v/casts", `{"answer":"Red"}`, "422 required /seat"},
		{"CastOfAStranger", "/votes/v/casts", `{"seat":"Gold","answer":"Red"}`, "422 unknown_player /seat"},
		{"CastForOneself", "/votes/v/casts", `{"seat":"Green","answer":"Green"}`, "422 invalid_value /answer/option"},
		{"CastForADeadPlayer", "/votes/v/casts", `{"seat":"Green","answer":"Pink"}`, "422 invalid_value /answer/option"},
		{"CastOfAnotherKind", "/votes/v/casts", `{"seat":"Green","answer":{"number":3}}`, "422 invalid_value /answer/option; invalid_value /answer"},
		{"CastWithoutAnAnswer", "/votes/v/casts", `{"seat":"Green"}`, "422 invalid_value /answer/option"},
		{"CastOfTwoFaults", "/votes/v/casts", `{"seat":"Gold","answer":7}`, "422 wrong_type /answer; unknown_player /seat"},
		{"CancelNoVote", "/votes/w/cancel", `{}`, "404 vote_not_found"},
		{"EndWithAnUnknownPlayer", "/end", `{"reveal":{"Gold":"bot"}}`, "422 unknown_player /reveal/Gold"},
		{"TokenOfAnUnknownSeat", "/read-token", `{"seat":"Gold"}`, "422 unknown_player /seat"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.send("POST", "/v1/games/"+g.ID+c.path, c.body).refusedFor(t, c.want)
		})
	}
	if after := s.stored(g); after != before {
		t.Errorf("stored\n%s\nwant\n%s", after, before)
	}
}

// TestNobodyJoinsAHostedGame lets a new player, and one who has left, join a game that Ringer runs.
// Both are refused, as docs/games.md says, and the game stays as it was.
func TestNobodyJoinsAHostedGame(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.createGame(fmt.Sprintf(unseeded, ""))
	s.post(g.ID, "/observations", `{"kind":"left","player":"Gus"}`)
	for _, player := range []string{"Hal", "Gus"} {
		s.send("POST", "/v1/games/"+g.ID+"/observations", `{"kind":"joined","player":"`+player+`"}`).is(t, 422, "spectator").refused(t, "422 wrong_host /kind")
	}
	if log := string(s.send("GET", "/v1/games/"+g.ID+"/events?limit=100", "").Body); strings.Contains(log, `"joined"`) || strings.Contains(log, "Hal") {
		t.Errorf("the log has %s", log)
	}
}

// TestFactsAfterTheEndOfAGame posts to a game that has ended.
func TestFactsAfterTheEndOfAGame(t *testing.T) {
	t.Parallel()
	s := setup(t)
	g := s.quietGame()
	s.post(g.ID, "/observations", `{"id":"o-1","kind":"phase","phase":"night"}`)
	s.post(g.ID, "/votes", `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	s.post(g.ID, "/votes", `{"id":"w","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	s.post(g.ID, "/votes/w/casts", `{"seat":"Green","answer":"yes"}`)
	s.post(g.ID, "/end", "{}")
	before := s.stored(g)
	for path, body := range map[string]string{
		"/messages": `{"sender":"Green","text":"hi"}`, "/observations": `{"kind":"typing","player":"Green"}`, "/observations?": `{"kind":"phase","phase":"day"}`,
		"/votes": who, "/end": `{"outcome":"x"}`,
	} {
		s.send("POST", "/v1/games/"+g.ID+path, body).refused(t, "409 session_ended")
	}
	s.send("PATCH", "/v1/games/"+g.ID, `{"metadata":{}}`).refused(t, "409 session_ended")
	for _, path := range []string{"/votes/v/casts", "/votes/v/cancel"} {
		body := map[string]string{"/votes/v/casts": `{"seat":"Green","answer":"no"}`}[path]
		s.send("POST", "/v1/games/"+g.ID+path, body).refused(t, "409 vote_over")
	}
	// What is known already gets its first answer.
	for path, body := range map[string]string{
		"/observations": `{"id":"o-1","kind":"phase","phase":"night"}`, "/votes/w/casts": `{"seat":"Green","answer":"yes"}`,
		"/votes": `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`,
	} {
		if a := s.post(g.ID, path, body); !strings.Contains(string(a.Body), `"duplicate":true`) {
			t.Errorf("%s: %s", path, a.Body)
		}
	}
	if after := s.stored(g); after != before {
		t.Errorf("stored\n%s\nwant\n%s", after, before)
	}
}

// stored returns what requests may have changed: how many facts the logs of a game have, and who
// may do what in it.
func (s *server) stored(g gameAnswer) string {
	s.t.Helper()
	now := s.game(g.ID)
	counts := []int{s.gameFacts(g.ID)}
	for _, b := range g.Bots {
		counts = append(counts, s.facts(b.Session))
	}
	return fmt.Sprint(counts, now.Players, now.Bots, now.Phase, now.Status, now.Config, now.Said)
}

// bareSession returns the part of a session's id that its own ids contain.
func bareSession(g gameAnswer, seat string) string {
	_, bare, _ := strings.Cut(g.session(seat), "_")
	return bare
}
