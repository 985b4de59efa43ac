package recheck

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"ringer/engine/session"
)

// Difference is where an act of the log differs from the one decided now. One may not exist.
type Difference struct {
	Seq     int64
	Type    session.Type
	Field   string // a JSON pointer to the first field that differs
	Logged  string // the value in the log
	Decided string // the value that was decided again
}

// firstDifference compares acts of a log with acts decided again, in their stored form.
func firstDifference(logged []session.Event, decided []session.Payload) (Difference, bool) {
	for i, e := range logged {
		d := Difference{Seq: e.Seq, Type: e.Data.Type()}
		switch {
		case i >= len(decided):
			d.Logged = string(e.Data.Type())
			return d, true
		case decided[i].Type() != e.Data.Type():
			d.Field, d.Logged, d.Decided = "/type", string(e.Data.Type()), string(decided[i].Type())
			return d, true
		case !session.Same(e.Data, asLogged(e.Data, decided[i])):
			d.Field, d.Logged, d.Decided = differ("", fields(e.Data), fields(decided[i]))
			return d, true
		}
	}
	if n := len(logged); len(decided) > n {
		more := decided[n].Type()
		return Difference{Seq: logged[n-1].Seq + 1, Type: more, Decided: string(more)}, true
	}
	return Difference{}, false
}

// asLogged returns a payload without what older versions did not store: the channel of typing.
func asLogged(logged, decided session.Payload) session.Payload {
	switch p := logged.(type) {
	case *session.TypingStarted:
		if p.Channel == "" {
			return &session.TypingStarted{PlanID: decided.(*session.TypingStarted).PlanID}
		}
	case *session.TypingStopped:
		if p.Channel == "" {
			return &session.TypingStopped{PlanID: decided.(*session.TypingStopped).PlanID}
		}
	}
	return decided
}

func fields(p session.Payload) (v any) {
	b, err := session.Encode(p)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber() // a float cannot hold every number
		err = d.Decode(&v)
	}
	if err != nil {
		panic("recheck: " + err.Error()) // a payload always has a JSON form
	}
	return v
}

// differ returns a JSON pointer to the first field in which two values differ, and both as JSON.
func differ(at string, a, b any) (field, x, y string) {
	switch a := a.(type) {
	case map[string]any:
		if b, ok := b.(map[string]any); ok {
			both := maps.Clone(a)
			maps.Copy(both, b)
			for _, name := range slices.Sorted(maps.Keys(both)) {
				if !reflect.DeepEqual(a[name], b[name]) {
					return differ(at+"/"+session.Pointer(name), a[name], b[name])
				}
			}
		}
	case []any:
		if b, ok := b.([]any); ok && len(a) == len(b) {
			for i := range a {
				if !reflect.DeepEqual(a[i], b[i]) {
					return differ(at+"/"+strconv.Itoa(i), a[i], b[i])
				}
			}
		}
	}
	return at, text(a), text(b)
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("recheck: " + err.Error()) // the value came out of JSON
	}
	return string(b)
}
