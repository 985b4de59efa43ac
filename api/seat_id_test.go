package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// fact posts with a token or the key, and returns the answer to the only fact.
func (a admission) fact(token, path, body string) answered {
	a.t.Helper()
	posted := as[answered](a.t, a.send("POST", a.path+path, body, bearer(token)...).is(a.t, 202))
	if len(posted.Messages) > 0 {
		return posted.Messages[0]
	}
	return posted
}

// TestIDsOfSeatsAreApart posts one id by two seats and by the platform, in each order. Nobody takes
// an id from another, and a repeated post gets the first answer.
func TestIDsOfSeatsAreApart(t *testing.T) {
	s := start(t, withKey).as(key)
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		a := newAdmission(t, s)
		tokens := []string{a.role("seat"), a.admit(`{"role":"seat","seat":"Gray"}`).Token, key}
		say := []string{`{"id":"m-1","sender":"Green","text":"x"}`, `{"id":"m-1","sender":"Gray","text":"x"}`, `{"id":"m-1","sender":"Green","text":"from the platform"}`}
		act := []string{`{"id":"o-2","kind":"typing","player":"Green"}`, `{"id":"o-2","kind":"typing","player":"Gray"}`, `{"id":"o-2","kind":"phase","phase":"day"}`}
		first := map[string]answered{}
		for range 2 {
			for _, i := range order {
				for path, body := range map[string]string{"/messages": say[i], "/observations": act[i]} {
					got := a.fact(tokens[i], path, body)
					was, again := first[body]
					if first[body] = got; got.Duplicate != again || again && (got.ID != was.ID || got.Seq != was.Seq) || got.ID != "m-1" && got.ID != "o-2" {
						t.Errorf("%v: %s: %+v, first %+v", order, body, got, was)
					}
				}
			}
		}
		a.send("POST", a.path+"/messages", `{"id":"m-1","sender":"Gray","text":"another"}`, bearer(tokens[1])...).is(t, 422, `\"m-1\"`).refused(t, "422 id_reused")
		a.expect("422 too_long", "POST", a.path+"/messages", tokens[0], `{"id":"`+strings.Repeat("x", 81)+`","sender":"Green","text":"x"}`)
		log := as[page](t, a.send("GET", a.path+"/events?limit=100&types=message.received", ""))
		ids := map[string]bool{}
		for _, e := range log.Events {
			m := as[struct{ ID, Text string }](t, answer{Body: e.Data})
			ids[m.ID] = true
			equal(t, fmt.Sprintf("the platform has the id of %s", e.Data), m.ID == "m-1", m.Text == "from the platform")
		}
		equal(t, fmt.Sprintf("different ids among %v", ids), len(ids), 3)
	}
}

// TestIDsOfSeatsDoNotRunTogether posts by seats whose names and ids are alike when joined.
func TestIDsOfSeatsDoNotRunTogether(t *testing.T) {
	s := start(t, withKey).as(key)
	g := as[gameAnswer](t, s.send("POST", "/v1/games", `{"game":{"players":["a","a:b","a b","Red"]},"bots":[{"seat":"Red","timing":"manual"}]}`))
	a := admission{server: s, path: "/v1/games/" + g.ID}
	for _, c := range [][2]string{{"a", "b:c"}, {"a:b", "c"}, {"a", "b c"}, {"a b", "c"}} {
		token := a.admit(fmt.Sprintf(`{"role":"seat","seat":%q}`, c[0])).Token
		if got := a.fact(token, "/messages", fmt.Sprintf(`{"id":%q,"sender":%q,"text":"x"}`, c[1], c[0])); got.Duplicate || got.ID != c[1] {
			t.Errorf("%v: %+v", c, got)
		}
	}
}

// TestSeatAnswersItself replies to lines of the seat by the ids that it has given, in one post and
// in another. The log has the id of the line, and there is no warning.
func TestSeatAnswersItself(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	token := a.role("seat")
	for _, body := range []string{
		`{"messages":[{"id":"m-1","sender":"Green","text":"a"},{"sender":"Green","text":"b","reply_to":"m-1"}]}`, `{"sender":"Green","text":"c","reply_to":"m-1"}`,
	} {
		a.as(token).send("POST", a.path+"/messages", body).is(t, 202).lacks(t, `"warnings"`)
	}
	// The id of a seat means nothing to the platform.
	a.send("POST", a.path+"/messages", `{"sender":"Gray","text":"d","reply_to":"m-1"}`).shows(t, `{"warnings":[{}]}`)
	log := as[page](t, a.send("GET", a.path+"/events?types=message.received", ""))
	type line struct {
		ID string
		To string `json:"reply_to"`
	}
	var lines []line
	for _, e := range log.Events {
		lines = append(lines, as[line](t, answer{Body: e.Data}))
	}
	if lines[0].ID == "m-1" || lines[1].To != lines[0].ID || lines[2].To != lines[0].ID {
		t.Errorf("the log has %+v", lines)
	}
}

// TestRetryAfterTheUpgrade repeats posts of a seat that an older server has stored under the ids as
// they were: as the platform's. They are known, and nothing is stored twice.
func TestRetryAfterTheUpgrade(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	token := a.role("seat")
	for _, c := range [][2]string{
		{"/messages", `{"id":"m-1","sender":"Green","text":"x"}`}, {"/observations", `{"id":"o-1","kind":"typing","player":"Green"}`},
		{"/observations", `{"id":"o-2","kind":"left","player":"Green"}`},
	} {
		old := a.fact(key, c[0], c[1])
		if got := a.fact(token, c[0], c[1]); !got.Duplicate || got.ID != old.ID {
			t.Errorf("%s: %+v, first %+v", c[1], got, old)
		}
	}
	a.send("GET", a.path+"/events", "").shows(t, `{"events":[{},{},{},{}]}`)
}
