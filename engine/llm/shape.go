package llm

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// shape is what an answer must look like, read from a Go type of structs, slices, strings, numbers
// and booleans. Every field is required, except one with the tag missing:"ok"; a pointer may be
// null. The tag `former` names an older name of a field. The fields of an embedded struct count as
// fields of the struct around it. The tags `enum` (with commas), `min`, `max` and `description`
// bound a value, or the items of a slice, and explain it.
type shape struct {
	kind     kind
	nullable bool
	// fields are in the order of the type, in which a model writes them.
	fields   []field
	item     *shape // of a list
	enum     []string
	min, max *float64
	// asSchema is the JSON schema of a whole answer.
	asSchema json.RawMessage
}

// shapes holds shapes by Go type: making one takes longer than the rest of a call inside the
// process.
var shapes sync.Map

type field struct {
	name, description string
	shape             *shape
	// optional says that an answer may leave it out. Models are asked for it all the same.
	optional bool
	former   string // an older name that answers may have in its place, or empty
}

type kind string

const (
	object  kind = "object"
	list    kind = "array"
	text    kind = "string"
	number  kind = "number"
	integer kind = "integer"
	boolean kind = "boolean"
)

// maxDepth bounds nested types, because servers allow five levels. It also refuses recursive types.
const maxDepth = 5

// shapeOf returns the shape of an answer. answer is a pointer to a struct.
func shapeOf(answer any) (*shape, error) {
	t := reflect.TypeOf(answer)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("llm: an answer must be a pointer to a struct, not %T", answer)
	}
	if known, ok := shapes.Load(t); ok {
		return known.(*shape), nil
	}
	s, err := typeShape(t.Elem(), "", maxDepth)
	if err != nil {
		return nil, fmt.Errorf("llm: shape of %T: %w", answer, err)
	}
	s.asSchema = s.schema("")
	shapes.Store(t, s)
	return s, nil
}

func typeShape(t reflect.Type, tag reflect.StructTag, depth int) (s *shape, err error) {
	if depth < 0 {
		return nil, fmt.Errorf("%s is nested too deeply; flatten it", t)
	}
	s = &shape{}
	switch t.Kind() {
	case reflect.Pointer:
		if s, err = typeShape(t.Elem(), tag, depth-1); err == nil {
			s.nullable = true
		}
		return s, err
	case reflect.Slice:
		s.kind = list
		s.item, err = typeShape(t.Elem(), tag, depth-1)
		return s, err
	case reflect.Struct:
		s.kind = object
		return s, s.readFields(t, depth)
	case reflect.String:
		s.kind = text
		if enum := tag.Get("enum"); enum != "" {
			s.enum = strings.Split(enum, ",")
		}
		return s, nil
	case reflect.Bool:
		s.kind = boolean
		return s, nil
	case reflect.Float32, reflect.Float64:
		s.kind = number
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		s.kind = integer
	default:
		return nil, fmt.Errorf("%s cannot be asked of a model; use structs, slices, strings, numbers and booleans", t)
	}
	if s.min, err = bound(tag, "min"); err == nil {
		s.max, err = bound(tag, "max")
	}
	return s, err
}

func bound(tag reflect.StructTag, name string) (*float64, error) {
	given, ok := tag.Lookup(name)
	if !ok {
		return nil, nil
	}
	v, err := strconv.ParseFloat(given, 64)
	if err != nil {
		return nil, fmt.Errorf("tag %s: %q is not a number", name, given)
	}
	return &v, nil
}

func (s *shape) readFields(t reflect.Type, depth int) error {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			if err := s.readFields(f.Type, depth); err != nil {
				return err
			}
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			return fmt.Errorf("field %s of %s has no name in JSON; give it a json tag", f.Name, t)
		}
		value, err := typeShape(f.Type, f.Tag, depth-1)
		if err != nil {
			return err
		}
		s.fields = append(s.fields, field{name, f.Tag.Get("description"), value, f.Tag.Get("missing") == "ok", f.Tag.Get("former")})
	}
	return nil
}

// schema returns the JSON schema. It is flat, all properties are required, and no others allowed. A
// nullable value is a union. Servers refuse keywords for bounds, so the description holds them.
func (s *shape) schema(description string) json.RawMessage {
	if bounds := s.bounds(); bounds != "" {
		description = strings.TrimPrefix(description+", "+bounds, ", ")
	}
	var b strings.Builder
	b.WriteString(`{"type":`)
	if s.nullable {
		fmt.Fprintf(&b, `["%s","null"]`, s.kind)
	} else {
		fmt.Fprintf(&b, `"%s"`, s.kind)
	}
	if description != "" {
		b.WriteString(`,"description":` + quoted(description))
	}
	if len(s.enum) > 0 {
		values := make([]string, len(s.enum), len(s.enum)+1)
		for i, v := range s.enum {
			values[i] = quoted(v)
		}
		if s.nullable {
			values = append(values, "null")
		}
		b.WriteString(`,"enum":[` + strings.Join(values, ",") + "]")
	}
	switch s.kind {
	case list:
		fmt.Fprintf(&b, `,"items":%s`, s.item.schema(""))
	case object:
		properties, names := make([]string, len(s.fields)), make([]string, len(s.fields))
		for i, f := range s.fields {
			names[i] = quoted(f.name)
			properties[i] = names[i] + ":" + string(f.shape.schema(f.description))
		}
		fmt.Fprintf(&b, `,"properties":{%s},"required":[%s],"additionalProperties":false`, strings.Join(properties, ","), strings.Join(names, ","))
	}
	b.WriteByte('}')
	return json.RawMessage(b.String())
}

func quoted(s string) string {
	b, _ := json.Marshal(s) // a string always marshals
	return string(b)
}

// saysSomething reports whether a value that fits has text in the model's own words.
func (s *shape) saysSomething(value any) bool {
	switch v := value.(type) {
	case string:
		return s.kind == text && len(s.enum) == 0 && v != ""
	case []any:
		return slices.ContainsFunc(v, s.item.saysSomething)
	case map[string]any:
		return slices.ContainsFunc(s.fields, func(f field) bool { return f.shape.saysSomething(v[f.name]) })
	}
	return false
}
