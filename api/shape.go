package api

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"ringer/engine/session"
)

// shape describes the JSON that a Go type accepts.
type shape struct {
	// expected names the accepted JSON in an error text.
	expected                                  string
	text, number, boolean, null, list, object bool
	// check returns an error for strings or numbers that the type does not accept; nil accepts all.
	check func(string) error
	// fields are the fields of an object, by name.
	fields map[string]field
	// fixed are names of fields that can be set, but not changed.
	fixed map[string]bool
	// most bounds the entries of a list; 0 means maxEntries.
	most int
	// inPlaceOfList says what to send as a body in place of a list.
	inPlaceOfList string
	// inner is the shape of a list's entries, or of an object's values when every name is allowed.
	inner *shape
}

type field struct {
	*shape
	// bit identifies the field within its object. An object has at most 64 fields.
	bit uint64
}

// shorthand is implemented by types that also accept a bare string as JSON.
type shorthand interface {
	// Shorthand names the field that the string stands for.
	Shorthand() string
}

// shapes caches the shape of each type: reflection takes longer than reading a body.
var shapes sync.Map // of reflect.Type to *shape

// shapeOf returns the shape of a type, which must not contain itself.
func shapeOf(t reflect.Type) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	s := newShape(t)
	shapes.Store(t, s)
	return s
}

func newShape(t reflect.Type) *shape {
	switch reflect.New(t).Interface().(type) {
	case shorthand:
		return &shape{expected: "a string or an object", text: true, object: true, fields: fieldsOf(t)}
	case encoding.TextUnmarshaler:
		expected := "a string"
		if t == reflect.TypeFor[time.Time]() {
			expected = aTime
		}
		return &shape{expected: expected, text: true, check: func(s string) error {
			return reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s))
		}}
	case json.Unmarshaler:
		return opaqueShape()
	}
	switch t.Kind() {
	case reflect.Struct:
		s := &shape{expected: "an object", object: true, fields: fieldsOf(t), inPlaceOfList: "send one object in each request"}
		switch t {
		case reflect.TypeFor[messageBody]():
			s.inPlaceOfList = `send {"messages":[…]}`
		case reflect.TypeFor[session.Changes]():
			s.fixed = map[string]bool{}
			for name := range fieldsOf(reflect.TypeFor[session.Config]()) {
				s.fixed[name] = s.fields[name].shape == nil
			}
		}
		return s
	case reflect.Map:
		return &shape{expected: "an object", object: true, inner: shapeOf(t.Elem())}
	case reflect.Slice, reflect.Array:
		s := &shape{expected: "an array", list: true, inner: shapeOf(t.Elem())}
		if t.Elem() == reflect.TypeFor[session.TranscriptLine]() {
			s.most = session.MaxTranscript
		}
		return s
	case reflect.String:
		return &shape{expected: "a string", text: true}
	case reflect.Bool:
		return &shape{expected: "true or false", boolean: true}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &shape{expected: "a whole number", number: true, check: func(s string) error { _, err := strconv.ParseInt(s, 10, t.Bits()); return err }}
	case reflect.Float32, reflect.Float64:
		return &shape{expected: "a number", number: true, check: func(s string) error { _, err := strconv.ParseFloat(s, t.Bits()); return err }}
	}
	return opaqueShape()
}

// anyShape is the shape of a value that may be anything, including null.
var anyShape = func() *shape {
	s := &shape{expected: "any value", text: true, number: true, boolean: true, null: true, list: true, object: true}
	s.inner = s
	return s
}()

// opaqueShape is the shape of a value that its own type decodes later. null is allowed inside the
// value, but not as the value.
func opaqueShape() *shape {
	s := *anyShape
	s.null = false
	return &s
}

// fieldsOf returns the fields of an object. The tag zero:"default" marks numbers whose zero means
// "left out" in Go; their JSON must not be 0.
func fieldsOf(t reflect.Type) map[string]field {
	fields := map[string]field{}
	add := func(name string, s *shape) { fields[name] = field{s, 1 << len(fields)} }
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			for inner, s := range fieldsOf(f.Type) {
				add(inner, s.shape)
			}
		case f.IsExported() && name != "" && name != "-" && f.Tag.Get("zero") == "default":
			add(name, nonzero(shapeOf(f.Type)))
		case f.IsExported() && name != "" && name != "-":
			add(name, shapeOf(f.Type))
		}
	}
	return fields
}

// errZero refuses an explicit zero that Go code would read as "left out".
var errZero = errors.New("must not be 0; leave it out for the default value")

// nonzero returns the shape s with a check that refuses zero.
func nonzero(s *shape) *shape {
	strict := *s
	strict.check = func(text string) error {
		if n, err := strconv.ParseFloat(text, 64); err == nil && n == 0 {
			return errZero
		}
		return s.check(text)
	}
	return &strict
}

// aTime is what a time must be.
const aTime = "a time as in RFC 3339, such as 2026-01-31T18:30:00Z"

// mismatch returns the detail for a string or number that check refused.
func (s *shape) mismatch(err error) string {
	if _, ok := errors.AsType[*time.ParseError](err); ok {
		return "must be " + aTime
	}
	if errors.Is(err, strconv.ErrSyntax) {
		return "must be " + s.expected + ", without a point or an exponent"
	}
	return err.Error()
}
