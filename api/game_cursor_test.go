package api_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ringer/api"
)

// readers returns a player and a person without a seat, neither of whom sees the den.
func (a admission) readers() []bystander {
	return []bystander{{a.as(a.role("seat")), a.path}, {a.as(a.role("spectator")), a.path}}
}

// bystander reads a game with a token.
type bystander struct {
	*server
	path string
}

// get returns an answer without what differs in every one.
func (r bystander) get(query string, headers ...string) string {
	r.t.Helper()
	a := r.send("GET", r.path+query, "", headers...)
	a.Header.Del("Date")
	a.Header.Del("X-Request-Id")
	return fmt.Sprint(a.Status, a.Header, regexp.MustCompile(`"request_id":"[^"]*"`).ReplaceAllString(string(a.Body), ""))
}

// page returns a page of the events.
func (r bystander) page(query string) page {
	r.t.Helper()
	return as[page](r.t, r.send("GET", r.path+"/events"+query, "").is(r.t, 200))
}

// posts sends facts of the platform.
func (a admission) posts(facts ...[2]string) {
	a.t.Helper()
	for _, f := range facts {
		a.send("POST", a.path+f[0], f[1]).taken(a.t)
	}
}

// nightly is what happens in a night, and between the platform and its bots. NIGHT becomes an id.
// The cancelled vote lacks the answer of a person, so it is open.
var nightly = [][2]string{
	{"/messages", `{"sender":"Gray","channel":"den","text":"who dies?"}`},
	{"/observations", `{"kind":"typing","player":"Gray"}`}, {"/observations", `{"kind":"typing","player":"Green"}`},
	{"/observations", `{"kind":"private_info","seat":"Red","text":"psst"}`}, {"/observations", `{"kind":"muted","seat":"b"}`}, {"/observations", `{"kind":"unmuted"}`},
	{"/votes", `{"id":"kill-NIGHT","kind":"choose_one","question":"Who dies?","seats":["Gray","Red"],"fallback":{"option":"Green"}}`},
	{"/votes/kill-NIGHT/cancel", `{"reason":"Gray and Red could not agree"}`},
	{"/votes", `{"id":"mark-NIGHT","kind":"choose_one","question":"Who is marked?","seats":["Gray","Red"]}`}, {"/votes/mark-NIGHT/casts", `{"seat":"Gray","answer":"Green"}`},
}

// TestABystanderSeesNothingMove reads a game over a night in which nothing happens that a reader
// may see. No byte of any answer changes, a long poll waits on, and a stream writes nothing.
func TestABystanderSeesNothingMove(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	a.posts([2]string{"/messages", `{"sender":"Gray","text":"evening"}`}, [2]string{"/observations", `{"kind":"phase","phase":"night"}`})
	for _, r := range a.readers() {
		known := r.page("")
		last := len(known.Events)
		cursor := fmt.Sprint(known.NextAfter)
		queries := []string{"/tokens", "/events", "/events?limit=1", "/events?after=1", "/events?types=message.received", "/events?wait=0s&after=" + cursor, "/events?after=" + strconv.Itoa(last)}
		for n := range 14 { // up to behind the hidden events
			queries = append(queries, fmt.Sprint("/events?after=", last+1+n))
		}
		all := func() (answers []string) {
			for _, q := range queries {
				answers = append(answers, r.get(q))
			}
			return append(answers, r.get("/events", "Last-Event-ID", cursor))
		}
		before := all()
		blocks, _ := r.stream(t.Context(), r.path+"/stream?after="+cursor)
		polled := make(chan page)
		go func() {
			var p page
			_ = json.Unmarshal(r.send("GET", r.path+"/events?wait=55s&after="+cursor, "").Body, &p)
			polled <- p
		}()
		night := strings.NewReplacer("NIGHT", r.token[len(r.token)-8:])
		for _, f := range nightly {
			a.posts([2]string{night.Replace(f[0]), night.Replace(f[1])})
		}
		for i, after := range all() {
			equal(t, append(queries, "Last-Event-ID")[i]+" after what a reader may not see", after, before[i])
		}
		a.posts([2]string{"/messages", `{"sender":"Gray","text":"morning"}`})
		p := <-polled
		if len(p.Events) != 1 || !strings.Contains(string(p.Events[0].Data), "morning") || p.Events[0].Seq != int64(last+1) || p.NextAfter <= known.NextAfter {
			t.Errorf("the long poll returned %+v", p)
		}
		if b := r.next(blocks); !strings.Contains(b.data, "morning") || b.id != fmt.Sprint(p.NextAfter) {
			t.Errorf("the stream wrote %+v, want the event with the id %d", b, p.NextAfter)
		}
	}
}

