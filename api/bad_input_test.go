package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/getkin/kin-openapi/openapi3"
)

// input is a request that openapi.yaml does not allow.
type input struct {
	name, method, path, body string
	headers                  []string
}

// someOf returns all elements. With -short it returns one of nth: the race detector sees as much of
// the code in several hundred requests, and takes five times as long for each.
func someOf[T any](all []T, nth int) (some []T) {
	if !testing.Short() {
		return all
	}
	for i := 0; i < len(all); i += nth {
		some = append(some, all[i])
	}
	return some
}

// TestGeneratedBadInput sends requests that openapi.yaml does not allow. For each operation,
// parameter and field of a body it sends everything that the schema refuses, and bodies that are
// not JSON. Each is refused with a problem, and nothing is stored.
func TestGeneratedBadInput(t *testing.T) {
	s := start(t, withKey).as(key)
	id := s.asked("instant", "message.sent")
	s.ask(id, `{"id":"day-1","kind":"choose_one","question":"Who is it?"}`)
	table := s.newGame("")
	s.askGame(table.ID, `{"id":"day-1","kind":"choose_one","question":"Who is it?"}`)
	ofSession := strings.NewReplacer("{id}", id, "{mid}", s.find(id, "message.sent").MessageID, "{vid}", "day-1")
	ofGame := strings.NewReplacer("{id}", table.ID, "{vid}", "day-1")
	before, beforeGame := s.facts(id), s.gameFacts(table.ID)
	var inputs []input
	doc := contracted(t).doc
	for _, path := range doc.Paths.InMatchingOrder() {
		names := ofSession
		if strings.HasPrefix(path, "/v1/games") {
			names = ofGame
		}
		for method, o := range doc.Paths.Value(path).Operations() {
			inputs = append(inputs, badPaths(method, path, names)...)
			inputs = append(inputs, badParameters(o, method, names.Replace(path))...)
			inputs = append(inputs, badBodies(t, o, method, names.Replace(path))...)
		}
	}
	failures := 0
	inputs = someOf(inputs, 32)
	for _, in := range inputs {
		a := s.send(in.method, in.path, in.body, in.headers...)
		if a.Status >= 500 {
			failures++
		}
		if a.Status < 400 || a.Status >= 500 {
			t.Errorf("%s %.100s, %s: %d %.300s\nto %.300q", in.method, in.path, in.name, a.Status, a.Body, in.body)
			continue
		}
		if p := a.problem(t); p.Code == "" {
			t.Errorf("%s %.100s, %s: no code in %s", in.method, in.path, in.name, a.Body)
		}
	}
	t.Logf("%d inputs, %d of them answered with 5xx", len(inputs), failures)
	equal(t, "facts of the session and the game", [2]int{s.facts(id), s.gameFacts(table.ID)}, [2]int{before, beforeGame})
	var list struct {
		Sessions, Games []struct{ ID string }
	}
	s.send("GET", "/v1/sessions?limit=100", "").decode(t, &list)
	s.send("GET", "/v1/games?limit=100", "").decode(t, &list)
	equal(t, "sessions and games", [2]int{len(list.Sessions), len(list.Games)}, [2]int{1 + len(table.Bots), 1})
}

// facts returns how many events the platform has added to a log. The bot may add events meanwhile.
func (s *server) facts(id string) (n int) {
	s.t.Helper()
	for _, e := range s.log(id).Events {
		switch e.Type {
		case "session.created", "session.updated", "session.ended", "message.received", "message.receipt", "observation.received", "plan.commanded",
			"vote.requested", "vote.updated", "vote.cancelled", "vote.receipt":
			n++
		}
	}
	return n
}

// badPaths are addresses of objects that do not exist.
func badPaths(method, path string, names *strings.Replacer) (all []input) {
	if !strings.Contains(path, "{") {
		return nil
	}
	for _, id := range []string{
		"ses_none", "%00", "%ff", "%F0%9F%99%82", "..%2f..%2fetc", "%2e%2e", "%252e", "'%20or%201=1--", "%e2%80%ae", "%0d%0aX:1", "*", "null", "-1", ";", strings.Repeat("a", 5000),
	} {
		odd := strings.NewReplacer("{id}", id)
		if strings.Contains(path, "{mid}") {
			odd = strings.NewReplacer("{id}", names.Replace("{id}"), "{mid}", id)
		}
		if strings.Contains(path, "{vid}") {
			odd = strings.NewReplacer("{id}", names.Replace("{id}"), "{vid}", id)
		}
		body := ""
		if method != "GET" && method != "DELETE" {
			body = `{}`
		}
		all = append(all, input{name: "odd id", method: method, path: odd.Replace(path), body: body})
	}
	return all
}

