package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestEverythingIsDescribed checks that every schema and property, and every value of an enum, has
// a description.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	schemas := at(committed(t), "components", "schemas")
	for _, name := range sorted(schemas) {
		schema := schemas[name].(object)
		description, _ := schema["description"].(string)
		if description == "" {
			t.Errorf("%s has no description", name)
		}
		for _, value := range list(schema["enum"]) {
			// Codes have their own page.
			if name != "Code" && !strings.Contains(description, fmt.Sprintf("`%v`", value)) {
				t.Errorf("%s does not say what %v is: %s", name, value, description)
			}
		}
		for _, field := range sorted(at(schema, "properties")) {
			if p := at(schema, "properties", field); p["description"] == nil && p["$ref"] == nil && p["enum"] == nil {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
	}
}
