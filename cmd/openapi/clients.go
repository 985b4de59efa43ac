package main

import (
	"fmt"
	"slices"
	"strings"
)

// clientRoots are the schemas that the clients name. Everything that they reach gets a type, too.
// What only operators and researchers ask for is left out: a client reads it as plain JSON.
var clientRoots = []string{
	"NewSession", "Session", "SessionChanges", "MessageBatch", "PostedMessages", "Posted", "MessageChanges", "NewObservation", "MessageReceipt", "NewVote", "Vote",
	"VoteChanges", "VoteReceipt", "Receipt", "Ending", "Event", "EventPage", "FeedPage", "Problem", "NewTable", "Table", "NewTableChanges", "NewTableObservation",
	"NewTableVote", "TableVote", "NewCast", "TableEvent", "TableEventPage", "NewSurvey", "TableResult", "Mind", "NewGameToken", "GameToken",
}

// clientType is a type of the clients: the fields of an object, or the values of an enum.
type clientType struct {
	name, comment string
	fields        []clientField
	values        []string
	request       bool
}

type clientField struct {
	name, comment string // as in JSON
	required      bool
	kind          clientKind
	// zero says that 0, false or "" differs from a field that is left out.
	zero bool
	enum bool
}

// clientKind is what a value is. A kind of one of the names of JSON Schema, or of time, any, list,
// map or ref.
type clientKind struct {
	name string
	ref  string      // the type's name, for a ref
	of   *clientKind // for a list and a map
}

// clientTypes returns the types of the clients, and the type of each event's data.
func clientTypes(doc object) (types []clientType, events map[string]string) {
	schemas := at(doc, "components", "schemas")
	events = map[string]string{}
	for _, union := range []string{"Event", "TableEvent"} {
		for name, ref := range at(schemas, union, "discriminator", "mapping") {
			data := at(schemas, refName(ref), "properties", "data")
			events[name] = refName(data["$ref"])
		}
	}
	var roots []any
	for _, name := range clientRoots {
		roots = append(roots, object{"$ref": schemaRef + name})
	}
	reached := reachable(schemas, roots)
	for _, name := range sorted(schemas) {
		schema := schemas[name].(object)
		isObject := schema["type"] == "object" && !strings.HasSuffix(name, "Event")
		if reached[name] && (isObject || schema["enum"] != nil) {
			types = append(types, makeClientType(schemas, name, schema))
		}
	}
	return types, events
}

func refName(ref any) string {
	return strings.TrimPrefix(fmt.Sprint(ref), schemaRef)
}

func makeClientType(schemas object, name string, schema object) clientType {
	t := clientType{name: name, comment: text(schema), request: strings.HasPrefix(name, "New") || strings.HasSuffix(name, "Changes")}
	for _, value := range list(schema["enum"]) {
		t.values = append(t.values, fmt.Sprint(value))
	}
	required := list(schema["required"])
	for _, field := range sorted(at(schema, "properties")) {
		p := at(schema, "properties", field)
		f := clientField{name: field, comment: text(p), required: slices.Contains(required, any(field)), kind: kindOf(schemas, p)}
		f.enum = f.kind.name == "ref" && at(schemas, f.kind.ref)["enum"] != nil
		least, hasLeast := p["minimum"]
		switch f.kind.name {
		case "number", "integer":
			mayBeZero := !hasLeast || fmt.Sprint(least) == "0" || strings.HasPrefix(fmt.Sprint(least), "-")
			f.zero = !f.required && mayBeZero && (t.request || f.kind.name == "number")
		case "boolean", "string":
			f.zero = !f.required && strings.HasSuffix(name, "Changes")
		}
		t.fields = append(t.fields, f)
	}
	return t
}

func text(schema object) string {
	s, _ := schema["description"].(string)
	return s
}

// kindOf says what a schema describes. A choice between an id and an object is the object, and
// other choices are any.
func kindOf(schemas, schema object) clientKind {
	if all := list(schema["allOf"]); len(all) == 1 { // a reference with a description of its own
		return kindOf(schemas, all[0].(object))
	}
	if ref, ok := schema["$ref"]; ok {
		name := refName(ref)
		switch target := at(schemas, name); {
		case name == "Event" || name == "TableEvent" || name == "FeedEvent":
			return clientKind{name: "ref", ref: "Event"}
		case len(list(target["oneOf"])) == 2:
			return kindOf(schemas, list(target["oneOf"])[1].(object))
		case target["enum"] != nil || target["type"] == "object" && target["properties"] != nil:
			return clientKind{name: "ref", ref: name}
		default:
			return kindOf(schemas, target)
		}
	}
	switch schema["type"] {
	case "array":
		of := kindOf(schemas, schema["items"].(object))
		return clientKind{name: "list", of: &of}
	case "object":
		of := clientKind{name: "any"}
		if inner, ok := schema["additionalProperties"].(object); ok {
			of = kindOf(schemas, inner)
		}
		return clientKind{name: "map", of: &of}
	case "string":
		if schema["format"] == "date-time" {
			return clientKind{name: "time"}
		}
		return clientKind{name: "string"}
	case "number", "integer", "boolean":
		return clientKind{name: schema["type"].(string)}
	}
	return clientKind{name: "any"}
}
