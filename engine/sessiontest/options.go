package sessiontest

import (
	"encoding/json"
	"reflect"
	"testing"
)

// CheckDefaults checks that the defaults of a strategy's options are those that its schema names.
func CheckDefaults(t testing.TB, schema []byte, defaults any) {
	t.Helper()
	var described struct {
		Properties map[string]struct{ Default any }
	}
	if err := json.Unmarshal(schema, &described); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(defaults)
	if err != nil {
		t.Fatal(err)
	}
	var code map[string]any
	if err := json.Unmarshal(b, &code); err != nil {
		t.Fatal(err)
	}
	documented := map[string]any{}
	for name, p := range described.Properties {
		documented[name] = p.Default
	}
	if !reflect.DeepEqual(documented, code) {
		t.Errorf("the schema has the defaults %v, the code %v", documented, code)
	}
}
