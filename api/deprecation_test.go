package api_test

import (
	"testing"
	"time"

	"ringer/api"
)

// TestDeprecatedRoutes: answers of a deprecated route say since when, until when, and what to use,
// also those that refuse. Others say nothing.
func TestDeprecatedRoutes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	since := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	api.AddDeprecatedRoute(s.api, "/test/old", since, since.AddDate(1, 0, 0))
	api.AddDeprecatedRoute(s.api, "/test/older", since, time.Time{})
	for path, want := range map[string][3]string{
		"/test/old":     {"@1796083200", "Wed, 01 Dec 2027 00:00:00 GMT", `</docs/changes>; rel="deprecation"; type="text/html"`},
		"/test/old?x=1": {"@1796083200", "Wed, 01 Dec 2027 00:00:00 GMT", `</docs/changes>; rel="deprecation"; type="text/html"`},
		"/test/older":   {"@1796083200", "", `</docs/changes>; rel="deprecation"; type="text/html"`},
		"/v1/sessions":  {},
	} {
		h := s.send("GET", path, "").Header
		if got := [3]string{h.Get("Deprecation"), h.Get("Sunset"), h.Get("Link")}; got != want {
			t.Errorf("%s has %q, want %q", path, got, want)
		}
	}
}
