package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"ringer/engine/slowtest"
)

// aboutMeaning are the codes of requests that have the right form. The document cannot say what
// they refuse: names that do not exist, fields that exclude each other, states.
var aboutMeaning = []string{
	"unknown_player", "unknown_phase", "unknown_channel", "unknown_rules", "unknown_strategy", "unknown_option", "invalid_option", "duplicate_player",
	"model_not_allowed", "language_not_allowed", "id_reused", "vote_final", "session_ended", "conflict", "no_plan", "plan_changed", "rejected_before", "vote_not_found", "vote_over", "message_deleted",
	"message_not_found", "key_scope", "key_not_found", "tenant_not_found", "too_many_votes", "invalid_cursor", "wrong_host",
}

// TestBoundaries sends what openapi.yaml only just allows: the examples, with each field at each of
// its bounds. None of that is refused for its form. TestGeneratedBadInput sends what lies beyond.
func TestBoundaries(t *testing.T) {
	slowtest.Skip(t)
	s := start(t, withKey).as(key)
	doc := contracted(t).doc
	seen := map[string]bool{}
	for _, e := range examples(t) {
		if seen[e.operation] || e.accept == "text/event-stream" || strings.HasPrefix(e.path, "/openapi") {
			continue
		}
		seen[e.operation] = true // one example has most fields
		t.Run(e.operation, func(t *testing.T) {
			t.Parallel()
			s.sendEdges(t, doc.Paths.Value(e.path).GetOperation(e.method), e)
		})
	}
}

// sendEdges sends an example with each field at each of its bounds.
func (s *server) sendEdges(t *testing.T, o *openapi3.Operation, e example) {
	t.Helper()
	names := s.prepare(e)
	all, refused := edges(t, o, e), map[string]int{}
	for _, in := range all {
		a := s.send(e.method, names.Replace(e.path)+in.path, names.Replace(in.body))
		if a.Status < 300 {
			if e.operation == "createWebhook" { // a tenant has only a few
				s.send("DELETE", e.path+"/"+as[madeWebhook](t, a).ID, "").is(t, 204)
			}
			continue
		}
		p := a.problem(t)
		refused[p.Code]++
		// Which fields and values a kind of message, observation, vote, token or survey takes is a
		// matter of its meaning.
		kinds := []string{"postMessages", "postObservation", "postVote", "updateVote", "updateGameVote", "postGameMessages", "postGameObservation", "postGameVote", "postGameCast", "scoreTranscript", "postGameSurvey", "createGameToken", "createGameReadToken"}
		ofKind := slices.Contains(kinds, o.OperationID) && slices.Contains([]string{"invalid_value", "required", "empty_text"}, p.Code)
		if !slices.Contains(aboutMeaning, p.Code) && !ofKind {
			t.Errorf("%s: %s\n%.300s", in.name, p.Detail, in.body)
		}
		if p.Code == "session_ended" || p.Code == "not_found" {
			names = s.prepare(e)
		}
	}
	t.Logf("%d requests, refused for their meaning: %v", len(all), refused)
}

// edges returns the requests of an example with one parameter or field at a bound. The path of each
// is only its query.
func edges(t *testing.T, o *openapi3.Operation, e example) (all []input) {
	for _, p := range o.Parameters {
		if p.Value.In != "query" || slices.Contains([]string{"wait", "cursor", "types"}, p.Value.Name) { // the document has only their patterns
			continue
		}
		for _, m := range boundaries(p.Value.Schema.Value, nil) {
			var v any
			succeed(t, json.Unmarshal([]byte(write(m.value)), &v))
			if text := fmt.Sprint(v); text != "" {
				all = append(all, input{name: p.Value.Name + " " + m.name, path: "?" + url.Values{p.Value.Name: {text}}.Encode(), body: e.body})
			}
		}
	}
	if o.RequestBody == nil {
		return all
	}
	media := o.RequestBody.Value.Content["application/json"]
	for _, m := range boundaries(media.Schema.Value, values(t, media)[e.name]) {
		all = append(all, input{name: m.name, body: write(m.value)})
	}
	return all
}

