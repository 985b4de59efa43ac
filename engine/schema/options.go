package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Parse returns options as a struct T with JSON names, with the defaults that the schema names;
// each must be a field of T. Schema.Check has checked the bounds of raw before.
func Parse[T any](schema []byte, raw json.RawMessage) (T, error) {
	var options T
	var described struct {
		Properties map[string]struct{ Default json.RawMessage }
	}
	if err := json.Unmarshal(schema, &described); err != nil {
		return options, fmt.Errorf("options schema: %w", err)
	}
	for name, property := range described.Properties {
		if property.Default == nil {
			continue
		}
		field, err := json.Marshal(map[string]json.RawMessage{name: property.Default})
		if err != nil {
			return options, fmt.Errorf("options schema: default of %s: %w", name, err)
		}
		strict := json.NewDecoder(bytes.NewReader(field))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&options); err != nil {
			return options, fmt.Errorf("options schema: default of %s: %w", name, err)
		}
	}
	if len(raw) == 0 {
		return options, nil
	}
	err := json.Unmarshal(raw, &options)
	return options, err
}