// badParameters are values that the schema of a parameter refuses.
func badParameters(o *openapi3.Operation, method, path string) (all []input) {
	for _, p := range o.Parameters {
		if p.Value.In == "path" {
			continue
		}
		s := p.Value.Schema.Value
		var bad []string
		if !s.Type.Is("string") {
			bad = append(bad, "", "x", "1.5", " 1", "1 ", "+1", "0x1", "null", "\x00", "١", "1e3", "99999999999999999999", "-99999999999999999999", "[1]", "1,2")
		}
		for _, m := range mutations(s, nil) {
			if text, ok := m.value.(string); ok && text != "" {
				bad = append(bad, text)
			} else if number, ok := m.value.(raw); ok && len(number) < 100 && !s.Type.Is("string") {
				bad = append(bad, string(number))
			}
		}
		for _, text := range slices.DeleteFunc(bad, func(text string) bool { return isValid(s, text) }) {
			in := input{name: p.Value.Name + "=" + text, method: method, path: path}
			if p.Value.In == "query" {
				in.path += "?" + url.Values{p.Value.Name: {text}}.Encode()
			} else if strings.Trim(text, "\x00\n\r") == text {
				in.headers = []string{p.Value.Name, text}
			}
			all = append(all, in)
		}
	}
	return all
}

// isValid reports whether the text of a parameter matches its schema when it is read as a number or
// as true or false.
func isValid(s *openapi3.Schema, text string) bool {
	var v any
	if s.Type.Is("string") {
		return s.VisitJSON(text) == nil
	}
	return json.Unmarshal([]byte(text), &v) == nil && text == strings.TrimSpace(text) && s.VisitJSON(v) == nil
}

// badBodies are bodies that the schema of an operation refuses, and bodies that are not JSON.
func badBodies(t *testing.T, o *openapi3.Operation, method, path string) (all []input) {
	if o.RequestBody == nil {
		return nil
	}
	add := func(name, body string, headers ...string) {
		all = append(all, input{name, method, path, body, headers})
	}
	media := o.RequestBody.Value.Content["application/json"]
	bodies := values(t, media)
	for _, example := range slices.Sorted(maps.Keys(bodies)) {
		for _, m := range mutations(media.Schema.Value, bodies[example]) {
			add(example+": "+m.name, write(m.value))
		}
		text := write(bodies[example])
		for _, n := range []int{1, len(text) / 3, len(text) / 2, len(text) - 1} {
			add("cut", text[:max(n, 1)])
		}
		add("two values", text+text)
		add("something behind", text+"x")
		add("a comma too many", strings.TrimSuffix(text, "}")+",}")
		add("UTF-16", utf16Text(text, false))
		add("UTF-16 with a mark", utf16Text("\ufeff"+text, true))
		if strings.Contains(text, `"`) {
			add("Latin-1", strings.Replace(text, `"`, "\"\xe4", 1))
			add("single quotes", strings.ReplaceAll(text, `"`, `'`))
		}
		add("too large", text+strings.Repeat(" ", 1<<20))
		for _, media := range []string{"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json", "application/json; charset=\"", ";"} {
			add("content type "+media, text, "Content-Type", media)
		}
		add("gzip", text, "Content-Encoding", "gzip")
	}
	if o.RequestBody.Value.Required {
		add("nothing", "")
	}
	for _, text := range []string{" ", "{", "}", "[", "\"", "nul", "NaN", "\x00", "\xef\xbb\xbf{}", "{}{}", "undefined", strings.Repeat("[", 10_000), strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)} {
		add(fmt.Sprintf("%.10q", text), text)
	}
	return all
}

func utf16Text(text string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			u = u<<8 | u>>8
		}
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}
