package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/session"
)

// warnings returns the warnings of an answer.
func (s *server) warnings(a answer) []session.Warning {
	s.t.Helper()
	return as[struct{ Warnings []session.Warning }](s.t, a).Warnings
}

// TestStrict sends what is doubtful to a session and a game, and to strict ones. These refuse it
// with the code and the pointer of the warning, and store nothing. Each value is counted once.
func TestStrict(t *testing.T) {
	t.Parallel()
	o := &observer{}
	s := setup(t, func(options *api.Options) { options.Observer = o })
	open := func(more string) (names *strings.Replacer, facts func() int) {
		id := s.create(`,"timing":"manual"` + more)
		g := s.newGame(`,"host":"platform"` + more)
		return strings.NewReplacer("SES", id, "GAM", g.ID), func() int { return s.facts(id) + s.gameFacts(g.ID) }
	}
	requests := strings.Split(readPage(t, "testdata/mistakes.md"), "\n# ")[1]
	replay(requests, strings.NewReplacer(), func(r refusal) string {
		before := len(o.doubted)
		names, _ := open("")
		accepted := s.send(r.method, names.Replace(r.path), r.body)
		warnings := s.warnings(accepted)
		if accepted.Status != 202 || len(warnings) != 1 {
			t.Fatalf("%s: %d %s", r.body, accepted.Status, accepted.Body)
		}
		names, facts := open(`,"strict":true`)
		stored := facts()
		w := warnings[0]
		s.send(r.method, names.Replace(r.path), r.body).refusedFor(t, fmt.Sprint("422 ", w.Code, " ", w.Pointer))
		if n := facts() - stored; n > 0 {
			t.Errorf("%s: %d facts were stored", r.body, n)
		}
		if got := o.doubted[before:]; !slices.Equal(got, []string{fmt.Sprint(w.Code, " false"), fmt.Sprint(w.Code, " true")}) {
			t.Errorf("%s: counted %v", r.body, got)
		}
		return ""
	})
}

// TestMisleadingNames creates sessions and games with players who are called like whoever leads a
// game. The answer warns once, and a strict one refuses them.
func TestMisleadingNames(t *testing.T) {
	s := start(t)
	bodies := map[string]string{
		"/v1/sessions": `{"game":{"players":["Red",%s]},"bot":{"seat":"Red"}%s}`,
		"/v1/games":    `{"host":"ringer","game":{"rules":"turing","players":["Red",%s,"Ann"]},"bots":[{"seat":"Red"}]%s}`,
	}
	for path, body := range bodies {
		for _, player := range []string{
			`"GameMaster"`, `"game master"`, `"The Gаme_Mаster 2"`, `"SYSTEM"`, `"[System]"`, `"Ｍoderator"`, `{"id":"x","name":"Spielleiterin"}`, `{"id":"host","name":"Hannah"}`, `"Admin!"`,
		} {
			accepted := s.send("POST", path, fmt.Sprintf(body, player, "")).is(t, 201).shows(t, `{"warnings":[{"code":"misleading_name","pointer":"/game/players/1"}]}`)
			s.send("GET", path+"/"+as[named](t, accepted).ID, "").is(t, 200).lacks(t, `"warnings"`)
			s.send("POST", path, fmt.Sprintf(body, player, `,"strict":true`)).refused(t, "422 misleading_name /game/players/1")
		}
		for _, player := range []string{`"Hostin"`, `"Systema"`, `"Gamer"`, `"Master"`, `"Modesty"`, `"Gm3 Admiral"`} {
			s.send("POST", path, fmt.Sprintf(body, player, `,"strict":true`)).is(t, 201).lacks(t, `"warnings"`)
		}
	}
}

