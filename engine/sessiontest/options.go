package sessiontest

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"ringer/engine/session"
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

// CheckRefusals gives options to a strategy. want holds where each is refused, or "" where it is
// taken.
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
