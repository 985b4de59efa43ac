package offline

import (
	"math/rand/v2"
	"slices"

	"github.com/sashabaranov/go-openai/jsonschema"
)

// remarks are what it says where it knows nothing better.
var remarks = []string{"hm ok", "fair enough", "makes sense i guess", "not sure yet", "could be", "lets see"}

// fill returns a value that fits a schema.
func fill(d jsonschema.Definition, rng *rand.Rand) any {
	if len(d.Enum) > 0 {
		return d.Enum[rng.IntN(len(d.Enum))]
	}
	switch d.Type {
	case jsonschema.Object:
		object := map[string]any{}
		names := make([]string, 0, len(d.Properties))
		for name := range d.Properties {
			names = append(names, name)
		}
		slices.Sort(names) // the order of the draws
		for _, name := range names {
			object[name] = fill(d.Properties[name], rng)
		}
		return object
	case jsonschema.Array:
		return []any{}
	case jsonschema.Integer:
		return rng.IntN(10)
	case jsonschema.Number:
		return rng.Float64()
	case jsonschema.Boolean:
		return rng.IntN(2) == 0
	}
	return remarks[rng.IntN(len(remarks))]
}
