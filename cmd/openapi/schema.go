package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/session"
)

const schemaRef = "#/components/schemas/"

// schemaNames holds the schema names of types whose Go name says too little outside its package. If
// a type has a separate schema for requests, that schema has New before its name.
var schemaNames = map[string]string{
	"api.invalid": "InvalidValue", "api.messageBody": "NewMessages", "api.strategyEntry": "Strategy", "api.keyRequest": "NewKey", "api.webhookRequest": "NewWebhook", "api.shownWebhook": "Webhook", "api.replayRequest": "WebhookReplay", "api.shownDelivery": "Delivery", "api.shownKey": "Key", "api.rotation": "KeyRotation",
	"desk.Line": "Message", "desk.LineStatus": "MessageStatus",
	"journal.Status": "SessionStatus", "session.Changes": "SessionChanges", "session.Message": "SeenMessage", "session.Config": "SessionConfig",
	"session.Post": "NewMessage", "session.Preset": "Preset", "api.rulesEntry": "Rules", "session.Setting": "Game", "timing.Delay": "Timing",
	"session.Observation": "NewObservation", "session.VoteRequest": "NewVote", "api.Event": "Event", "session.Payload": "EventData",
	"session.GameConfig": "TableConfig", "api.storedSurvey": "StoredSurvey", "session.Deal": "Deal", "session.GameUpdated": "TableChanges", "desk.GameVoteRequest": "NewTableVote", "desk.GameCast": "NewCast", "desk.GameObservation": "NewTableObservation",
	"api.GameEvent": "TableEvent", "api.gameEventPage": "TableEventPage", "api.gameList": "TableList", "api.gameVotePage": "TableVotePage", "api.gameReadTokenRequest": "NewTableToken", "api.gameTokenRequest": "NewGameToken", "api.role": "TokenRole", "api.viewName": "TableView",
	"api.shownSession": "Session", "api.shownGame": "Table", "session.PlanScore": "Reading", "session.Reading": "LineReading", "session.GameBot": "TableBot", "session.GameCreated": "TableCreated", "session.GameEnded": "TableEnded",
	"desk.GameResult": "TableResult", "desk.GameVote": "TableVote",
	"session.Transcript": "NewTranscript", "session.TranscriptLine": "NewTranscriptLine",
}

// rename removes the package from the name of every schema, and adds the comments of the types.
func rename(doc object, typeComments map[string]string) error {
	schemas := at(doc, "components", "schemas")
	renamed, origin := object{}, map[string]string{}
	for _, old := range sorted(schemas) {
		name := schemaName(old)
		if origin[name] != "" {
			return fmt.Errorf("%s and %s are both named %s; add one to names", origin[name], old, name)
		}
		origin[name] = old
		renamed[name] = schemas[old]
		describe(schemas[old].(object), name, typeComments[old])
	}
	at(doc, "components")["schemas"] = renamed
	walk(doc, func(o object) {
		if ref, ok := o["$ref"].(string); ok && strings.HasPrefix(ref, schemaRef) {
			o["$ref"] = schemaRef + schemaName(strings.TrimPrefix(ref, schemaRef))
		}
	})
	return nil
}

func schemaName(old string) string {
	if name, ok := schemaNames[old]; ok {
		return name
	}
	return camel(old[strings.LastIndexByte(old, '.')+1:])
}

