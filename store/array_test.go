package store

import (
	"reflect"
	"testing"

	"github.com/lib/pq"
	"pgregory.net/rapid"
)

// TestTextArray wants what lib/pq reads from a parameter to be what went in.
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
			t.Fatalf("%q became %q by way of %s", texts, read, value)
		}
	})
}
