package recon

import (
	"testing"

	"ringer/engine/sessiontest"
)

// TestOptions: the registry checks bounds, and New refuses switches that have no effect.
func TestOptions(t *testing.T) {
	t.Parallel()
	sessiontest.CheckDefaults[options](t, Schema())
	sessiontest.CheckRefusals(t, New, map[string]string{
		`{}`:                      "",
		`{"contemplation":"cot"}`: "",
		`{"formulation":"off","refinement":"off"}`:                        "",
		`{"first_order":"off","second_order":"off"}`:                      "",
		`{"posterior":"off","contemplation":"vanilla"}`:                   "",
		`{"formulation":"off","first_order":"off"}`:                       "/options/first_order",
		`{"refinement":"off","second_order":"off"}`:                       "/options/second_order",
		`{"contemplation":"cot","formulation":"off"}`:                     "/options/formulation",
		`{"contemplation":"vanilla","first_order":"off"}`:                 "/options/first_order",
		`{"contemplation":"vanilla","refinement":"off"}`:                  "/options/refinement",
		`{"contemplation":"cot","second_order":"off"}`:                    "/options/second_order",
		`{"contemplation":"cot","refinement":"off","second_order":"off"}`: "/options/refinement/options/second_order",
	})
}
