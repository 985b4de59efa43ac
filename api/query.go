package api

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"ringer/engine/game"
)

// understand refuses a query with parameters that the route does not know, or that have no value: a mistyped limit would be none. Open routes take any,
// since those who ask whether a server is up add what they like.
func (r route) understand(query string) error {
	if query == "" || r.open {
		return nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return refuse(codeInvalidParameter, "query", "cannot be read; escape %, & and ; as %25, %26 and %3B")
	}
	known := "there is none"
	if len(r.query) > 0 {
		known = "known are " + strings.Join(r.query, ", ")
	}
	var errs game.Errors
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !slices.Contains(r.query, name):
			errs.Add(codeInvalidParameter, "query", fmt.Sprintf("has a parameter %.40q, which is not known here; %s", name, known))
		// A variable that was not set would select everything. Only the cursor of the first page is rightly empty.
		case values.Get(name) == "" && name != "cursor":
			errs.Add(codeInvalidParameter, name, "has no value; leave it out")
		case len(values[name]) > 1:
			errs.Add(codeInvalidParameter, name, "stands more than once; keep one of them")
		}
	}
	return errs.Err()
}
