package main

import (
	"fmt"
	"strings"

	"ringer/api"
	"ringer/engine/session"
)

// exampleIDs are example values for the path parameters.
var exampleIDs = map[string]string{"id": "ses_4vkg7w2m5x3q6t7r", "game": "gam_7m2x5q6t4vkg3wra", "mid": "msg_4vkg7w2m5x3q6t7r_3_1", "vid": "day-1"}

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
	})
	nameProperties(doc)
	if err := rename(doc, typeComments); err != nil {
		return err
	}
	schemas := at(doc, "components", "schemas")
	if err := describeEvents(schemas, "Event", "", api.Payloads(), typeComments); err != nil {
		return err
	}
	if err := describeEvents(schemas, "TableEvent", "Table", api.GamePayloads(), typeComments); err != nil {
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
	for class := session.ClassReserve; class <= session.ClassCognition; class++ {
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
		secure(operation, &o)
		for _, r := range at(operation, "responses") {
			dropJSONSchemas(r.(object))
		}
		at(operation, "responses")["default"] = object{"$ref": "#/components/responses/Failure"}
		var codes []any
		for _, f := range o.Failures {
			codes = append(codes, string(f.Code))
			examples[string(f.Code)] = object{"value": f.Example}
		}
		operation["x-codes"] = codes
		for _, p := range list(operation["parameters"]) {
			p := p.(object)
			name := p["name"].(string)
			if name == "id" && strings.HasPrefix(o.Path, "/v1/games") {
				name = "game"
			}
			if p["in"] == "path" {
				p["example"] = exampleIDs[name]
			}
		}
	}
	if left := sorted(undescribed); len(left) > 0 {
		return fmt.Errorf("%s: has a comment with @Router in api, but is not a route in api/route.go", strings.Join(left, ", "))
	}
	at(doc, "components")["responses"] = object{"Failure": failure(examples)}
	addRequestIDs(doc)
	return nil
}

// secure says what opens an operation, and which game tokens do. A server without a key needs
// nothing.
func secure(operation object, o *api.Operation) {
	if o.Open {
		operation["security"] = []any{}
	} else if len(o.Tokens) > 0 {
		ways := []any{object{"bearer": []any{}}}
		for _, scheme := range o.Tokens {
			ways = append(ways, object{scheme: []any{}})
		}
		operation["security"] = append(ways, object{})
	}
	if len(o.Roles) > 0 {
		text, _ := operation["description"].(string)
		operation["description"] = strings.TrimSpace(text + "\n\nGame tokens that open this: " + strings.Join(o.Roles, ", ") + ".")
	}
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

// failure is the one response for all failures. With a response for each status, generated clients
// would have a type for each, though all are problem documents.
func failure(examples object) object {
	byCode := object{}
	for code := range examples {
		byCode[code] = object{"$ref": "#/components/examples/" + code}
	}
	return object{
		"description": "The request was refused, or failed. `x-codes` of the operation lists its codes; `/docs/errors` explains them.",
		"headers": object{
			"WWW-Authenticate": object{"description": "How to authenticate. Only with the status 401.", "schema": object{"type": "string"}},
			"Retry-After":      object{"description": "Seconds to wait before the next try. Only with the status 429 or 503.", "schema": object{"type": "integer", "minimum": 0}},
		},
		"content": object{"application/problem+json": object{"schema": object{"$ref": schemaRef + "Problem"}, "examples": byCode}},
	}
}

// addRequestIDs adds the header X-Request-Id to every response.
func addRequestIDs(doc object) {
	at(doc, "components")["headers"] = object{"RequestID": object{
		"description": "The id of the request, which the log of the server has too. It is the X-Request-Id that you sent, or a new id.",
		"schema":      object{"type": "string"},
	}}
	walk(doc, func(o object) {
		for _, r := range at(o, "responses") {
			r := r.(object)
			if r["$ref"] != nil {
				continue
			}
			if r["headers"] == nil {
				r["headers"] = object{}
			}
			r["headers"].(object)["X-Request-Id"] = object{"$ref": "#/components/headers/RequestID"}
		}
	})
}

func list(part any) []any {
	l, _ := part.([]any)
	return l
}
