package api_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/goldentest"
	"ringer/engine/session"
)

// refusal is a request of a page of testdata.
type refusal struct {
	method, path, body string
	headers            []string
}

var (
	repeated = regexp.MustCompile(`⟨(\d+) ([^⟩]*)⟩`)
	headerOf = regexp.MustCompile(`^([A-Z][A-Za-z-]+): ?(.*)$`)
	// changing matches what differs in each run.
	changing = regexp.MustCompile(`ses_[a-z2-7]+|gam_[a-z2-7]{3,}|counts as 20\S+Z`)
)

// masked returns a text without what differs in each run.
func masked(text string) string {
	return changing.ReplaceAllStringFunc(text, func(part string) string {
		return map[string]string{"ses": "SES", "gam": "GAM", "cou": "counts as TIME"}[part[:3]]
	})
}

// parseRefusal reads a request: a line with its method and path, its headers, and its body.
func parseRefusal(text string) (r refusal) {
	text = repeated.ReplaceAllStringFunc(text, func(part string) string {
		m := repeated.FindStringSubmatch(part)
		n, _ := strconv.Atoi(m[1])
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(m[2], "#", strconv.Itoa(i)))
		}
		return b.String()
	})
	first, rest, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\n")
	r.method, r.path, _ = strings.Cut(first, " ")
	for {
		line, more, _ := strings.Cut(rest, "\n")
		header := headerOf.FindStringSubmatch(line)
		if header == nil {
			r.body = rest
			return r
		}
		r.headers, rest = append(r.headers, header[1:]...), more
	}
}

// replay passes on the requests of a page, which stand indented. It returns the page with the
// answers.
func replay(page string, names *strings.Replacer, send func(refusal) string) string {
	var b, request strings.Builder
	isAnswer := false
	for line := range strings.Lines(page) {
		part, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented:
			request.WriteString(part)
		case request.Len() > 0:
			line = "\n" + send(parseRefusal(names.Replace(request.String()))) + "\n"
			request.Reset()
			isAnswer = true
		case isAnswer && !strings.HasPrefix(line, "#"):
			continue
		default:
			isAnswer = false
		}
		b.WriteString(line)
	}
	return b.String()
}

// refusals is what a server has refused: the pointers and details of each code.
type refusals map[session.Code][][2]string

// answerTo sends a request, and returns what a reader of a page should know of the answer.
func (s *server) answerTo(t *testing.T, r refusal, all refusals) string {
	t.Helper()
	var b strings.Builder
	a := s.send(r.method, r.path, r.body, r.headers...)
	if a.Status >= 400 {
		p := a.problem(t)
		codes, first := []string{}, [2]string{"", p.Detail}
		for i, e := range p.Errors {
			if codes = append(codes, "`"+e.Code+"`"); i == 0 {
				first = [2]string{e.Pointer, e.Detail}
			}
		}
		if len(p.Errors) == 0 || p.Errors[0].Code != p.Code {
			codes = append([]string{"`" + p.Code + "`"}, codes...)
		}
		all[session.Code(p.Code)] = append(all[session.Code(p.Code)], first)
		fmt.Fprintf(&b, "%d %s: %s\n", p.Status, strings.Join(codes, ", "), p.Detail)
	}
	for _, w := range s.warnings(a) {
		fmt.Fprintf(&b, "%d, warning `%s`: %s %s\n", a.Status, w.Code, w.Pointer, w.Detail)
	}
	return masked(b.String())
}

// readPage returns a page of testdata.
func readPage(t *testing.T, file string) string {
	t.Helper()
	page := must(os.ReadFile(file))(t)
	return string(page)
}

// world opens the sessions and games of which the pages speak. It returns their names, and what the
// server has stored in them.
func (s *server) world() (names *strings.Replacer, stored func() string) {
	s.t.Helper()
	day := `{"kind":"yes_no","question":"Is it day?","within_ms":3600000}`
	over := s.create("")
	s.ask(over, who)
	s.send("POST", "/v1/sessions/"+over+"/end", "{}")
	id, _ := s.muted()
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"x"}`)
	s.ask(id, `{"id":"over","kind":"yes_no","question":"Is it day?"}`)
	s.send("POST", "/v1/sessions/"+id+"/votes/over/cancel", "")
	strict := s.create(`,"timing":"manual","strict":true`)
	busy := s.create(`,"speed":0.01`) // so slow that the bot answers no vote before the last one is refused
	for range session.MaxOpenVotes {
		s.ask(busy, day)
	}
	s.send("POST", "/v1/sessions/"+busy+"/messages", `{"id":"gone","sender":"b","text":"x"}`)
	s.send("DELETE", "/v1/sessions/"+busy+"/messages/gone", "")
	g, night, past := s.quietGame(), s.quietGame(), s.quietGame()
	hosted := s.createGame(`{"host":"ringer","game":{"rules":"mafia","players":["Ann","Bob","Cleo","Dan","Eve","Finn","Gray"]},"bots":[{"seat":"Bob","timing":"manual"}]}`)
	for _, f := range [][3]string{
		{g.ID, "/votes", `{"id":"who","kind":"choose_one","question":"Who is it?","within_ms":3600000}`},
		{g.ID, "/votes", `{"id":"done","kind":"choose_one","question":"Who is it?","within_ms":3600000}`},
		{g.ID, "/votes/done/casts", `{"seat":"Green","answer":"Red"}`},
		{night.ID, "/observations", `{"kind":"eliminated","player":"Pink"}`},
		{night.ID, "/observations", `{"kind":"joined","player":"Lime"}`},
		{night.ID, "/observations", `{"kind":"left","player":"Lime"}`},
		{night.ID, "/votes", `{"id":"v","kind":"choose_one","question":"Who?","seats":["Green","Red"],"within_ms":3600000}`},
		{past.ID, "/observations", `{"id":"o-1","kind":"phase","phase":"night"}`},
		{past.ID, "/votes", `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":3600000}`},
		{past.ID, "/votes", `{"id":"w","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":3600000}`},
		{past.ID, "/votes/w/casts", `{"seat":"Green","answer":"yes"}`},
		{past.ID, "/end", "{}"},
		{hosted.ID, "/observations", `{"kind":"left","player":"Gray"}`},
	} {
		s.post(f[0], f[1], f[2])
	}
	stored = func() string {
		list := as[struct{ Sessions, Games []struct{ ID string } }](s.t, s.send("GET", "/v1/sessions?limit=100", ""))
		s.send("GET", "/v1/games?limit=100", "").decode(s.t, &list)
		counts := []int{len(list.Sessions), len(list.Games), len(s.log(id).Events), s.facts(over), s.facts(strict), s.facts(busy)}
		return fmt.Sprint(counts, s.stored(g), s.stored(night), s.stored(past), s.players(hosted.ID))
	}
	return strings.NewReplacer("SES", id, "OVER", over, "STRICT", strict, "BUSY", busy, "GAM", g.ID, "SEAT", g.session("Red"), "NIGHT", night.ID, "PAST", past.ID,
		"HOSTED", hosted.ID, "BARE", bareSession(night, "b")), stored
}

