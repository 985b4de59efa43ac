package systemtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// difference is a value that does not fit the shape of the recording.
type difference struct{ pointer, was, is string }

// misfits returns where a value does not fit a shape. More fields and more elements fit.
func misfits(at string, shape, v any) (list []difference) {
	wrong := []difference{{at, short(shape), short(v)}}
	switch s := shape.(type) {
	case map[string]any:
		if elems, ok := v.([]any); ok && slices.Equal(kindsOf(shape), []string{"list"}) {
			for i, e := range elems {
				of := s[each]
				if types, ok := s[eachType].(map[string]any); ok && typeOf(e) != "" {
					of = types[typeOf(e)]
				}
				if of != nil {
					list = append(list, misfits(fmt.Sprint(at, "/", i), of, e)...)
				}
			}
			return list
		}
		object, ok := v.(map[string]any)
		if !ok || !slices.Equal(kindsOf(shape), []string{"object"}) {
			return wrong
		}
		for _, name := range slices.Sorted(maps.Keys(s)) {
			bare := strings.TrimSuffix(name, "?")
			if x, ok := object[bare]; ok {
				list = append(list, misfits(at+"/"+bare, s[name], x)...)
			} else if bare == name {
				list = append(list, difference{at + "/" + bare, short(s[name]), "missing"})
			}
		}
		return list
	case []any:
		elems, ok := v.([]any)
		if !ok {
			return wrong
		}
		return misfitsOfList(at, s, elems)
	case string:
		if strings.HasPrefix(s, "‹") {
			for _, k := range kindsOf(v) {
				if !slices.Contains(kindsOf(s), k) {
					return wrong
				}
			}
			return nil
		}
	}
	if !reflect.DeepEqual(shape, v) {
		return wrong
	}
	return nil
}

// misfitsOfList compares element by element. In a longer list it looks for the recorded elements,
// in their order.
func misfitsOfList(at string, shapes, elems []any) (list []difference) {
	if len(elems) <= len(shapes) {
		for i, s := range shapes {
			if i >= len(elems) {
				list = append(list, difference{fmt.Sprint(at, "/", i), short(s), "missing"})
				continue
			}
			list = append(list, misfits(fmt.Sprint(at, "/", i), s, elems[i])...)
		}
		return list
	}
	next := 0
	for i, s := range shapes {
		found := slices.IndexFunc(elems[next:], func(e any) bool { return len(misfits("", s, e)) == 0 })
		if found < 0 {
			return []difference{{fmt.Sprint(at, "/", i), short(s), "not among " + short(elems)}}
		}
		next += found + 1
	}
	return nil
}

// short returns a value as a short text.
func short(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if r := []rune(string(b)); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return string(b)
}

// TestMisfits shows what the gate lets pass. The shape is what two recordings have in common.
func TestMisfits(t *testing.T) {
	t.Parallel()
	read := func(text string) any {
		list := sessiontest.Must(decodeAll(strings.NewReader(text)))(t)
		return plain(list[0])
	}
	for _, c := range []struct{ one, other, now, misfit string }{
		{`{"a":1}`, `{"a":1}`, `{"a":1,"b":2}`, ""},
		{`{"a":1}`, `{"a":1}`, `{"a":2}`, "/a"},
		{`{"a":1}`, `{"a":1}`, `{}`, "/a"},
		{`{"a":1}`, `{"a":1}`, `{"a":"1"}`, "/a"},
		{`{"a":1}`, `{"a":2}`, `{"a":3.5}`, ""},
		{`{"a":1}`, `{"a":2}`, `{"a":"3"}`, "/a"},
		{`{"a":1}`, `{"a":2}`, `{"a":null}`, "/a"},
		{`{"a":1}`, `{"a":null}`, `{"a":null}`, ""},
		{`{"a":1}`, `{}`, `{}`, ""},
		{`{"a":1}`, `{}`, `{"a":"x"}`, "/a"},
		{`{"detail":"no"}`, `{"detail":"no"}`, `{"detail":"not so"}`, ""},
		{`{"detail":"no"}`, `{"detail":"no"}`, `{}`, "/detail"},
		{`{"id":"ses_abcdefghijklmnop"}`, `{"id":"ses_ponmlkjihgfedcba"}`, `{"id":"ses_aaaabbbbccccdddd"}`, ""},
		{`{"id":"ses_abcdefghijklmnop"}`, `{"id":"ses_ponmlkjihgfedcba"}`, `{"id":"s-aaaabbbbccccdddd"}`, "/id"},
		{`{"at":"2026-01-31T18:30:00Z"}`, `{"at":"2026-01-31T18:30:00.5Z"}`, `{"at":1795708036}`, "/at"},
		{`["a","c"]`, `["a","c"]`, `["a","b","c"]`, ""},
		{`["a","c"]`, `["a","c"]`, `["c","b","a"]`, "/1"},
		{`["a","c"]`, `["a","c"]`, `["a"]`, "/1"},
		{`[{"type":"x","n":1}]`, `[{"type":"y","n":"a"},{"type":"x","n":2}]`, `[{"type":"z"},{"type":"x","n":7}]`, ""},
		{`[{"type":"x","n":1}]`, `[{"type":"y","n":"a"},{"type":"x","n":2}]`, `[{"type":"y","n":7}]`, "/0/n"},
	} {
		misfit := ""
		if list := misfits("", join(read(c.one), read(c.other)), read(c.now)); len(list) > 0 {
			misfit = list[0].pointer
		}
		if misfit != c.misfit {
			t.Errorf("%s and %s, now %s: the misfit is at %q, want %q", c.one, c.other, c.now, misfit, c.misfit)
		}
	}
}
