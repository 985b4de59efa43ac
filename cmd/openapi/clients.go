package main

import (
	"fmt"
	"strings"
)

// clientRoots are the schemas that the clients name. Everything that they reach gets a type, too.
// What only operators and researchers ask for is left out: a client reads it as plain JSON.
var clientRoots = []string{
	"NewSession", "Session", "SessionChanges", "MessageBatch", "PostedMessages", "Posted", "MessageChanges", "NewObservation", "MessageReceipt", "NewVote", "Vote",
	"VoteChanges", "VoteReceipt", "Receipt", "Ending", "Event", "EventPage", "FeedPage", "Problem", "NewTable", "Table", "NewTableChanges", "NewTableObservation",
	"NewTableVote", "TableVote", "NewCast", "TableEvent", "TableEventPage", "NewSurvey", "TableResult", "Mind", "NewGameToken", "GameToken", "TableView",
}

// clientSchemas returns the schemas that get a type in the clients of Go and Python.
func clientSchemas(doc object) map[string]bool {
	var roots []any
	for _, name := range clientRoots {
		roots = append(roots, object{"$ref": schemaRef + name})
	}
	return reachable(at(doc, "components", "schemas"), roots)
}

func refName(ref any) string {
	return strings.TrimPrefix(fmt.Sprint(ref), schemaRef)
}

func text(schema object) string {
	s, _ := schema["description"].(string)
	return s
}

// wrap breaks a text into lines of at most width columns, with something between them.
func wrap(text, between string, width int) string {
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case used == 0:
		case used+1+len(word) > width:
			b.WriteString(between)
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += len(word)
	}
	return b.String()
}
