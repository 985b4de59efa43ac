package store

import (
	"reflect"
	"testing"

	"github.com/lib/pq"
	"pgregory.net/rapid"
)

// TestTextArray checks that lib/pq reads the same texts from a parameter that went in.
func TestTextArray(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "NULL", `"`, `\`, `{"a":"b\\"}`, "a,b"}))).Draw(t, "texts")
		value, err := textArray(texts).Value()
		if err != nil {
			t.Fatal(err)
		}
		var read pq.StringArray
		if err := read.Scan(value); err != nil {
			t.Fatalf("%s: %v", value, err)
		}
		if len(texts)+len(read) > 0 && !reflect.DeepEqual([]string(read), texts) {
			t.Fatalf("%q became %q; the parameter was %s", texts, read, value)
		}
	})
}
