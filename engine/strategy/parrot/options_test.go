package parrot

import (
	"testing"

	"ringer/engine/schema"
	"ringer/engine/sessiontest"
)

// TestOptions: the schema and the struct have the same options with the same defaults.
func TestOptions(t *testing.T) {
	t.Parallel()
	o := sessiontest.Must(schema.Parse[options](Schema(), nil))(t)
	sessiontest.CheckDefaults(t, Schema(), o)
}
