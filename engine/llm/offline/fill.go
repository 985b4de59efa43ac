package offline

import (
	"cmp"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

var remarks = []string{"hm ok", "fair enough", "makes sense i guess", "not sure yet", "could be", "lets see"}

func remark(rng *rand.Rand) string { return remarks[rng.IntN(len(remarks))] }

type schema struct {
	Type       types             `json:"type"`
	Enum       []any             `json:"enum"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	MinItems   int               `json:"minItems"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	AnyOf      []schema          `json:"anyOf"`
	Ref        string            `json:"$ref"`
	Defs       map[string]schema `json:"$defs"`
}

// types are the types that a value may have. A single type may be written as a string.
type types []string

func (t *types) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// maxDepth bounds values whose schema refers to itself. Answers are at most three levels deep.
const maxDepth = 8

// maxItems bounds lists with a minItems, because an answer is a line of chat.
const maxItems = 100

func (s *schema) fill(rng *rand.Rand) any { return filler{s.Defs, rng}.fill(s, 0) }

type filler struct {
	defs map[string]schema
	rng  *rand.Rand
}

func (f filler) fill(s *schema, depth int) any {
	if def, ok := f.defs[strings.TrimPrefix(s.Ref, "#/$defs/")]; ok {
		s = &def
	}
	switch {
	case depth > maxDepth:
		return nil
	case len(s.Enum) > 0 && !slices.Contains(s.Type, "array"):
		// An enum of a list belongs to the items.
		return s.Enum[f.rng.IntN(len(s.Enum))]
	case len(s.AnyOf) > 0:
		return f.fill(&s.AnyOf[0], depth+1)
	case len(s.Type) == 0:
		return remark(f.rng)
	}
	switch s.Type[0] {
	case "object":
		return f.object(s, depth)
	case "array":
		items := []any{}
		for range min(s.MinItems, maxItems) {
			items = append(items, f.fill(cmp.Or(s.Items, &schema{}), depth+1))
		}
		return items
	case "integer":
		low, high := s.bounds(9)
		return int(low) + f.rng.IntN(max(1, int(high-low)+1))
	case "number":
		low, high := s.bounds(1)
		return low + f.rng.Float64()*(high-low)
	case "boolean":
		return f.rng.IntN(2) == 0
	case "null":
		return nil
	}
	return remark(f.rng)
}

func (f filler) object(s *schema, depth int) any {
	object := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) { // so that one seed always gives one value
		property := s.Properties[name]
		object[name] = f.fill(&property, depth+1)
	}
	return object
}

// bounds returns the least and the greatest number that fits, 0 and width without bounds.
func (s *schema) bounds(width float64) (low, high float64) {
	if s.Minimum != nil {
		low = *s.Minimum
	}
	high = low + width
	if s.Maximum != nil {
		high = *s.Maximum
		if s.Minimum == nil {
			low = min(low, high)
		}
	}
	return low, high
}
