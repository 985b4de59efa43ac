package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// example is one request of openapi.yaml that can be sent.
type example struct{ operation, name, method, path, query, accept, body string }

// examples returns a request for each example of a body and for each media type of an answer.
func examples(t *testing.T) (all []example) {
	t.Helper()
	doc := contracted(t).doc
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		for method, o := range doc.Paths.Value(path).Operations() {
			bodies := map[string]any{"": nil}
			if o.RequestBody != nil {
				bodies = values(t, o.RequestBody.Value.Content["application/json"])
			}
			for _, name := range slices.Sorted(maps.Keys(bodies)) {
				body := []byte{}
				if bodies[name] != nil {
					var err error
					if body, err = json.Marshal(bodies[name]); err != nil {
						t.Fatal(err)
					}
				}
				for _, accept := range answers(o) {
					if needsQuery(o) || path == "/v1/events" {
						continue // the example below has it; without one the feed begins now, and shows nothing
					}
					all = append(all, example{o.OperationID, name, method, path, "", accept, string(body)})
				}
			}
			if q := query(o); len(q) > 0 {
				all = append(all, example{o.OperationID, "query", method, path, "?" + q.Encode(), answers(o)[0], ""})
			}
		}
	}
	return all
}

// needsQuery reports whether an operation has a query parameter that is required.
func needsQuery(o *openapi3.Operation) bool {
	return slices.ContainsFunc(o.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.In == "query" && p.Value.Required })
}

// query returns the example values of an operation's query parameters.
func query(o *openapi3.Operation) url.Values {
	q := url.Values{}
	for _, p := range o.Parameters {
		if p.Value.In == "query" && p.Value.Example != nil {
			q.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
		}
	}
	return q
}

// answers returns the media types of an operation's successful answers.
func answers(o *openapi3.Operation) []string {
	media := map[string]bool{}
	for status, r := range o.Responses.Map() {
		if strings.HasPrefix(status, "2") {
			for m := range r.Value.Content {
				media[m] = true
			}
		}
	}
	if len(media) == 0 {
		return []string{"*/*"}
	}
	return slices.Sorted(maps.Keys(media))
}

// values returns the examples of a content, by name.
func values(t *testing.T, m *openapi3.MediaType) map[string]any {
	t.Helper()
	all := map[string]any{}
	if m != nil && m.Example != nil {
		all["example"] = m.Example
	}
	if m != nil {
		for name, e := range m.Examples {
			all[name] = e.Value.Value
		}
	}
	if len(all) == 0 {
		t.Fatal("there is a content without an example")
	}
	return all
}

// prepare creates what an example needs, and returns the replacements for the ids in the document.
func (s *server) prepare(e example) *strings.Replacer {
	s.t.Helper()
	var id, message, plan string
	switch {
	case strings.HasPrefix(e.path, "/v1/webhooks"):
		return strings.NewReplacer("{wid}", s.makeWebhook(`{"url":"https://platform.example/ringer"}`).ID)
	case strings.HasPrefix(e.path, "/v1/keys"):
		return strings.NewReplacer("{kid}", s.makeKey(`{"name":"room server"}`).ID)
	case strings.Contains(e.path, "{tid}"):
		s.makeKey(`{"name":"room server","tenant":"acme"}`)
		return strings.NewReplacer("{tid}", "acme")
	case strings.HasPrefix(e.path, "/v1/games"):
		id, message = s.prepareGame(e), "m-1"
	case strings.Contains(e.path, "/plan"):
		id = s.asked("manual", "plan.created")
		plan = s.find(id, "plan.created").PlanID
	case strings.Contains(e.path, "{vid}"), e.method+e.path == "GET/v1/sessions/{id}/votes":
		id = s.create("")
		s.say(id, "who is it?")
		// The long question keeps the vote open for seconds.
		s.ask(id, `{"id":"day-1","kind":"choose_one","question":"`+strings.Repeat("so much to read ", 9)+`"}`)
		if strings.HasSuffix(e.path, "/receipt") || strings.HasSuffix(e.path, "/trace") {
			s.await(id, "vote.cast")
		}
	case strings.Contains(e.path, "{id}"):
		speed := 30 // at a much higher speed a busy machine is minutes late by the clock of the chat
		if strings.HasSuffix(e.path, "/events") || strings.HasSuffix(e.path, "/stream") || strings.HasSuffix(e.path, "/export") {
			speed = 1 // at a higher speed the message may be due before the bot is shown as typing
		}
		id = s.asked(fmt.Sprintf(`human","speed":%d,"record":true,"language":"en`, speed), "message.sent")
		message = s.find(id, "message.sent").MessageID
	default:
		for range 21 { // more than one page
			s.create("")
		}
	}
	if root, _, _ := strings.Cut(e.path, "/{"); e.accept == "text/event-stream" {
		s.send("POST", root+"/"+id+"/end", `{"outcome":"The people won."}`)
	}
	return strings.NewReplacer("{id}", id, "{mid}", message, "{vid}", "day-1", "pln_4vkg7w2m5x3q6t7r_3_1", plan)
}

// TestExamples sends every request of openapi.yaml with its examples, and compares the answers with
// the examples of answers.
func TestExamples(t *testing.T) {
	s := start(t, withKey).as(key)
	doc := contracted(t).doc
	for _, e := range someOf(examples(t), 8) {
		name := strings.Trim(fmt.Sprint(e.operation, "/", e.name, "/", e.accept), "/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names := s.prepare(e)
			a := s.send(e.method, names.Replace(e.path)+e.query, names.Replace(e.body), "Accept", e.accept)
			o := doc.Paths.Value(e.path).GetOperation(e.method)
			if a.Status/100 != 2 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			if a.Status == http.StatusNoContent || e.query != "" {
				return
			}
			// The example names the player Blue.
			body := strings.ReplaceAll(string(a.Body), `"b"`, `"Blue"`)
			var why []string
			for _, want := range values(t, o.Responses.Status(a.Status).Value.Content[e.accept]) {
				err := compare(parsed(want, e.accept), parsed(body, e.accept))
				if err == nil {
					return
				}
				why = append(why, err.Error())
			}
			t.Errorf("%s\ndoes not match its example: %s", a.Body, strings.Join(why, "; "))
		})
	}
}

// parsed returns a content as decoded JSON. For a text that is not JSON it returns the data lines
// or the lines, if they are JSON.
func parsed(content any, media string) any {
	text, ok := content.(string)
	if !ok {
		return content
	}
	var v any
	if media == "application/json" && json.Unmarshal([]byte(text), &v) == nil {
		return v
	}
	lines := []any{}
	for line := range strings.Lines(text) {
		var v any
		if json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &v) == nil {
			lines = append(lines, v)
		}
	}
	return lines
}

// compare returns an error unless an answer has everything that an example has, with the same
// types. Objects must have the same fields. For each entry of a list there must be a similar entry.
func compare(want, got any) error {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if _, there := got[name]; !ok || !there {
				return fmt.Errorf("%s is missing", name)
			}
			if name == "type" && want[name] != got[name] {
				return fmt.Errorf("the type is %v", got[name])
			}
			if err := compare(want[name], got[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	case []any:
		got, _ := got.([]any)
		for i, w := range want {
			if !slices.ContainsFunc(got, func(g any) bool { return compare(w, g) == nil }) {
				return fmt.Errorf("no entry matches entry %d", i)
			}
		}
	default:
		if fmt.Sprintf("%T", want) != fmt.Sprintf("%T", got) {
			return fmt.Errorf("is a %T, not a %T", got, want)
		}
	}
	return nil
}
