package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"ringer/engine/sessiontest"
)

func document(t *testing.T) object {
	t.Helper()
	var doc object
	if err := json.Unmarshal([]byte(`{
		"paths": {"/a": {"get": {"responses": {"200": {"description": "ok"}}}}},
		"components": {"schemas": {"A": {"type": "array", "items": {"type": "string"}}, "B": {"type": "object", "properties": {"name": {"type": "string"}}}, "D": {"type": "object", "required": ["name"]}}}
	}`), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func lay(t *testing.T, doc object, text string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "overlay.yaml")
	sessiontest.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return overlay(doc, path)
}

func TestOverlay(t *testing.T) {
	t.Parallel()
	doc := document(t)
	err := lay(t, doc, `
paths: {/a: {get: {responses: {'200': {description: fine}}}}}
components:
  schemas:
    A: {oneOf: [{type: string, maxLength: =MaxName}, {type: integer}]}
    B: {required: [name], properties: {name: {maxLength: 3}}}
    +C: {type: object}
    D: {required: []}
`)
	sessiontest.NoError(t, err)
	got := sessiontest.Must(json.Marshal(doc))(t)
	want := `{"components":{"schemas":{"A":{"oneOf":[{"maxLength":80,"type":"string"},{"type":"integer"}]},` +
		`"B":{"properties":{"name":{"maxLength":3,"type":"string"}},"required":["name"],"type":"object"},"C":{"type":"object"},"D":{"type":"object"}}},` +
		`"paths":{"/a":{"get":{"responses":{"200":{"description":"fine"}}}}}}`
	if string(got) != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestOverlayRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"UnknownPath":     `paths: {/b: {get: {summary: x}}}`,
		"UnknownMethod":   `paths: {/a: {put: {summary: x}}}`,
		"UnknownStatus":   `paths: {/a: {get: {responses: {'202': {description: x}}}}}`,
		"UnknownSchema":   `components: {schemas: {E: {type: object}}}`,
		"UnknownProperty": `components: {schemas: {B: {properties: {nam: {maxLength: 3}}}}}`,
		"UnknownConstant": `components: {schemas: {B: {maxProperties: =MaxNothing}}}`,
		"NewButThere":     `components: {schemas: {+B: {type: object}}}`,
		"NotYAML":         `components: {`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sessiontest.Fails(t, lay(t, document(t), text), "overlay.yaml")
		})
	}
}

// TestFilesAreUpToDate does what make check does with -check: it generates the same files each
// time, and compares them with the committed files.
func TestFilesAreUpToDate(t *testing.T) {
	t.Parallel()
	if err := run(t.Context(), []string{"-check", "-root", "../.."}, t.Output()); err != nil {
		t.Error(err)
	}
}