// boundaries returns values that a schema only just allows, in place of value, at any depth.
func boundaries(s *openapi3.Schema, value any) (all []mutation) {
	add := func(name string, v any) { all = append(all, mutation{name, v}) }
	if len(s.AllOf) > 0 {
		s = s.AllOf[0].Value
	}
	for _, way := range s.OneOf {
		if value != nil && fits(way.Value, value) {
			all = append(all, boundaries(way.Value, value)...)
		}
	}
	switch {
	case s.Type.Is("string"):
		all = append(all, edgeStrings(s)...)
	case s.Type.Is("integer"), s.Type.Is("number"):
		all = append(all, edgeNumbers(s)...)
	case s.Type.Is("boolean"):
		add("true", raw("true"))
		add("false", raw("false"))
	case s.Type.Is("array"):
		list, _ := value.([]any)
		all = append(all, entries(s, list, boundaries)...)
		if s.MinItems == 0 {
			add("no entries", []any{})
		}
	case s.Type.Is("object"):
		all = append(all, edgeObjects(s, value)...)
	}
	return all
}

// edgeStrings are strings at the bounds of a schema. Lengths count characters, of any size.
func edgeStrings(s *openapi3.Schema) (all []mutation) {
	add := func(name, text string) {
		if s.VisitJSON(text) == nil {
			all = append(all, mutation{name, raw(`"` + escapedLong(text) + `"`)})
		}
	}
	if s.Format == "date-time" {
		for _, when := range []string{
			"2030-01-31T18:30:00Z", "2030-01-31T18:30:00+14:00", "2030-01-31T18:30:00-12:00", "2030-01-31T18:30:00.123456789Z", "2030-01-31T18:30:00.1+05:45", "2030-02-28T23:59:59-00:00",
		} {
			add("the time "+when, when)
		}
		return all
	}
	for _, v := range s.Enum {
		add(fmt.Sprint("the value ", v), fmt.Sprint(v))
	}
	if len(s.Enum) > 0 {
		return all
	}
	if s.MaxLength != nil {
		for _, letter := range []string{"a", "ä", "字", "𝕏"} {
			add(fmt.Sprintf("as long as allowed, of %s", letter), strings.Repeat(letter, int(*s.MaxLength)))
		}
		add("as long as allowed, with combining marks", strings.Repeat("e\u0301", int(*s.MaxLength)/2))
	}
	for _, text := range []string{"a", "7", "字", "?", "~", "a/b", "a b", "-", "👩‍🚀", "\u00a0x", "a\u200bb", "x\u00ad", "\"", "\\", "null", "__proto__"} {
		add(fmt.Sprintf("the text %+q", text), text)
	}
	if s.MinLength == 0 {
		add("empty", "")
	}
	return all
}

// escapedLong is escaped for characters of any size.
func escapedLong(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r > 0xffff {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// edgeNumbers are numbers at the bounds of a schema, in each way of writing them.
func edgeNumbers(s *openapi3.Schema) (all []mutation) {
	add := func(name string, n float64, text string) {
		if s.VisitJSON(n) == nil {
			all = append(all, mutation{name, raw(text)})
		}
	}
	if s.Min != nil {
		add("the least", *s.Min, fmt.Sprintf("%v", raw(formatted(*s.Min))))
	}
	if s.Max != nil {
		add("the greatest", *s.Max, formatted(*s.Max))
	}
	add("minus zero", 0, "-0")
	if s.Type.Is("number") { // whole numbers must be written without a point, which the document cannot say
		add("with a point", 50, "50.0")
		add("with an exponent", 50, "5e1")
		add("with a capital E", 50, "5E+1")
		add("a small fraction", 0.5, "0.5000000000000001")
	}
	return all
}

func formatted(n float64) string { return strings.TrimSuffix(fmt.Sprintf("%f", n), ".000000") }

// edgeObjects are an object with each of its fields at each bound, and without each field that it
// need not have.
func edgeObjects(s *openapi3.Schema, value any) (all []mutation) {
	object, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(s.Required, name) && len(object) > 1 {
			all = append(all, mutation{"without " + name, without(object, name)})
		}
	}
	if value == nil {
		return all // an object that the example does not have
	}
	return append(all, fields(s, object, boundaries)...)
}
