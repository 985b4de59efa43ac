package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// answer is a response whose body has been read, with its request for the message of a failure.
type answer struct {
	Status  int
	Header  http.Header
	Body    []byte
	Request string
}

// is checks the status of an answer, and that its body has each of the parts.
func (a answer) is(t *testing.T, status int, parts ...string) answer {
	t.Helper()
	for _, part := range parts {
		if !bytes.Contains(a.Body, []byte(part)) {
			t.Errorf("%s: %q is not in %d %.2000s", a.Request, part, a.Status, a.Body)
		}
	}
	if a.Status != status {
		t.Errorf("%s: %d %.2000s, want %d", a.Request, a.Status, a.Body, status)
	}
	return a
}

// taken ends a test unless the answer has a status of 200 to 299.
func (a answer) taken(t *testing.T) answer {
	t.Helper()
	if a.Status/100 != 2 {
		t.Fatalf("%s: %d %s", a.Request, a.Status, a.Body)
	}
	return a
}

// has checks the status of an answer, and that each of the headers has a part. An empty part stands
// for no header.
func (a answer) has(t *testing.T, status int, headers ...string) answer {
	t.Helper()
	for i := 0; i < len(headers); i += 2 {
		if got, part := a.Header.Get(headers[i]), headers[i+1]; !strings.Contains(got, part) || part == "" && got != "" {
			t.Errorf("%s: the header %s is %q, want %q", a.Request, headers[i], got, part)
		}
	}
	return a.is(t, status)
}

// shows checks that the JSON of an answer has all that want has: the fields of each object, and the
// entries of each list in their order. The text "…" stands for any value that is not empty.
func (a answer) shows(t *testing.T, want string) answer {
	t.Helper()
	if err := covers(as[any](t, answer{Body: []byte(want)}), as[any](t, a)); err != nil {
		t.Errorf("%s: %d, %v in %.2000s", a.Request, a.Status, err, a.Body)
	}
	return a
}

// covers returns an error if a value lacks something that the wanted one has.
func covers(want, got any) error {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("is %v, want an object", got)
		}
		for name, w := range want {
			if err := covers(w, object[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	case []any:
		list, _ := got.([]any)
		for i, w := range want {
			if i >= len(list) {
				break
			}
			if err := covers(w, list[i]); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		if len(list) != len(want) {
			return fmt.Errorf("has %d entries, want %d", len(list), len(want))
		}
		return nil
	}
	isFull := !slices.ContainsFunc([]any{nil, "", false, 0.0, map[string]any{}, []any{}}, func(empty any) bool { return reflect.DeepEqual(got, empty) })
	if want == "…" && !isFull || want != "…" && !reflect.DeepEqual(want, got) {
		return fmt.Errorf("is %v, want %v", got, want)
	}
	return nil
}

// lacks checks that the body of an answer has none of the parts.
func (a answer) lacks(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if bytes.Contains(a.Body, []byte(part)) {
			t.Errorf("%s: %q is in %d %.2000s", a.Request, part, a.Status, a.Body)
		}
	}
}

// as returns an answer as a value of a type.
func as[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	a.decode(t, &v)
	return v
}

func (a answer) decode(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, v); err != nil {
		t.Fatalf("%v in %s", err, a.Body)
	}
}
