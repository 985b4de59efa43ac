package llm

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyShape draws a shape of objects, lists, texts, numbers and booleans.
func anyShape(depth int) *rapid.Generator[*shape] {
	return rapid.Custom(func(r *rapid.T) *shape {
		kinds := []kind{text, number, integer, boolean, list, object}
		if depth == 0 {
			kinds = kinds[:4]
		}
		s := &shape{kind: rapid.SampledFrom(kinds).Draw(r, "kind"), nullable: rapid.Bool().Draw(r, "nullable")}
		switch s.kind {
		case object:
			for _, name := range []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(r, "fields")] {
				s.fields = append(s.fields, field{name: name, shape: anyShape(depth-1).Draw(r, name)})
			}
		case list:
			s.item = anyShape(depth-1).Draw(r, "item")
		case text:
			s.enum = rapid.SampledFrom([][]string{nil, {"one"}, {"one", "two"}, {"one", "two", "three"}}).Draw(r, "enum")
		case number, integer:
			low := float64(rapid.IntRange(-1000, 1000).Draw(r, "min"))
			high := low + float64(rapid.IntRange(0, 100).Draw(r, "room"))
			if s.kind == number {
				low, high = low/100, high/100
			}
			if rapid.Bool().Draw(r, "bounded below") {
				s.min = &low
			}
			if rapid.Bool().Draw(r, "bounded above") {
				s.max = &high
			}
		}
		return s
	})
}

// TestExample: the example of an answer is real JSON of the shape. Its lists have two items, which
// differ if they can.
func TestExample(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := &shape{kind: object, fields: []field{{name: "x", shape: anyShape(3).Draw(r, "shape")}}}
		e := example{seed: rapid.Uint64().Draw(r, "seed")}
		e.write(s)
		v, n, err := decode(e.String())
		if err != nil || n != e.Len() {
			r.Fatalf("%s: %v", e.String(), err)
		}
		if _, err := s.fit(v, "it"); err != nil {
			r.Fatalf("%s does not fit: %v", e.String(), err)
		}
		checkLists(r, s, v)
		if !strings.Contains(s.words(e.seed), "\n{") {
			r.Fatalf("no example in %s", s.words(e.seed))
		}
	})
}

func checkLists(r *rapid.T, s *shape, v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, f := range s.fields {
			checkLists(r, f.shape, v[f.name])
		}
	case []any:
		if len(v) != 2 || len(s.item.enum) > 1 && v[0] == v[1] {
			r.Fatalf("a list in an example is %v", v)
		}
		for _, item := range v {
			checkLists(r, s.item, item)
		}
	}
}

// TestExampleTurns: what stands in the example depends on the seed, so that no value is favoured.
func TestExampleTurns(t *testing.T) {
	t.Parallel()
	s := &shape{kind: object, fields: []field{{name: "x", shape: &shape{kind: text, enum: []string{"a", "b", "c"}}}}}
	seen := map[string]bool{}
	for seed := range uint64(3) {
		e := example{seed: seed}
		e.write(s)
		seen[e.String()] = true
	}
	if len(seen) != 3 {
		t.Errorf("three seeds show %v", seen)
	}
}

// TestFaults: each fault of JSON has a plain name.
func TestFaults(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"x":"a`:            "it is cut off",
		`{"x":"a"`:           "it is cut off",
		`{"x":"a" "y":1}`:    "a comma is missing",
		`{"x":"say "hi""}`:   `a " without a backslash`,
		`{"x":["a" "b"]}`:    "a comma or a ] is missing",
		`{"x" "a"}`:          "a colon is missing",
		`{x:"a"}`:            "the name of a field has no double quotes",
		`{"x":a}`:            "a text has no double quotes",
		"{\"x\":\"a\nb\"}":   "a text has a line break",
		`{"x":"a\q"}`:        "a backslash stands where none belongs",
		`{"x":1}`:            `"x" must be a text`,
		`{'x':1,}`:           `"x" must be a text`,
		`{"y":1}`:            `it has no field "x"`,
		`nothing to be read`: "it has no JSON object",
	} {
		s := &shape{kind: object, fields: []field{{name: "x", shape: &shape{kind: text}}}}
		_, err := s.find(answer)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", answer, err, want)
		}
	}
}