// TestCursorsOfViews goes through a view with every kind of cursor. It misses nothing and gets
// nothing twice. Cursors of other readers, and numbers behind the end, are refused alike.
func TestCursorsOfViews(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	for i := range 4 {
		a.posts([2]string{"/messages", fmt.Sprintf(`{"sender":"Gray","channel":"den","text":"DEN %d"}`, i)}, [2]string{"/messages", fmt.Sprintf(`{"sender":"Green","text":"line %d"}`, i)})
	}
	readers := append(a.readers(), bystander{a.as(a.admit(`{"role":"seat","seat":"Gray"}`).Token), a.path})
	for i, r := range readers {
		whole := r.page("")
		n := len(whole.Events)
		after := ""
		for seq := 1; seq <= n; seq++ {
			for _, query := range []string{"?limit=1&after=" + after, fmt.Sprint("?limit=1&after=", seq-1), fmt.Sprint("?types=message.received,game.created&limit=1&after=", seq-1)} {
				p := r.page(strings.TrimSuffix(query, "&after="))
				if len(p.Events) != 1 || p.Events[0].Seq != int64(seq) || string(p.Events[0].Data) != string(whole.Events[seq-1].Data) || p.NextAfter < 1<<52 || p.NextAfter >= 1<<53 {
					t.Fatalf("%s: %+v, want event %d", query, p, seq)
				}
				after = fmt.Sprint(p.NextAfter)
			}
		}
		if p := r.page("?after=" + after); len(p.Events) != 0 || fmt.Sprint(p.NextAfter) != after || p.NextAfter != whole.NextAfter {
			t.Errorf("behind the end: %+v", p)
		}
		blocks, _ := r.stream(t.Context(), r.path+"/stream")
		first := r.next(blocks)
		resumed, _ := r.stream(t.Context(), r.path+"/stream", "Last-Event-ID", first.id)
		if b, want := r.next(resumed), r.next(blocks); b != want || b.id == "2" {
			t.Errorf("resumed after %s: %+v, want %+v", first.id, b, want)
		}
		other := readers[(i+1)%len(readers)]
		refusals := map[string]bool{}
		for _, cursor := range []string{fmt.Sprint(n + 1), "999", fmt.Sprint(whole.NextAfter ^ 1), fmt.Sprint(1 << 52), fmt.Sprint(1<<53 - 1), fmt.Sprint(1 << 60), fmt.Sprint(other.page("").NextAfter)} {
			p := r.send("GET", r.path+"/events?after="+cursor, "").problem(t)
			if refusals[p.Detail] = true; p.Code != "invalid_cursor" {
				t.Errorf("after %s: %+v", cursor, p)
			}
		}
		equal(t, fmt.Sprintf("different refusals among %v", refusals), len(refusals), 1)
		a.expect("422 invalid_cursor", "GET", a.path+"/events?after="+after, key, "")
	}
}

// TestAnswersToASeat: what a seat has posted is answered with the number and the id that its view
// gives it, also when it posts again. What nobody is shown has the number of the event before it.
func TestAnswersToASeat(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	a.posts(nightly[:4]...)
	a.posts([2]string{"/votes", `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green","Red"]}`})
	r := a.readers()[0]
	for _, c := range [][3]string{
		{"/observations", `{"kind":"typing","player":"Green"}`, "2"},
		{"/messages", `{"messages":[{"sender":"Green","text":"a","id":"a"},{"sender":"Green","text":"b"}]}`, "3 4"},
		{"/votes/v/casts", `{"seat":"Green","answer":"Gray"}`, "5"},
		{"/messages", `{"sender":"Green","text":"a","id":"a"}`, "3"},
		{"/observations", `{"id":"o","kind":"left","player":"Green"}`, "6"},
	} {
		got := r.send("POST", r.path+c[0], c[1])
		var seqs []string
		for _, m := range regexp.MustCompile(`"seq":(\d+)`).FindAllStringSubmatch(string(got.Body), -1) {
			seqs = append(seqs, m[1])
		}
		got.is(t, 202)
		equal(t, "the seqs for "+c[1], strings.Join(seqs, " "), c[2])
	}
	p := r.page("")
	posted := as[struct {
		Messages []struct {
			Seq    int64
			ViewID string `json:"view_id"`
		}
	}](t, r.send("POST", r.path+"/messages", `{"sender":"Green","text":"a","id":"a"}`))
	if m := posted.Messages[0]; p.Events[m.Seq-1].MessageID != m.ViewID || m.ViewID == "" {
		t.Errorf("the view calls %+v %s", m, p.Events[m.Seq-1].MessageID)
	}
	if p.Events[2].Type != "message.received" || p.Events[4].Type != "vote.received" || !strings.Contains(string(p.Events[5].Data), "left") {
		t.Errorf("the view has %+v", p.Events)
	}
}