// players returns the players of a game, whose own rules may add events to its log meanwhile.
func (s *server) players(game string) any {
	s.t.Helper()
	return as[map[string]any](s.t, s.send("GET", "/v1/games/"+game, "").is(s.t, 200))["players"]
}

// TestRefusals sends the requests of the pages in testdata, which have the answers. Nothing of the
// first page is stored. The second one is to be read as a newcomer would read it. Together they
// have the example of each code, as the server's page docs/errors shows it.
func TestRefusals(t *testing.T) {
	s := start(t, withKey, withoutServers(t)).as(key)
	names, stored := s.world()
	all := refusals{}
	before := stored()
	for _, file := range []string{"testdata/refusals.md", "testdata/mistakes.md"} {
		page := replay(readPage(t, file), names, func(r refusal) string { return s.answerTo(t, r, all) })
		goldentest.File(t, file, page)
		if after := stored(); file == "testdata/refusals.md" && after != before {
			t.Errorf("stored\n%s\nwant\n%s", after, before)
		}
	}
	examples := api.Samples()
	for _, code := range elsewhere {
		delete(examples, code)
	}
	for code, want := range examples {
		want[1] = masked(want[1])
		if !slices.ContainsFunc(all[code], func(got [2]string) bool { return got[0] == want[0] && masked(got[1]) == want[1] }) {
			t.Errorf("no request gets the example of %s, %q, but %q", code, want, all[code])
		}
	}
}

// elsewhere are the codes that other tests ask for.
var elsewhere = []session.Code{
	// These need faults of the database or of the server.
	"conflict", "unavailable", "outcome_unknown", "internal", "not_storable",
	"database_full", "database_read_only", "database_locked", "database_replaced",
	// TestServerOnlyReads covers these.
	"inspect_only", "database_copied",
	// No route has this any more.
	"header_not_supported",
	// TestOutage covers this.
	"shutting_down",
	// The bot has to plan and to speak first.
	"plan_changed", "rejected_before",
	// TestFullLogOfAGame covers this.
	"log_full",
	// The night has to come first.
	"may_not_speak",
	// TestContest covers these.
	"contest_running", "contest_not_found",
	// TestStudy covers these.
	"study_closed", "person_not_found",
	// TestFeedRefusals covers this.
	"cursor_expired",
	// TestKey and similar tests cover these.
	"unauthorized", "key_revoked", "key_expired", "key_scope", "quota_reached", "token_invalid", "token_expired", "token_scope", "cross_origin", "host_not_allowed", "rate_limited",
}

// TestFactsAfterTheEndOfAGame posts to a game that has ended what it knows already. That gets its
// first answer. TestRefusals posts other facts.
func TestFactsAfterTheEndOfAGame(t *testing.T) {
	s := start(t)
	g := s.quietGame()
	s.post(g.ID, "/observations", `{"id":"o-1","kind":"phase","phase":"night"}`)
	s.post(g.ID, "/votes", `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	s.post(g.ID, "/votes", `{"id":"w","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`)
	s.post(g.ID, "/votes/w/casts", `{"seat":"Green","answer":"yes"}`)
	s.post(g.ID, "/end", "{}")
	before := s.stored(g)
	for path, body := range map[string]string{
		"/observations": `{"id":"o-1","kind":"phase","phase":"night"}`, "/votes/w/casts": `{"seat":"Green","answer":"yes"}`,
		"/votes": `{"id":"v","kind":"yes_no","question":"Is it?","seats":["Green"],"within_ms":60000}`,
	} {
		s.post(g.ID, path, body).is(t, 202, `"duplicate":true`)
	}
	equal(t, "stored", s.stored(g), before)
}

// stored returns what requests may have changed: how many facts the logs of a game have, and who
// may do what in it.
func (s *server) stored(g gameAnswer) string {
	s.t.Helper()
	now := as[map[string]any](s.t, s.send("GET", "/v1/games/"+g.ID, "").is(s.t, 200))
	counts := []int{s.gameFacts(g.ID)}
	for _, b := range g.Bots {
		counts = append(counts, s.facts(b.Session))
	}
	return fmt.Sprint(counts, now["players"], now["bots"], now["phase"], now["status"], now["config"], now["said"])
}

// bareSession returns the part of a session's id that its own ids contain.
func bareSession(g gameAnswer, seat string) string {
	_, bare, _ := strings.Cut(g.session(seat), "_")
	return bare
}
