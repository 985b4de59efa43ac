package api_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// raw is JSON that is sent unchanged, valid or not.
type raw string

// duplicateField is an object in which one field appears twice.
type duplicateField struct {
	object map[string]any
	field  string
}

// write returns a value as JSON.
func write(v any) string {
	var parts []string
	switch v := v.(type) {
	case raw:
		return string(v)
	case string:
		return strconv.QuoteToASCII(v) // without \x or \U below, which JSON does not have
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, write(k)+":"+write(v[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case duplicateField:
		again := write(v.field) + ":" + write(v.object[v.field])
		return strings.TrimSuffix(write(v.object), "}") + "," + again + "}"
	case []any:
		for _, e := range v {
			parts = append(parts, write(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

// mutation is a value that a schema does not allow, with its description.
type mutation struct {
	name  string
	value any
}

const huge = "1e400"

var deep = raw(strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000))

// oddStrings are strings that a pattern may refuse. Names must not have characters that control a
// terminal or change the direction of text.
var oddStrings = []string{"a\u0007b", "a\u202eb", "a\u0000", "line\nbreak", "\u2066a", "!!"}

// mutations returns values that a schema does not allow in place of value, at any depth. If value
// is nil, the mutations are built without an original value.
func mutations(s *openapi3.Schema, value any) (all []mutation) {
	add := func(name string, v any) { all = append(all, mutation{name, v}) }
	if len(s.AllOf) > 0 {
		s = s.AllOf[0].Value
	}
	for _, way := range s.OneOf {
		if !fits(way.Value, value) {
			continue
		}
		for _, m := range mutations(way.Value, value) {
			// Another alternative may accept what this one refuses.
			if !acceptsType(s, strings.TrimPrefix(m.name, "a ")) {
				all = append(all, m)
			}
		}
	}
	if !s.Nullable {
		add("null", nil)
	}
	add("10,000 levels", deep)
	for name, wrong := range map[string]any{"string": "x", "number": raw("7"), "boolean": raw("true"), "array": []any{}, "object": map[string]any{}} {
		if !acceptsType(s, name) {
			add("a "+name, wrong)
		}
	}
	switch {
	case s.Type.Is("string"):
		all = append(all, badStrings(s)...)
	case s.Type.Is("integer"), s.Type.Is("number"):
		all = append(all, badNumbers(s)...)
	case s.Type.Is("array"):
		all = append(all, badArrays(s, value)...)
	case s.Type.Is("object"):
		all = append(all, badObjects(s, value)...)
	}
	return all
}

// acceptsType reports whether a schema accepts any value of a type.
func acceptsType(s *openapi3.Schema, name string) bool {
	for _, way := range s.OneOf {
		if acceptsType(way.Value, name) {
			return true
		}
	}
	return s.Type.Is(name) || s.Type.Is("integer") && name == "number"
}

func fits(s *openapi3.Schema, value any) bool { return value == nil || s.VisitJSON(value) == nil }

func badStrings(s *openapi3.Schema) (all []mutation) {
	add := func(name string, v any) { all = append(all, mutation{name, v}) }
	if s.MaxLength != nil {
		add("too long", strings.Repeat("a", int(*s.MaxLength)+1))
		add("too long by characters", raw(`"`+strings.Repeat("ä", int(*s.MaxLength)+1)+`"`))
	}
	if s.MinLength > 0 {
		add("empty", "")
		add("spaces", "  ")
	}
	if len(s.Enum) > 0 {
		add("none of the enum", "nonsense")
		add("another case", strings.ToUpper(fmt.Sprint(s.Enum[0])))
	}
	if s.Format == "date-time" {
		for _, when := range []string{"", "yesterday", "2026-01-31", "2026-13-45T00:00:00Z", "2026-01-31T18:30:00"} {
			add("no time", when)
		}
	}
	if s.Pattern != "" {
		pattern := regexp.MustCompile(regexp.MustCompile(`\\u([0-9A-F]{4})`).ReplaceAllString(s.Pattern, `\x{$1}`))
		for _, text := range oddStrings {
			if !pattern.MatchString(text) {
				add("oddStrings characters", raw(`"`+escaped(text)+`"`))
			}
		}
	}
	add("half a surrogate", raw(`"x\ud83d"`))
	add("not UTF-8", raw("\"\xff\xfe\""))
	return all
}

// escaped returns text as the inside of a JSON string.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return b.String()
}

func badNumbers(s *openapi3.Schema) (all []mutation) {
	add := func(name string, v string) { all = append(all, mutation{name, raw(v)}) }
	add("beyond every number", huge)
	add("negative beyond every number", "-"+huge)
	if s.Type.Is("integer") {
		add("beyond 64 bits", "99999999999999999999")
		add("negative beyond 64 bits", "-99999999999999999999")
		add("a fraction", "1.5")
	}
	if s.Min != nil && *s.Min > 0 {
		add("zero", "0")
	}
	if s.Min != nil {
		add("too small", fmt.Sprint(*s.Min-1))
	}
	if s.Min != nil && *s.Min > -1e6 {
		add("negative", "-1000000")
	}
	if s.Max != nil {
		add("too large", strconv.FormatFloat(*s.Max+1, 'f', -1, 64))
	}
	return all
}

func badArrays(s *openapi3.Schema, value any) (all []mutation) {
	list, _ := value.([]any)
	if s.MinItems > 0 {
		all = append(all, mutation{"empty", []any{}})
	}
	if s.MaxItems != nil && len(list) > 0 {
		all = append(all, mutation{"too many", slices.Repeat(list[:1], int(*s.MaxItems)+1)})
	}
	seen := map[bool]bool{}
	all = append(all, entries(s, list, func(s *openapi3.Schema, entry any) []mutation {
		_, kind := entry.(string)
		if seen[kind] {
			return nil // one of each kind
		}
		seen[kind] = true
		return mutations(s, entry)
	})...)
	if len(list) == 0 {
		all = append(all, entries(s, []any{nil}, mutations)...)
	}
	return all
}

// entries returns a list with each of its entries in each of its variants.
func entries(s *openapi3.Schema, list []any, variants func(*openapi3.Schema, any) []mutation) (all []mutation) {
	for i, entry := range list {
		for _, m := range variants(s.Items.Value, entry) {
			with := slices.Clone(list)
			with[i] = m.value
			all = append(all, mutation{fmt.Sprint("entry ", i, " ", m.name), with})
		}
	}
	return all
}

// fields returns an object with each of its fields in each of its variants.
func fields(s *openapi3.Schema, object map[string]any, variants func(*openapi3.Schema, any) []mutation) (all []mutation) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		for _, m := range variants(s.Properties[name].Value, object[name]) {
			all = append(all, mutation{name + ": " + m.name, withField(object, name, m.value)})
		}
	}
	return all
}

// without returns a copy of an object without a field.
func without(object map[string]any, name string) map[string]any {
	c := withField(object, name, nil)
	delete(c, name)
	return c
}

// withField returns a copy of an object with one field set.
func withField(object map[string]any, name string, v any) map[string]any {
	c := maps.Clone(object)
	if c == nil {
		c = map[string]any{}
	}
	c[name] = v
	return c
}

func badObjects(s *openapi3.Schema, value any) (all []mutation) {
	object, _ := value.(map[string]any)
	with := func(name string, v any) map[string]any { return withField(object, name, v) }
	closed := s.AdditionalProperties.Has != nil && !*s.AdditionalProperties.Has
	for _, name := range slices.Sorted(maps.Keys(object)) {
		all = append(all, mutation{name + " duplicateField", duplicateField{object, name}})
		if closed {
			all = append(all, mutation{name + " in capitals", without(with(strings.ToUpper(name), object[name]), name)})
		}
	}
	for _, name := range s.Required {
		all = append(all, mutation{"without " + name, without(object, name)})
	}
	if closed {
		all = append(all, mutation{"an unknown field", with("surprise", "x")}, mutation{"a field without a name", with("", "x")})
	}
	all = append(all, fields(s, object, mutations)...)
	if inner := s.AdditionalProperties.Schema; inner != nil {
		for _, m := range mutations(inner.Value, nil) {
			all = append(all, mutation{"an entry: " + m.name, with("key", m.value)})
		}
		if s.MaxProps != nil {
			c := map[string]any{}
			for i := range *s.MaxProps + 1 {
				c[fmt.Sprint("k", i)] = "x"
			}
			all = append(all, mutation{"too many entries", c})
		}
	}
	if s.MinProps > 0 {
		all = append(all, mutation{"empty", map[string]any{}})
	}
	return all
}