// TestTheUsualIsNotDoubted sends what resembles a mistake, and is none.
func TestTheUsualIsNotDoubted(t *testing.T) {
	s := start(t)
	id := s.asked("instant\",\"strict\":true,\"pace\":\"paper", "message.sent")
	message := s.find(id, "message.sent").MessageID
	g := s.newGame(`,"strict":true`)
	names := strings.NewReplacer("SES", id, "GAM", g.ID, "MID", message, "TEXT", "said")
	for _, m := range [][2]string{
		{"/v1/sessions/SES/messages", `{"id":"e-1","sender":"Red","text":"TEXT","message_id":"MID"}`},
		{"/v1/sessions/SES/messages", `{"id":"e-1","sender":"Red","text":"TEXT","message_id":"MID"}`},
		{"/v1/sessions/SES/messages", `{"id":"m-1","sender":"b","text":"ah","reply_to":"e-1"}`},
		{"/v1/sessions/SES/messages", `{"sender":"b","text":"ah","reply_to":"MID"}`},
		{"/v1/sessions/SES/messages", `{"messages":[{"id":"m-2","sender":"b","text":"ah"},{"sender":"Green","text":"oh","reply_to":"m-2"}]}`},
		{"/v1/sessions/SES/messages", `{"sender":"b","text":"ah","sent_at":"2026-01-31T18:30:00Z"}`},
		{"/v1/sessions/SES/observations", `{"kind":"joined","player":"b"}`},
		{"/v1/sessions/SES/observations", `{"kind":"joined","player":{"id":"b","name":"Blue"}}`},
		{"/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Who?","options":["b",{"id":"1","label":"Green","player":"Green"}]}`},
		{"/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Who?","about":"other","options":["b","nobody"]}`},
		{"/v1/sessions/SES/votes", `{"kind":"choose_one","question":"Where?","options":["attic","cellar"]}`},
		{"/v1/games/GAM/votes", `{"kind":"yes_no","question":"Now?"}`},
	} {
		s.send("POST", names.Replace(m[0]), names.Replace(m[1])).is(t, 202).lacks(t, `"warnings"`)
	}
}

// TestChangedOptionsAreDoubted: the options of an open vote get what those of a new one get.
func TestChangedOptionsAreDoubted(t *testing.T) {
	s := start(t)
	for more, want := range map[string]int{"": 200, `,"strict":true`: 422} {
		id := s.create(`,"timing":"human"` + more)
		s.ask(id, `{"id":"v","kind":"choose_one","question":"`+strings.Repeat("so much to read ", 9)+`"}`)
		s.send("PATCH", "/v1/sessions/"+id+"/votes/v", `{"options":["b","Zed"]}`).is(t, want, `"option_not_player"`, `"/options/1"`)
		s.send("PATCH", "/v1/sessions/"+id+"/votes/v", `{"options":["b","Green"]}`).is(t, 200).lacks(t, `"warnings"`)
	}
}

// TestAnAnswerTellsNoSecret: whether somebody wrote a line in a channel that the sender does not
// see makes no difference.
func TestAnAnswerTellsNoSecret(t *testing.T) {
	s := start(t)
	g := s.createGame(`{"game":{"players":["Red","Blue","Green"],"channels":[{"id":"den","members":["Red","Blue"]}]},"bots":[{"seat":"Red"}]}`)
	s.post(g.ID, "/messages", `{"id":"secret","sender":"Blue","text":"psst","channel":"den"}`)
	var details []string
	for _, to := range []string{"secret", "nothing"} {
		w := s.warnings(s.send("POST", "/v1/games/"+g.ID+"/messages", `{"sender":"Green","text":"hm","reply_to":"`+to+`"}`))
		if len(w) != 1 {
			t.Fatalf("%s: %v", to, w)
		}
		details = append(details, w[0].Detail)
	}
	equal(t, "the detail", details[0], details[1])
	if w := s.warnings(s.send("POST", "/v1/games/"+g.ID+"/messages", `{"sender":"Blue","text":"hm","reply_to":"secret"}`)); w != nil {
		t.Errorf("%v", w)
	}
}
