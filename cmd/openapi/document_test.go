package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"ringer/engine/sessiontest"
)

// committed returns the document in the repository.
func committed(t *testing.T) object {
	t.Helper()
	text := sessiontest.Must(os.ReadFile("../../openapi.yaml"))(t)
	var doc object
	sessiontest.NoError(t, yaml.Unmarshal(text, &doc))
	return doc
}

// TestDocumentIsStrict finds faults that our validator accepts and that other tools refuse.
func TestDocumentIsStrict(t *testing.T) {
	t.Parallel()
	walk(committed(t), func(o object) {
		if required, ok := o["required"].([]any); ok && len(required) == 0 {
			t.Errorf("an empty list of what is required: %v", o)
		}
		if o["nullable"] == true && o["type"] == nil {
			t.Errorf("nullable without a type: %v", o)
		}
		if o["$ref"] != nil && len(o) > 1 {
			t.Errorf("a $ref with other keywords, which tools ignore: %v", o)
		}
	})
}

// TestDocumentIsReadAlike checks that words such as yes are quoted. Without quotes YAML 1.1 readers
// read them as true or false.
func TestDocumentIsReadAlike(t *testing.T) {
	t.Parallel()
	text := sessiontest.Must(os.ReadFile("../../openapi.yaml"))(t)
	if bare := regexp.MustCompile(`(?mi)^.*[:-] (yes|no|on|off|y|n)$|^ *(yes|no|on|off|y|n):`).FindString(string(text)); bare != "" {
		t.Errorf("%q has no quotes", bare)
	}
}

// TestParagraphs checks that no description has a single line break. Descriptions are Markdown,
// where only an empty line begins a paragraph.
func TestParagraphs(t *testing.T) {
	t.Parallel()
	single := regexp.MustCompile(`[^\n]\n[^\n]`)
	walk(at(committed(t), "paths"), func(o object) {
		if text, _ := o["description"].(string); single.MatchString(text) {
			t.Errorf("a description with a single line break: %q", text)
		}
	})
}

// TestDescriptionsSpeakOfTheWire checks that no description of a property contains a Go name. If a
// comment has one, the overlay gives another description.
func TestDescriptionsSpeakOfTheWire(t *testing.T) {
	t.Parallel()
	goName := regexp.MustCompile(`^(External|Private|TTL|Millis|[A-Z][a-z]+[A-Z]\w*) |\b[a-z]+[,:]? (and )?[A-Z][a-z]+[A-Z]\w*|, (and )?[A-Z][a-z]+ (how|what|when)\b`)
	walk(committed(t), func(o object) {
		for name, p := range at(o, "properties") {
			p, _ := p.(object)
			text, _ := p["description"].(string)
			if found := goName.FindString(strings.ReplaceAll(text, "EventSource", "")); found != "" {
				t.Errorf("%s: %q in %q", name, found, text)
			}
		}
	})
}
