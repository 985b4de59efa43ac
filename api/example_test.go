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

// example is one request of openapi.yaml as it can be sent.
type example struct{ operation, name, method, path, query, accept, body string }

// examples returns a request for each example of a body and each media type of an answer.
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
					all = append(all, example{o.OperationID, name, method, path, "", accept, string(body)})
				}
			}
			if q := query(o); len(q) > 0 {
				all = append(all, example{o.OperationID, "query", method, path, "?" + q.Encode(), "application/json", ""})
			}
		}
	}
	return all
}

// query returns the examples of an operation's parameters.
func query(o *openapi3.Operation) url.Values {
	q := url.Values{}
	for _, p := range o.Parameters {
		if p.Value.In == "query" && p.Value.Example != nil {
			q.Set(p.Value.Name, fmt.Sprint(p.Value.Example))
		}
	}
	return q
}

// answers returns the media types of what an operation answers with when all is well.
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

// values returns the examples of a content, by their names.
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

// scene prepares what an example takes for granted, and returns what stands in it for the ids of
// the document.
func (s *server) scene(e example) *strings.Replacer {
	s.t.Helper()
	var id, message, plan string
	switch {
	case strings.Contains(e.path, "/plan"):
		id = s.asked("manual", "plan.created")
		plan = s.find(id, "plan.created").PlanID
	case strings.Contains(e.path, "{vid}"), e.method+e.path == "GET/v1/sessions/{id}/votes":
		id = s.create("")
		s.say(id, "who is it?")
		s.ask(id, `{"id":"day-1","kind":"choose_one","question":"`+strings.Repeat("so much to read ", 9)+`"}`) // it stays open for seconds
		if strings.HasSuffix(e.path, "/receipt") || strings.HasSuffix(e.path, "/trace") {
			s.await(id, "vote.cast")
		}
	case strings.Contains(e.path, "{id}"):
		speed := 100
		if strings.HasSuffix(e.path, "/events") || strings.HasSuffix(e.path, "/export") {
			speed = 1 // faster, it may be due before it is seen typing
		}
		id = s.asked(fmt.Sprintf(`human","speed":%d,"record":true,"language":"en`, speed), "message.sent")
		message = s.find(id, "message.sent").MessageID
	default:
		for range 21 { // more than a page
			s.create("")
		}
	}
	if e.accept == "text/event-stream" {
		s.send("POST", "/v1/sessions/"+id+"/end", `{"outcome":"The people won."}`)
	}
	return strings.NewReplacer("{id}", id, "{mid}", message, "{vid}", "day-1", "pln_4vkg7w2m5x3q6t7r_3_1", plan)
}

// TestExamples sends every request of openapi.yaml as its examples have it, and compares the
// answers with the examples of answers.
func TestExamples(t *testing.T) {
	t.Parallel()
	s := setup(t)
	doc := contracted(t).doc
	for _, e := range examples(t) {
		name := strings.Trim(fmt.Sprint(e.operation, "/", e.name, "/", e.accept), "/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names := s.scene(e)
			a := s.send(e.method, names.Replace(e.path)+e.query, names.Replace(e.body), "Accept", e.accept)
			o := doc.Paths.Value(e.path).GetOperation(e.method)
			if a.Status/100 != 2 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			if a.Status == http.StatusNoContent || e.query != "" {
				return
			}
			body := strings.ReplaceAll(string(a.Body), `"b"`, `"Blue"`) // the document's Blue has no other id
			var why []string
			for _, want := range values(t, o.Responses.Status(a.Status).Value.Content[e.accept]) {
				err := alike(parsed(want, e.accept), parsed(body, e.accept))
				if err == nil {
					return
				}
				why = append(why, err.Error())
			}
			t.Errorf("%s\nis not like its example: %s", a.Body, strings.Join(why, "; "))
		})
	}
}

// parsed returns what a content says as decoded JSON: of text that is not JSON its data lines or
// its lines, if they are.
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

// alike fails unless everything that an example shows is in an answer, with the same types: the
// fields of objects, and for each entry of a list one that is like it.
func alike(want, got any) error {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if _, there := got[name]; !ok || !there {
				return fmt.Errorf("there is no %s", name)
			}
			if name == "type" && want[name] != got[name] {
				return fmt.Errorf("the type is %v", got[name])
			}
			if err := alike(want[name], got[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	case []any:
		got, _ := got.([]any)
		for i, w := range want {
			if !slices.ContainsFunc(got, func(g any) bool { return alike(w, g) == nil }) {
				return fmt.Errorf("nothing is like entry %d", i)
			}
		}
	default:
		if fmt.Sprintf("%T", want) != fmt.Sprintf("%T", got) {
			return fmt.Errorf("is a %T, not a %T", got, want)
		}
	}
	return nil
}
