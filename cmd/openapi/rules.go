package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ringer/api"
	"ringer/engine/game"
)

// exampleIDs are example values for the path parameters.
var exampleIDs = map[string]string{"id": "ses_4vkg7w2m5x3q6t7r", "mid": "msg_4vkg7w2m5x3q6t7r_3_1", "vid": "day-1"}

// object is a part of a document.
type object = map[string]any

// applyRules adds to the converted document what the code defines.
func applyRules(doc object, typeComments map[string]string) error {
	doc["openapi"] = "3.0.3"
	info := at(doc, "info")
	info["version"] = api.Version
	info["description"] = paragraphs(info["description"].(string))
	doc["servers"] = []any{object{"url": "/"}}
	walk(doc, func(o object) {
		delete(o, "x-originalParamName")
		describeEnum(o)
		if o["type"] == "integer" {
			o["format"] = "int64"
		}
	})
	nameProperties(doc)
	if err := rename(doc, typeComments); err != nil {
		return err
	}
	if err := describeEvents(at(doc, "components", "schemas"), typeComments); err != nil {
		return err
	}
	splitRequests(doc)
	if err := completeEnums(at(doc, "components", "schemas")); err != nil {
		return err
	}
	return describeOperations(doc)
}

// describeEnum writes the comments of the constants of an enum into its description.
func describeEnum(o object) {
	texts, _ := o["x-enum-descriptions"].([]any)
	values, _ := o["enum"].([]any)
	var lines []string
	for i, text := range texts {
		if text != "" {
			lines = append(lines, fmt.Sprintf("`%v`: %s", values[i], text))
		}
	}
	if len(lines) > 0 {
		o["description"] = strings.Join(lines, "; ") + "."
	}
	delete(o, "x-enum-descriptions")
	delete(o, "x-enum-comments")
	delete(o, "x-enum-varnames")
}

// completeEnums writes the enums that swag cannot find: codes of two packages, and numbers that are
// words in JSON.
func completeEnums(schemas object) error {
	var codes, classes []any
	for _, code := range api.Codes() {
		codes = append(codes, string(code))
	}
	for class := game.ClassReserve; class <= game.ClassCognition; class++ {
		word, err := class.MarshalText()
		if err != nil {
			return err
		}
		classes = append(classes, string(word))
	}
	schemas["Code"] = object{"type": "string", "enum": codes}
	schemas["PlanClass"] = object{"type": "string", "enum": classes}
	return nil
}

// describeOperations gives each operation its failures and its security. It returns an error unless
// routes and operations match.
func describeOperations(doc object) error {
	examples := object{}
	at(doc, "components")["examples"] = examples
	undescribed := map[string]bool{}
	for path, item := range at(doc, "paths") {
		for method := range item.(object) {
			undescribed[strings.ToUpper(method)+" "+path] = true
		}
	}
	for _, o := range api.Operations() {
		operation := at(doc, "paths", o.Path, strings.ToLower(o.Method))
		if operation == nil {
			return fmt.Errorf("%s %s has no comment with @Router in api", o.Method, o.Path)
		}
		delete(undescribed, o.Method+" "+o.Path)
		if text, ok := operation["description"].(string); ok {
			operation["description"] = paragraphs(text)
		}
		if o.Open {
			operation["security"] = []any{}
		}
		for _, r := range at(operation, "responses") {
			dropJSONSchemas(r.(object))
		}
		addFailures(operation, o.Failures)
		for _, f := range o.Failures {
			examples[string(f.Code)] = object{"value": f.Example}
		}
		for _, p := range list(operation["parameters"]) {
			if p := p.(object); p["in"] == "path" {
				p["example"] = exampleIDs[p["name"].(string)]
			}
		}
	}
	if left := sorted(undescribed); len(left) > 0 {
		return fmt.Errorf("%s: has a comment with @Router in api, but is not a route in api/route.go", strings.Join(left, ", "))
	}
	addRequestIDs(doc)
	shareResponses(doc)
	return nil
}

// paragraphs joins the lines of each paragraph of a description. An empty line separates
// paragraphs.
func paragraphs(text string) string {
	parts := strings.Split(text, "\n\n")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(parts, "\n\n")
}

