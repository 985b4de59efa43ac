package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ringer/api"
	"ringer/engine/session"
)

// object is a part of a document.
type object = map[string]any

// applyRules adds to the converted document what the code defines.
func applyRules(doc object, typeComments map[string]string) error {
	doc["openapi"] = "3.0.3"
	doc["info"] = object{"version": api.Version}
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
	return describeOperations(doc, typeComments)
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

// describeOperations gives each operation its name and texts, its failures and its security. It
// returns an error unless each handler has a comment with @Summary and @Success.
func describeOperations(doc object, comments map[string]string) error {
	examples := object{}
	for _, o := range api.Operations() {
		operation := at(doc, "paths", o.Path, strings.ToLower(o.Method))
		text, lines, ok := strings.Cut(comments[o.Handler], "\n\n\t@Summary\t")
		if operation == nil || !ok {
			return fmt.Errorf("%s %s: the comment of its handler %s in api lacks @Summary or @Success", o.Method, o.Path, o.Handler)
		}
		operation["operationId"], operation["tags"] = o.Handler, []any{tagOf(o.Path)}
		operation["summary"], _, _ = strings.Cut(lines, "\n")
		operation["description"] = paragraphs(strings.ToUpper(text[:1]) + text[1:])
		secure(operation, &o)
		if o.Deprecated {
			operation["deprecated"] = true
		}
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
	}
	at(doc, "components")["examples"] = object{}
	at(doc, "components")["responses"] = object{"Failure": failure(examples)}
	addRequestIDs(doc)
	return nil
}

// tags are the tags of operations, by a part of the path. The last one that a path has counts.
var tags = [][2]string{
	{"/", "Service"}, {"/sessions", "Sessions"}, {"s/{id}/messages", "Messages"}, {"/observations", "Observations"}, {"/votes", "Votes"}, {"/events", "Events"}, {"/webhooks", "Webhooks"},
	{"/stream", "Events"}, {"/read-token", "Events"}, {"/plan", "Bot"}, {"/mind", "Bot"}, {"/calls", "Bot"}, {"{mid}/trace", "Bot"}, {"/suspicion", "Suspicion"},
	{"/strategies", "Catalog"}, {"/rules", "Catalog"}, {"/games", "Games"}, {"/keys", "Keys"}, {"/usage", "Keys"},
}

func tagOf(path string) (tag string) {
	for _, t := range tags {
		if strings.Contains(path, t[0]) {
			tag = t[1]
		}
	}
	return tag
}

// linkParameters gives each operation its parameters, which the overlay describes. The name of one
// may begin with the last word of the path, with game, or with feed: eventsWait is the wait of
// events.
func linkParameters(doc object) error {
	known := at(doc, "components", "parameters")
	for _, o := range api.Operations() {
		last := o.Path[strings.LastIndexByte(o.Path, '/')+1:]
		names := pathParameter.FindAllString(o.Path, -1)
		if names = append(names, o.Query...); last == "stream" {
			names = append(names, "{last_event_id}")
		}
		links := []any{}
		for _, name := range names {
			name = camel(strings.Trim(name, "{}"))
			keys := []string{strings.ToLower(name[:1]) + name[1:], last + name}
			if strings.HasPrefix(o.Path, "/v1/games") {
				keys = append(keys, "game"+name)
			}
			if o.Path == "/v1/events" {
				keys = append(keys, "feed"+name)
			}
			keys = slices.DeleteFunc(keys, func(key string) bool { return known[key] == nil })
			switch {
			case name == "ReadToken": // it is a security scheme
			case len(keys) == 0:
				return fmt.Errorf("%s %s: cmd/openapi/overlay.yaml does not describe the parameter %s", o.Method, o.Path, name)
			case at(known, keys[len(keys)-1], "schema")["enum"] != nil: // generators name its type after the operation
				links = append(links, known[keys[len(keys)-1]])
			default:
				links = append(links, object{"$ref": "#/components/parameters/" + keys[len(keys)-1]})
			}
		}
		if len(links) > 0 {
			at(doc, "paths", o.Path, strings.ToLower(o.Method))["parameters"] = links
		}
	}
	maps.DeleteFunc(known, func(key string, _ any) bool { return at(known, key, "schema")["enum"] != nil })
	return nil
}

var pathParameter = regexp.MustCompile(`\{\w+\}`)

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
	if !o.Open {
		operation["x-scope"] = o.Scope
	}
	if len(o.Roles) > 0 {
		text, _ := operation["description"].(string)
		operation["description"] = strings.TrimSpace(text + "\n\nGame tokens: " + strings.Join(o.Roles, ", ") + ".")
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
	return object{
		"description": "The request was refused, or failed. `x-codes` of the operation lists its codes; `/docs/errors` explains them.",
		"headers": object{
			"WWW-Authenticate": object{"description": "How to authenticate. Only with the status 401.", "schema": object{"type": "string"}},
			"Retry-After":      object{"description": "Seconds to wait before the next try. Only with the status 429 or 503.", "schema": object{"type": "integer", "minimum": 0}},
		},
		"content": object{"application/problem+json": object{"schema": object{"$ref": schemaRef + "Problem"}, "examples": examples}},
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
