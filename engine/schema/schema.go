package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"ringer/engine/session"
)

// Source is a JSON schema of options, and what errors say about it.
type Source struct {
	// Name names the schema in errors for programmers, as in "strategy tom".
	Name  string
	Text  []byte // the schema
	Owner string // whose options they are, as in "this strategy"
	// Route shows the options to a client, as in "GET /v1/strategies".
	Route string
}

// Schema is a compiled Source.
type Schema struct {
	source   Source
	compiled *jsonschema.Schema
}

// Compile returns the schema, ready to check options.
func Compile(s Source) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.Text))
	if err != nil {
		return nil, fmt.Errorf("%s: options schema: %w", s.Name, err)
	}
	c := jsonschema.NewCompiler()
	const url = "options.json"
	if err := c.AddResource(url, doc); err != nil {
		return nil, fmt.Errorf("%s: options schema: %w", s.Name, err)
	}
	compiled, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("%s: options schema: %w", s.Name, err)
	}
	return &Schema{s, compiled}, nil
}

// Check returns session.Errors for options that are unknown or not allowed. Empty options are fine.
func (s *Schema) Check(options json.RawMessage) error {
	if len(options) == 0 {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(options))
	if err != nil {
		return session.Errors{{Code: session.CodeInvalidOption, Pointer: "/options", Detail: "must be a JSON object"}}
	}
	if err := s.compiled.Validate(doc); err != nil {
		return s.optionErrors(err)
	}
	return nil
}

// Fill returns the options with the values that the keyword has for properties that they leave out,
// such as "x-paper". Properties without the keyword are not filled. Check has checked raw before.
func (s *Schema) Fill(keyword string, raw json.RawMessage) (json.RawMessage, error) {
	var described struct {
		Properties map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(s.source.Text, &described); err != nil {
		return nil, fmt.Errorf("%s: options schema: %w", s.source.Name, err)
	}
	filled := map[string]json.RawMessage{}
	for name, property := range described.Properties {
		if value, ok := property[keyword]; ok {
			filled[name] = value
		}
	}
	if len(filled) == 0 {
		return raw, nil
	}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &filled); err != nil {
			return nil, fmt.Errorf("%s: options: %w", s.source.Name, err)
		}
	}
	return json.Marshal(filled)
}

func (s *Schema) optionErrors(err error) error {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return fmt.Errorf("%s: validate options: %w", s.source.Name, err)
	}
	var errs session.Errors
	for _, unit := range invalid.BasicOutput().Errors {
		if unit.Error == nil {
			continue
		}
		pointer := "/options" + unit.InstanceLocation
		if extra, ok := unit.Error.Kind.(*kind.AdditionalProperties); ok {
			known := slices.Sorted(maps.Keys(s.compiled.Properties))
			for _, name := range extra.Properties[:min(len(extra.Properties), session.MaxErrors)] {
				errs.Add(session.CodeUnknownOption, pointer+"/"+session.Pointer(name), session.NotAmong(name, "an option of "+s.source.Owner, known))
			}
			continue
		}
		errs.Add(session.CodeInvalidOption, pointer, s.mismatch(unit.Error))
	}
	return errs.Err()
}

// mismatch returns what is wrong with an option, in plainer words than the library's.
func (s *Schema) mismatch(e *jsonschema.OutputError) string {
	switch k := e.Kind.(type) {
	case *kind.Maximum:
		return "must be at most " + number(k.Want) + ", not " + number(k.Got)
	case *kind.Minimum:
		return "must be at least " + number(k.Want) + ", not " + number(k.Got)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters", k.Want)
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %d characters", k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d entries", k.Want)
	case *kind.Enum:
		var values []string
		for _, v := range k.Want {
			values = append(values, fmt.Sprint(v))
		}
		return "must be " + strings.Join(values, " or ") + ", not " + sent(k.Got)
	case *kind.Type:
		return fmt.Sprintf("must be %s, not %s", typeNames(k.Want...), typeNames(k.Got))
	}
	return e.String() + "; " + s.source.Route + " shows the options"
}

func sent(v any) string {
	switch v := v.(type) {
	case string:
		return session.Quoted(v)
	case map[string]any, []any:
		return "a list or an object"
	}
	return fmt.Sprint(v)
}

func number(n *big.Rat) string {
	f, _ := n.Float64() // bounds are short
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func typeNames(types ...string) string {
	names := map[string]string{
		"string": "a string", "number": "a number", "integer": "a whole number", "boolean": "true or false", "object": "an object", "array": "an array", "null": "null",
	}
	var all []string
	for _, t := range types {
		all = append(all, names[t])
	}
	return strings.Join(all, " or ")
}
