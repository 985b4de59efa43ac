package sessiontest

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"ringer/engine/schema"
	"ringer/engine/session"
)

// Defaults returns the options of a session that names none.
func Defaults[O any](described []byte) O {
	o, err := schema.Parse[O](described, nil)
	if err != nil {
		panic(err)
	}
	return o
}

// CheckDefaults checks that the defaults of a strategy's options are those that its schema names.
func CheckDefaults[O any](t testing.TB, schema []byte) {
	t.Helper()
	CompareDefaults(t, schema, Must(json.Marshal(Defaults[O](schema)))(t))
}

// CompareDefaults compares the defaults that a schema names with the options of the code, as JSON.
func CompareDefaults(t testing.TB, schema, options []byte) {
	t.Helper()
	var described struct {
		Properties map[string]struct{ Default any }
	}
	NoError(t, json.Unmarshal(schema, &described))
	var code map[string]any
	NoError(t, json.Unmarshal(options, &code))
	documented := map[string]any{}
	for name, p := range described.Properties {
		documented[name] = p.Default
	}
	if !reflect.DeepEqual(documented, code) {
		t.Errorf("the schema has the defaults %v, the code %v", documented, code)
	}
}

// CheckRefusals gives options to a strategy. want holds where each is refused, or "".
func CheckRefusals[S any](t testing.TB, make func(json.RawMessage) (S, error), want map[string]string) {
	t.Helper()
	for raw, want := range want {
		_, err := make(json.RawMessage(raw))
		errs, _ := errors.AsType[session.Errors](err)
		got := ""
		for _, e := range errs {
			got += e.Pointer
		}
		if got != want || (err == nil) != (want == "") {
			t.Errorf("%s is refused at %q: %v; want %q", raw, got, err, want)
		}
	}
}

// Merged returns options with those of a base that they do not name.
func Merged(t testing.TB, base, raw string) json.RawMessage {
	t.Helper()
	all := map[string]any{}
	NoError(t, json.Unmarshal([]byte(base), &all))
	NoError(t, json.Unmarshal([]byte(raw), &all))
	return Must(json.Marshal(all))(t)
}