// TestRepliesToWhatASeatSees: a reply may name a message by the id that the view shows. A message
// that the sender does not see stays unknown. Games of older versions do so, too.
func TestRepliesToWhatASeatSees(t *testing.T) {
	t.Parallel()
	for name, newKey := range map[string]func() string{"OK": nil, "OlderGame": func() string { return "" }} {
		s := setup(t, withKey)
		if newKey != nil {
			s.engine.Desk.NewKey = newKey
		}
		a := newAdmission(t, s)
		a.posts([2]string{"/messages", `{"id":"own","sender":"Gray","text":"seen"}`}, [2]string{"/messages", `{"id":"secret","sender":"Gray","channel":"den","text":"hidden"}`})
		green, gray := a.readers()[0], bystander{a.as(a.admit(`{"role":"seat","seat":"Gray"}`).Token), a.path}
		ids := map[string]string{}
		for _, e := range gray.page("?types=message.received").Events {
			m := as[struct{ ID, Text string }](t, answer{Body: e.Data})
			ids[m.Text] = m.ID
		}
		for reply, want := range map[string]string{ids["seen"]: "own", "own": "own", ids["hidden"]: ids["hidden"], ids["seen"] + "0": ids["seen"] + "0", "msg_x_1": "msg_x_1"} {
			body := fmt.Sprintf(`{"id":"to-%s","sender":"Green","text":"why?","reply_to":%q}`, reply, reply)
			for range 2 {
				green.send("POST", a.path+"/messages", body).is(t, 202)
			}
			if log := string(a.send("GET", a.path+"/events?limit=1000", "").Body); strings.Count(log, fmt.Sprintf(`"reply_to":%q`, want)) == 0 {
				t.Errorf("%s: a reply to %s names no %s: %s", name, reply, want, log)
			}
		}
		green.send("GET", a.path+"/events?limit=1000", "").is(t, 200, "why?").lacks(t, "reply_to")
	}
}

// TestOlderGamesKeepTheirNumbers: a game that began with an older version goes on with the seqs of
// its log, and with who is typing.
func TestOlderGamesKeepTheirNumbers(t *testing.T) {
	s := start(t, withKey)
	s.engine.Desk.NewKey = func() string { return "" }
	a := newAdmission(t, s)
	a.posts(nightly[:2]...)
	a.posts([2]string{"/messages", `{"sender":"Gray","text":"morning"}`})
	p := a.readers()[0].page("?after=1")
	if len(p.Events) != 2 || p.Events[0].Seq != 3 || p.Events[1].Seq != 4 || p.NextAfter != 4 || !strings.Contains(string(p.Events[0].Data), "typing") {
		t.Errorf("%+v", p)
	}
}

// TestLongHiddenPartsDoNotShow: a page over thousands of hidden events comes in the same form as
// one without them, and a reader who polls does not read them again.
func TestLongHiddenPartsDoNotShow(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	line := [2]string{"/messages", `{"sender":"Green","text":"seen"}`}
	hidden := [2]string{"/messages", `{"messages":[` + strings.TrimSuffix(strings.Repeat(`{"sender":"Gray","channel":"den","text":"hidden"},`, 100), ",") + `]}`}
	a.posts(line)
	for range 11 {
		a.posts(hidden)
	}
	a.posts(line)
	r := a.readers()[1]
	got := r.send("GET", r.path+"/events", "")
	p := as[page](t, got)
	if len(p.Events) != 3 || got.Header.Get("Content-Length") != fmt.Sprint(len(got.Body)) {
		t.Errorf("%v with %d events", got.Header, len(p.Events))
	}
	for range 11 {
		a.posts(hidden)
	}
	for range 3 {
		if got := r.page(fmt.Sprint("?after=", p.NextAfter)); len(got.Events) != 0 || got.NextAfter != p.NextAfter {
			t.Errorf("%+v", got)
		}
	}
	equal(t, "the event after which the next poll begins", api.ReadUpTo(a.api, a.id, ""), 2203)
}