// dropJSONSchemas removes the JSON schema of media types that are not JSON. The overlay describes
// them.
func dropJSONSchemas(response object) {
	for media, content := range at(response, "content") {
		if media == "text/event-stream" || media == "application/x-ndjson" {
			content.(object)["schema"] = object{"type": "string"}
		}
	}
}

// addFailures adds a response for each status of the failures, with an enum of its codes and an
// example of each.
func addFailures(operation object, failures []api.Failure) {
	responses := at(operation, "responses")
	for len(failures) > 0 {
		status := failures[0].Status
		n := slices.IndexFunc(failures, func(f api.Failure) bool { return f.Status != status })
		if n < 0 {
			n = len(failures)
		}
		codes, examples, titles := []any{}, object{}, []string{}
		for _, f := range failures[:n] {
			codes = append(codes, string(f.Code))
			examples[string(f.Code)] = object{"$ref": "#/components/examples/" + string(f.Code)}
			titles = append(titles, f.Title)
		}
		if len(titles) > 4 { // more do not fit in one line
			titles = []string{"The request has an invalid value; the code says which rule it breaks"}
		}
		responses[strconv.Itoa(status)] = object{
			"headers":     headersOf(status),
			"description": strings.Join(titles, ". Or: ") + ".",
			"content": object{"application/problem+json": object{
				"schema": object{"allOf": []any{
					object{"$ref": schemaRef + "Problem"}, object{"type": "object", "properties": object{"code": object{"type": "string", "enum": codes}}},
				}},
				"examples": examples,
			}},
		}
		failures = failures[n:]
	}
}

// headersOf returns the headers of a failure, except the id of the request.
func headersOf(status int) object {
	headers := object{}
	switch status {
	case http.StatusUnauthorized:
		headers["WWW-Authenticate"] = object{"description": "How to authenticate.", "schema": object{"type": "string"}}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		headers["Retry-After"] = object{"description": "Seconds to wait before the next try.", "schema": object{"type": "integer", "minimum": 0}}
	}
	return headers
}

// addRequestIDs adds the header X-Request-Id to every response.
func addRequestIDs(doc object) {
	at(doc, "components")["headers"] = object{"RequestID": object{
		"description": "The id of the request, which the log of the server has too. It is the X-Request-Id that you sent, or a new id.",
		"schema":      object{"type": "string"},
	}}
	walk(doc, func(o object) {
		for _, r := range at(o, "responses") {
			if r := r.(object); r["$ref"] == nil {
				if r["headers"] == nil {
					r["headers"] = object{}
				}
				r["headers"].(object)["X-Request-Id"] = object{"$ref": "#/components/headers/RequestID"}
			}
		}
	})
}

// shareResponses moves failures that several operations share to the components.
func shareResponses(doc object) {
	type use struct {
		in  object
		key string
	}
	uses := map[string][]use{}
	for _, path := range sorted(at(doc, "paths")) {
		for _, operation := range at(doc, "paths", path) {
			responses := at(operation.(object), "responses")
			for status, r := range responses {
				if status >= "400" {
					key := fmt.Sprint(status, r) // maps print in the order of their keys
					uses[key] = append(uses[key], use{responses, status})
				}
			}
		}
	}
	shared := object{}
	for _, key := range sorted(uses) {
		same := uses[key]
		if len(same) < 2 {
			continue
		}
		name := responseName(same[0].in[same[0].key].(object), same[0].key)
		for n := 2; shared[name] != nil; n++ {
			name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
		}
		shared[name] = same[0].in[same[0].key]
		for _, u := range same {
			u.in[u.key] = object{"$ref": "#/components/responses/" + name}
		}
	}
	at(doc, "components")["responses"] = shared
}

// responseName names a failure after its codes if it has one or two, otherwise after its status.
func responseName(response object, status string) string {
	if codes := sorted(at(response, "content", "application/problem+json", "examples")); len(codes) <= 2 {
		return camel(strings.Join(codes, "_or_"))
	}
	n, _ := strconv.Atoi(status) // we wrote the key
	return camel(strings.ToLower(http.StatusText(n)))
}

func list(part any) []any {
	l, _ := part.([]any)
	return l
}
