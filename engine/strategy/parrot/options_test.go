package parrot

import (
	"testing"

	"ringer/engine/schema"
	"ringer/engine/sessiontest"
)

// TestOptions: the schema and the struct have the same options with the same defaults.
func TestOptions(t *testing.T) {
	t.Parallel()
	o, err := schema.Parse[options](Schema(), nil)
	if err != nil {
		t.Fatal(err)
	}
	sessiontest.CheckDefaults(t, Schema(), o)
}
