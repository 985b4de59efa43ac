package parrot

import (
	"testing"

	"ringer/engine/sessiontest"
)

// TestOptions: the schema and the struct have the same options with the same defaults.
func TestOptions(t *testing.T) {
	t.Parallel()
	sessiontest.CheckDefaults[options](t, Schema())
}
