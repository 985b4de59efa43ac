package main

import (
	"fmt"
	"strings"
)

// finish changes what generators of clients would read in another way than it is meant. It sees the
// document after the overlays.
func finish(doc object) {
	walkSchemas(doc, func(o object) {
		switch o["type"] {
		case "integer":
			o["format"] = "int64"
		case "number": // without a format, oapi-codegen makes it a float32
			o["format"] = "double"
		case "object":
			if isFree(o) { // without the keyword, openapi-typescript makes it an empty object
				o["additionalProperties"] = true
			}
		}
	})
	for name, schema := range at(doc, "components", "schemas") {
		schema := schema.(object)
		nameConstants(schema, name)
		for field, p := range at(schema, "properties") {
			p := p.(object)
			sayDefault(p)
			if field == "type" && strings.HasSuffix(name, "Event") {
				nameConstants(p, "Event") // EventMessageSent, and not MessageSentEventTypeMessageSent
			} else {
				nameConstants(p, name+camel(field))
			}
		}
	}
}

// walkSchemas is walk without the examples, which may hold anything.
func walkSchemas(part any, f func(object)) {
	switch p := part.(type) {
	case object:
		f(p)
		for _, k := range sorted(p) {
			if k != "example" && k != "examples" {
				walkSchemas(p[k], f)
			}
		}
	case []any:
		for _, v := range p {
			walkSchemas(v, f)
		}
	}
}

// isFree reports whether the schema of an object says nothing of what is in it.
func isFree(o object) bool {
	return o["properties"] == nil && o["additionalProperties"] == nil && o["oneOf"] == nil && o["allOf"] == nil && o["discriminator"] == nil
}

// sayDefault writes the default of a field into its description. With the keyword,
// openapi-typescript takes the field for a required one.
func sayDefault(p object) {
	value, ok := p["default"]
	if !ok {
		return
	}
	delete(p, "default")
	text, _ := p["description"].(string)
	p["description"] = strings.TrimSpace(fmt.Sprintf("%s The default is `%v`.", text, value))
}

// nameConstants names the constants that a generator makes of an enum. Each begins with the name of
// its type, as Go programmers expect. Otherwise oapi-codegen names a constant just Other.
func nameConstants(schema object, typeName string) {
	var names []any
	for _, value := range list(schema["enum"]) {
		names = append(names, typeName+goName(fmt.Sprint(value)))
	}
	if names != nil && schema["x-enum-varnames"] == nil { // the overlay may have named them
		schema["x-enum-varnames"] = names
	}
}

// initialisms are words that Go writes in capitals.
var initialisms = map[string]string{"Id": "ID", "Ttl": "TTL", "Json": "JSON", "Utf8": "UTF8"}

// goName writes a word of the wire, such as id_reused, as a part of a Go name: IDReused.
func goName(word string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r == '_' || r == '.' }) {
		part = camel(part)
		if capitals, ok := initialisms[part]; ok {
			part = capitals
		}
		b.WriteString(part)
	}
	return b.String()
}