// camel writes words as one CamelCase name.
func camel(words string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(words, func(r rune) bool { return r == '_' || r == '.' || r == ' ' }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// splitRequests gives schemas that both requests and responses use a separate form for requests.
// Schemas of requests refuse unknown fields.
func splitRequests(doc object) {
	schemas := at(doc, "components", "schemas")
	var bodies, answers []any
	for _, path := range sorted(at(doc, "paths")) {
		for _, operation := range at(doc, "paths", path) {
			bodies = append(bodies, operation.(object)["requestBody"])
			answers = append(answers, operation.(object)["responses"])
		}
	}
	answers = append(answers, schemas["Event"], schemas["TableEvent"])
	inRequests, inAnswers := reachable(schemas, bodies), reachable(schemas, answers)
	forms := map[string]string{}
	for name := range inRequests {
		if inAnswers[name] && schemas[name].(object)["type"] == "object" {
			forms[name] = requestName(name)
			form := clone(schemas[name]).(object)
			delete(form, "description") // it describes the form in answers
			schemas[forms[name]] = form
			inRequests[forms[name]] = true
			delete(inRequests, name)
		}
	}
	reroute := func(o object) {
		ref, _ := o["$ref"].(string)
		if form, ok := forms[strings.TrimPrefix(ref, schemaRef)]; ok {
			o["$ref"] = schemaRef + form
		}
	}
	for _, body := range bodies {
		walk(body, reroute)
	}
	for name := range inRequests {
		walk(schemas[name], reroute)
		walk(schemas[name], func(o object) {
			if o["properties"] != nil && o["type"] == "object" {
				o["additionalProperties"] = false
			}
		})
	}
}

func requestName(name string) string {
	switch name {
	case "SessionConfig":
		return "NewSession"
	case "TableConfig":
		return "NewTable"
	}
	return "New" + name
}

// reachable returns the names of all schemas that parts of a document refer to, directly or
// indirectly.
func reachable(schemas object, parts []any) map[string]bool {
	reached := map[string]bool{}
	var follow func(o object)
	follow = func(o object) {
		ref, _ := o["$ref"].(string)
		if name, ok := strings.CutPrefix(ref, schemaRef); ok && !reached[name] {
			reached[name] = true
			walk(schemas[name], follow)
		}
	}
	for _, p := range parts {
		walk(p, follow)
	}
	return reached
}

// describeEvents makes a schema of events a choice of one schema for each type of event. Their
// names begin with prefix.
func describeEvents(schemas object, union, prefix string, payloads []session.Payload, typeComments map[string]string) error {
	base, ok := schemas[union].(object)
	if !ok {
		return fmt.Errorf("no operation shows an %s", union)
	}
	var alternatives []any
	mapping := object{}
	for _, p := range payloads {
		kind := string(p.Type())
		data := schemaName(swagName(p))
		event := clone(base).(object)
		delete(event, "description")
		describe(event, kind, typeComments[swagName(p)])
		properties := event["properties"].(object)
		properties["type"] = object{"type": "string", "enum": []any{kind}}
		properties["data"] = object{"$ref": schemaRef + data}
		switch p.(type) {
		case *session.MessageReceived, *session.MessageSent:
			event["required"] = append(event["required"].([]any), "message_id")
		default:
			delete(properties, "message_id")
		}
		name := prefix + camel(kind) + "Event"
		schemas[name] = event
		alternatives = append(alternatives, object{"$ref": schemaRef + name})
		mapping[kind] = schemaRef + name
	}
	schemas[union] = object{
		"oneOf":         alternatives,
		"discriminator": object{"propertyName": "type", "mapping": mapping},
	}
	return nil
}

// walk calls f for every object in a part of a document.
func walk(part any, f func(object)) {
	switch p := part.(type) {
	case object:
		f(p)
		for _, k := range sorted(p) {
			walk(p[k], f)
		}
	case []any:
		for _, v := range p {
			walk(v, f)
		}
	}
}

func clone(part any) any {
	switch p := part.(type) {
	case object:
		c := object{}
		for k, v := range p {
			c[k] = clone(v)
		}
		return c
	case []any:
		c := make([]any, len(p))
		for i, v := range p {
			c[i] = clone(v)
		}
		return c
	}
	return part
}

// at returns the object at a path of keys, or nil when there is none.
func at(part object, path ...string) object {
	for _, key := range path {
		part, _ = part[key].(object)
	}
	return part
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
